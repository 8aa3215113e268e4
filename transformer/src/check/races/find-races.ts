// Finds the stores by which several work-items write one element without an atomic, with different values or values computed from the old one, and
// the barriers that not all members of a group reach. IR in, races out. Where it cannot be sure, it is silent: an index or condition that depends on
// the work-item in any way counts as different for each work-item.

import { groupUseOf, type Module, type Position, type Type } from "@lanewise/ir";
import { type Store, visitKernel } from "./dependence.js";
import { type Frame, fromMemory, inGroup, isShared } from "./frame.js";
import { isMadeFrom, placeText } from "./same-place.js";

export interface Race {
  readonly store: Store;
  /** An update computes the new value from the old one. */
  readonly kind: "update" | "assignment";
  /** The type of the stored value. */
  readonly type: Type;
  /** The calls that lead to it, innermost first, each with the name of its caller. */
  readonly calls: readonly { readonly at: Position; readonly in: string | undefined }[];
}

export interface DivergentBarrier {
  readonly at: Position;
  readonly calls: Race["calls"];
}

/** `dimensions` has a bit for each dimension of the range with more than one index. */
export function findRaces(module: Module, kernel: number, dimensions: number): readonly Race[] {
  const races: Race[] = [];
  visitKernel(module, kernel, ({ of, ofStored, rootsOf }) => (frame, store, control) => {
    if (store.kind !== "store") return;
    const place = of(frame, store.place);
    const roots = [...rootsOf(frame, store.place)];
    if (place & fromMemory || roots.length === 0 || !roots.every((root) => isShared(root, module))) return;
    // Work-items that differ only in these indices write the same element.
    const missing = dimensions & ~place & ~control;
    if (missing === 0) return;
    const text = placeText(frame, store.place);
    const isUpdate = text !== undefined && isMadeFrom(frame, store.value, text);
    if (!isUpdate && (ofStored(frame, store.value) & missing) === 0) return;
    const { type } = store.place;
    if (typeof type !== "object" || type.kind !== "ref") return;
    races.push({ store, kind: isUpdate ? "update" : "assignment", type: type.to, calls: callsTo(frame) });
  });
  return races;
}

/** Returns the barriers under a condition that depends on the work-item's index, but not on memory: not all members of a group reach them. */
export function findDivergentBarriers(module: Module, kernel: number): readonly DivergentBarrier[] {
  const found: DivergentBarrier[] = [];
  if (!groupUseOf(module, kernel).waits) return found;
  visitKernel(module, kernel, () => (frame, stmt, control) => {
    const isDivergent = (control & inGroup) !== 0 && (control & fromMemory) === 0;
    // A group function has two barriers.
    if (stmt.kind !== "barrier" || !isDivergent || found.at(-1)?.at === stmt.at) return;
    found.push({ at: stmt.at, calls: callsTo(frame) });
  });
  return found;
}

/** Returns the calls that lead to a function, innermost first. */
export function callsTo(frame: Frame): Race["calls"] {
  const { caller } = frame;
  if (!caller) return [];
  const name = caller.frame.caller ? caller.frame.fn.name : undefined;
  return [{ at: caller.call.at, in: name }, ...callsTo(caller.frame)];
}
