// Turns code between barriers into a kernel over the local range: it loads the live values it needs, stores those that others need, and records in
// the work-item's state where a jump out of the code leads.

import { type Block, blocksOf, build, type Expr, forEachStmt, type Label, type Stmt } from "@lanewise/ir";
import { wantedBefore } from "../analysis/liveness.js";
import { replaceInBlock, replaceInExpr, withBlocks } from "../analysis/replace.js";
import { assignedIn } from "../simplify/locals.js";
import type { GroupArguments } from "./group-arguments.js";
import { ACTIVE, RETURNED } from "./group-plan.js";
import type { Code } from "./group-tree.js";
import type { Kept, KeptValues } from "./kept-values.js";

export interface RegionContext {
  readonly group: GroupArguments;
  readonly kept: KeptValues;
  /** Whether work-items may diverge at jumps out of code; each then has its own state. */
  readonly hasStates: boolean;
  readonly nextLabel: () => Label;
}

export interface Region {
  readonly body: Block;
  readonly hasExits: boolean;
  /** Uniform locals that it may change. */
  readonly changed: readonly number[];
}

const noPlace = { file: 0, line: 1, column: 1 };

/** `isLast`: no code follows, so the state after a return is not needed. */
export function regionOf(context: RegionContext, { body }: Code, isLast: boolean): Region {
  const { group, kept, hasStates } = context;
  const exits = exitsOf(body);
  const hasExits = exits.size > 0 && !isLast;
  const end = context.nextLabel();
  const leavesByJump = hasExits && [...exits].some((label) => label !== undefined);
  const around = (code: Block): Block => (leavesByJump ? [build.block(end, code)] : code);
  let code = hasExits ? leaving(context, body, exits, end) : body;
  const assigned = assignedIn(body);
  const left = [...kept.values].filter(([local, { how }]) => !isLast && assigned.has(local) && how !== "again");
  const taken = wantedBefore(around(code), new Set(left.map(([local]) => local)));
  const before: Stmt[] = hasStates ? [skipOthers(group)] : [];
  for (const [local, value] of kept.values) {
    if (!taken.has(local)) continue;
    const found = takeUp(context, local, value);
    const withValue = value.how === "common" ? withParameter(code, local, found) : undefined;
    if (withValue) code = withValue;
    else before.push(build.set(local, found));
  }
  const after = left.map(([local, value]) => leave(context, local, value));
  const changed = left.filter(([, { how }]) => how === "common").map(([local]) => local);
  return { body: withKeptMemory(context, [...before, ...around(code), ...after]), hasExits, changed };
}

/** The code with the parameter in place of the local's initial value; undefined if it may still have that value later. */
function withParameter(code: Block, local: number, parameter: Expr): Block | undefined {
  const own = (expr: Expr) => (expr.kind === "local" && expr.local === local ? parameter : undefined);
  const index = code.findIndex((stmt) => assignedIn([stmt]).has(local));
  const first = code[index];
  if (!first) return replaceInBlock(code, own);
  const before = code.slice(0, index);
  if (first.kind !== "set" || exitsOf(before).size > 0) return undefined;
  return [
    ...replaceInBlock(before, own),
    { ...first, value: replaceInExpr(first.value, own) },
    ...code.slice(index + 1),
  ];
}

function withKeptMemory({ group, kept }: RegionContext, block: Block): Block {
  return replaceInBlock(block, (expr) => {
    if (expr.kind !== "address" || !kept.memory.has(expr.local)) return undefined;
    const { type } = expr;
    return typeof type === "object" && type.kind === "ref" ? group.own(`memory ${expr.local}`, "", type.to) : undefined;
  });
}

/** Labels of enclosing blocks that the code jumps to; undefined for a return. */
export function exitsOf(body: Block): ReadonlySet<Label | undefined> {
  const inside = new Set<Label>();
  const targets = new Set<Label | undefined>();
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "loop" || stmt.kind === "block") inside.add(stmt.label);
    if (stmt.kind === "break" || stmt.kind === "continue") targets.add(stmt.label);
    if (stmt.kind === "return") targets.add(undefined);
  });
  return new Set([...targets].filter((label) => label === undefined || !inside.has(label)));
}

/** The state for a jump to the label. */
export const stateOf = (label: Label): number => label + 1;

/** Makes every exit of the code record its target first. */
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

/** What is received in place of a local that all work-items share. */
function common(context: RegionContext, expr: Expr): Expr | undefined {
  const kept = expr.kind === "local" ? context.kept.values.get(expr.local) : undefined;
  return expr.kind === "local" && kept?.how === "common" ? takeUp(context, expr.local, kept) : undefined;
}

function takeUp(context: RegionContext, local: number, kept: Kept): Expr {
  const { group } = context;
  if (kept.how === "again") return replaceInExpr(kept.value, (one) => common(context, one));
  if (kept.how === "each") return build.load(group.ownValue(keyOf(local), kept.type));
  group.shared(keyOf(local), "", kept.type);
  return group.carried(keyOf(local), "", kept.type);
}

function leave({ group }: RegionContext, local: number, kept: Kept): Stmt {
  const type = kept.how === "again" ? "i32" : kept.type;
  const place = kept.how === "each" ? group.ownValue(keyOf(local), type) : group.shared(keyOf(local), "", type);
  return build.store(place, build.local(local, type), noPlace);
}

/** Index in `GroupPlan.carried` of a uniform local; -1 if no region reads it. */
export function carriedIndex(group: GroupArguments, local: number): number {
  return group.carriedIndex(keyOf(local));
}
