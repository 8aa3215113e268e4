// From code between barriers to a kernel over the local range: it takes up the values that the code wants, leaves those that
// others want, and notes in the work-item's state where a jump out of the code leads.

import { type Block, blocksOf, build, type Expr, forEachStmt, type Label, resultOf, type Stmt } from "@lanewise/ir";
import { wantedBefore } from "../analysis/liveness.js";
import { replaceInBlock, withBlocks } from "../analysis/replace.js";
import type { GroupArguments } from "./group-arguments.js";
import { ACTIVE, RETURNED } from "./group-plan.js";
import type { Code } from "./group-tree.js";
import type { Kept, KeptValues } from "./kept-values.js";

export interface RegionContext {
  readonly group: GroupArguments;
  readonly kept: KeptValues;
  /** Whether work-items may part at what leaves code: each has a state of its own then. */
  readonly hasStates: boolean;
  readonly nextLabel: () => Label;
}

export interface Region {
  readonly body: Block;
  readonly hasExits: boolean;
  /** Locals that all have in common and that it may change. */
  readonly changed: readonly number[];
}

const noPlace = { file: 0, line: 1, column: 1 };

/** `isLast`: nothing follows, so that nobody asks for the state behind a return. */
export function regionOf(context: RegionContext, { body }: Code, isLast: boolean): Region {
  const { group, kept, hasStates } = context;
  const exits = exitsOf(body);
  const hasExits = exits.size > 0 && !isLast;
  const end = context.nextLabel();
  const own = hasExits ? leaving(context, body, exits, end) : body;
  const leavesByJump = hasExits && [...exits].some((label) => label !== undefined);
  const code: Block = leavesByJump ? [build.block(end, own)] : own;
  const assigned = assignedIn(body);
  const wanted = [...kept.values].filter(([local, { how }]) => assigned.has(local) && how !== "again");
  const taken = wantedBefore(code, new Set(isLast ? [] : wanted.map(([local]) => local)));
  const before: Stmt[] = hasStates ? [skipOthers(group)] : [];
  const numbers = new Map<number, Expr>();
  for (const [local, value] of kept.values) {
    if (!taken.has(local)) continue;
    const found = takeUp(context, local, value);
    if (value.how === "common" && !assigned.has(local)) numbers.set(local, found);
    else before.push(build.set(local, found));
  }
  const after = isLast ? [] : wanted.map(([local, value]) => leave(context, local, value));
  const whole = replaceInBlock([...before, ...code, ...after], (expr) => {
    if (expr.kind === "local") return numbers.get(expr.local);
    if (expr.kind !== "address" || !kept.memory.has(expr.local)) return undefined;
    const { type } = expr;
    return typeof type === "object" && type.kind === "ref" ? group.own(`memory ${expr.local}`, "", type.to) : undefined;
  });
  const changed = isLast ? [] : wanted.filter(([, { how }]) => how === "common").map(([local]) => local);
  return { body: whole, hasExits, changed };
}

/** Labels of blocks around the code that it jumps to; undefined: it returns. */
function exitsOf(body: Block): ReadonlySet<Label | undefined> {
  const inside = new Set<Label>();
  const targets = new Set<Label | undefined>();
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") inside.add(stmt.label);
    if (stmt.kind === "break" || stmt.kind === "continue") targets.add(stmt.label);
    if (stmt.kind === "return") targets.add(undefined);
  });
  return new Set([...targets].filter((label) => label === undefined || !inside.has(label)));
}

function assignedIn(body: Block): ReadonlySet<number> {
  const assigned = new Set<number>();
  forEachStmt(body, (stmt) => {
    const local = resultOf(stmt);
    if (local !== undefined) assigned.add(local);
  });
  return assigned;
}

/** The state that says so stands for the label. */
export const stateOf = (label: Label): number => label + 1;

/** The code, in which every exit first notes where it leads. */
function leaving(context: RegionContext, body: Block, exits: ReadonlySet<Label | undefined>, end: Label): Block {
  const note = (state: number): Stmt => build.store(statePlace(context), build.constant("i32", state), noPlace);
  const rewritten = (block: Block): Block =>
    block.flatMap((stmt): readonly Stmt[] => {
      if (stmt.kind === "return") return [note(RETURNED), stmt];
      if (stmt.kind === "break" && exits.has(stmt.label)) return [note(stateOf(stmt.label)), build.breakTo(end)];
      return [blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, rewritten)];
    });
  return rewritten(body);
}

function statePlace({ group, hasStates }: Pick<RegionContext, "group" | "hasStates">): Expr {
  return hasStates ? group.own("state", "state", "i32") : group.shared("state", "state", "i32");
}

function skipOthers(group: GroupArguments): Stmt {
  const state = build.load(group.own("state", "state", "i32"));
  return build.ifElse(build.op("ne", state, build.constant("i32", ACTIVE)), [build.returnValue(undefined)]);
}

const keyOf = (local: number) => `value ${local}`;

function takeUp({ group }: RegionContext, local: number, kept: Kept): Expr {
  if (kept.how === "again") return kept.value;
  if (kept.how === "each") return build.load(group.own(keyOf(local), "", kept.type));
  group.shared(keyOf(local), "", kept.type);
  return group.carried(keyOf(local), "", kept.type);
}

function leave({ group }: RegionContext, local: number, kept: Kept): Stmt {
  const type = kept.how === "again" ? "i32" : kept.type;
  const place = kept.how === "each" ? group.own(keyOf(local), "", type) : group.shared(keyOf(local), "", type);
  return build.store(place, build.local(local, type), noPlace);
}

/** Index in `GroupPlan.carried` of a local that all have in common; -1 if no region reads it. */
export function carriedIndex(group: GroupArguments, local: number): number {
  return group.carriedIndex(keyOf(local));
}
