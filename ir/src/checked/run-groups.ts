// Runs the work-items of one group: each until it ends or waits, then those that may resume. Reports work-items that do not reach what others wait
// at.

import type { Datum, Frame } from "../interpret/index.js";
import type { Module, Position } from "../module/index.js";
import { computeTogether } from "./together.js";
import type { Wait, Waiting, WaitingStep } from "./waiting-steps.js";
import type { WorkItems } from "./work-items.js";

/** Two work-items that do not wait at the same statement. */
export interface Divergence {
  /** The group function that all must call together; empty for a barrier. */
  readonly call: string;
  /** Linear ids in the range. */
  readonly waiting: { readonly item: number; readonly at: Position };
  /** `at` is undefined if the work-item has returned. */
  readonly missing: { readonly item: number; readonly at: Position | undefined };
  readonly isOfSubGroup: boolean;
}

export interface GroupCode {
  readonly module: Module;
  readonly items: WorkItems;
  readonly run: WaitingStep;
  readonly frame: () => Frame;
  /** Called before a work-item resumes, and when it waits: work-items share private memory. */
  readonly restore: (place: number) => void;
  readonly save: (place: number) => void;
  readonly onDivergence: (divergence: Divergence) => never;
}

interface State {
  readonly code: Waiting;
  /** Undefined if it has returned or is about to resume. */
  wait: Wait | undefined;
  hasReturned: boolean;
}

export function runGroup(group: GroupCode): void {
  const { items } = group;
  const states = Array.from({ length: items.perGroup }, (): State => {
    return { code: group.run(group.frame()), wait: undefined, hasReturned: false };
  });
  let ready = states.map((_, place) => ({ place, value: 0 as Datum }));
  while (ready.length > 0) {
    for (const { place, value } of ready) resume(group, states, place, value);
    ready = subGroupsOf(group, states);
    if (ready.length === 0 && states.some(({ wait }) => wait)) {
      meet(group, states, [...states.keys()], false);
      items.passBarrier();
      ready = states.flatMap(({ wait }, place) => (wait ? [{ place, value: 0 }] : []));
    }
  }
}

function resume(group: GroupCode, states: readonly State[], place: number, value: Datum): void {
  const state = states[place];
  if (!state) return;
  group.items.become(place);
  group.restore(place);
  const { done, value: wait } = state.code.next(value);
  group.save(place);
  state.hasReturned = done === true;
  state.wait = done ? undefined : wait;
}

/** The members of sub-groups whose members have all arrived. */
function subGroupsOf(group: GroupCode, states: readonly State[]): { place: number; value: Datum }[] {
  const { items } = group;
  const size = items.range.subGroupSize;
  const ready: { place: number; value: Datum }[] = [];
  for (let first = 0; first < states.length; first += size) {
    const members = [...states.keys()].slice(first, first + size);
    if (!members.some((place) => isOfSubGroup(states[place]?.wait))) continue;
    const waits = meet(group, states, members, true);
    const [together] = waits;
    const values = together?.stmt.kind === "subGroup" ? computeTogether(together.stmt, waits) : [];
    items.passSubGroupBarrier(items.subGroupOf(first));
    const waiting = members.filter((place) => states[place]?.wait);
    ready.push(...waiting.map((place, index) => ({ place, value: values[index] ?? 0 })));
  }
  return ready;
}

function isOfSubGroup(wait: Wait | undefined): boolean {
  return wait !== undefined && (wait.stmt.kind === "subGroup" || wait.stmt.scope === "subGroup");
}

/** The members' waits, which are all at one statement; at barriers, members that have returned may be missing. */
function meet(group: GroupCode, states: readonly State[], members: readonly number[], ofSub: boolean): readonly Wait[] {
  const { items, module } = group;
  const stateOf = (place: number): State | undefined => states[place];
  const leader = members.find((place) => stateOf(place)?.wait && (!ofSub || isOfSubGroup(stateOf(place)?.wait)));
  const awaited = leader === undefined ? undefined : stateOf(leader)?.wait;
  if (leader === undefined || !awaited) return [];
  const { stmt } = awaited;
  const call = stmt.kind === "barrier" ? stmt.call : (module.sites[stmt.site]?.name ?? "");
  const needsAll = stmt.kind === "subGroup" || call !== "";
  const missing = members.find((place) => {
    const state = stateOf(place);
    return state?.hasReturned ? needsAll : state?.wait?.stmt !== stmt;
  });
  if (missing === undefined) return members.flatMap((place) => stateOf(place)?.wait ?? []);
  const idOf = (place: number): number => items.linearId(items.numberOf(place));
  const other = stateOf(missing)?.wait;
  return group.onDivergence({
    call,
    isOfSubGroup: ofSub,
    waiting: { item: idOf(leader), at: placeOf(awaited, module) },
    missing: { item: idOf(missing), at: other && placeOf(other, module) },
  });
}

function placeOf({ stmt }: Wait, module: Module): Position {
  if (stmt.kind === "barrier") return stmt.at;
  return module.sites[stmt.site]?.at ?? { file: 0, line: 0, column: 0 };
}
