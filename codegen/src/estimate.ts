// Counts in the IR how many bytes a work-item of a kernel moves and how many float operations it does; a profile divides them by the measured time.
// Counts follow the code literally: the longer side of an `if`, loops to their end, every load and store whether cached or not.

import {
  type Block,
  blocksOf,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  layoutOf,
  type Module,
  type Op,
  operandsOf,
  resultOf,
  type Stmt,
} from "@lanewise/ir";
import { type PrivatePasses, simplifyKernel } from "./simplify/simplify.js";

/** Counts for one work-item. */
export interface KernelEstimate {
  /** Bytes read and written in the device's memory. */
  readonly bytes: number;
  /** Additions, multiplications and other operations on f32 and f64; a Math function counts as one. */
  readonly operations: number;
}

/** The known values of locals at a program point. */
type Known = ReadonlyMap<number, number>;

/**
 * `parameters` are the launch's arguments: a scalar's value, a span's length; undefined if unknown. Returns undefined if a loop's trip count does not
 * follow from them.
 */
export function estimateKernel(
  module: Module,
  kernel: number,
  parameters: readonly (number | undefined)[],
  passes: PrivatePasses,
): KernelEstimate | undefined {
  const fn = module.functions[kernel];
  if (!fn) return undefined;
  const known = new Map<number, number>();
  for (const [local, value] of parameters.entries()) if (value !== undefined) known.set(local, value);
  const simple = simplifyKernel(module, fn, passes);
  return ofBlock(simple.body, known, { module, fn: simple });
}

interface Scope {
  readonly module: Module;
  readonly fn: Fn;
}

const nothing: KernelEstimate = { bytes: 0, operations: 0 };

function plus(a: KernelEstimate, b: KernelEstimate | undefined, times = 1): KernelEstimate {
  return { bytes: a.bytes + (b?.bytes ?? 0) * times, operations: a.operations + (b?.operations ?? 0) * times };
}

/** Walks the statements in order, tracking the values of locals in `known`. */
function ofBlock(block: Block, before: Known, scope: Scope): KernelEstimate | undefined {
  const known = new Map(before);
  let sum = nothing;
  for (const stmt of block) {
    const inner = ofStmt(stmt, known, scope);
    if (!inner) return undefined;
    sum = plus(sum, inner);
    const value = stmt.kind === "set" ? integerOf(stmt.value, known) : undefined;
    forget(known, [stmt]);
    if (stmt.kind === "set" && value !== undefined) known.set(stmt.local, value);
  }
  return sum;
}

function ofStmt(stmt: Stmt, known: Known, scope: Scope): KernelEstimate | undefined {
  const own = expressionsOf(stmt).reduce((sum, expr) => plus(sum, ofExpr(expr, scope)), ofStore(stmt, scope));
  const inside = new Map(known);
  if (stmt.kind === "loop") forget(inside, blocksOf(stmt).flat());
  const [first, second, third] = blocksOf(stmt).map((block) => ofBlock(block, inside, scope));
  switch (stmt.kind) {
    case "block":
      return first && plus(own, first);
    case "if":
      return first && second && plus(own, longer(first, second));
    case "loop": {
      const rounds = roundsOf(stmt, known, inside);
      if (rounds === undefined || !first || !second || !third) return undefined;
      return plus(nothing, plus(plus(plus(own, first), second), third), rounds);
    }
    default:
      return own;
  }
}

function longer(a: KernelEstimate, b: KernelEstimate): KernelEstimate {
  return { bytes: Math.max(a.bytes, b.bytes), operations: Math.max(a.operations, b.operations) };
}

function ofStore(stmt: Stmt, scope: Scope): KernelEstimate {
  if (stmt.kind === "store") return { bytes: sizeAt(stmt.place, scope), operations: 0 };
  // An atomic reads and writes.
  return stmt.kind === "atomic" ? { bytes: 2 * sizeAt(stmt.place, scope), operations: 0 } : nothing;
}

const floatOperations: ReadonlySet<Op> = new Set<Op>([
  "add",
  "sub",
  "mul",
  "div",
  "rem",
  "min",
  "max",
  "neg",
  "abs",
  "sqrt",
  "floor",
  "ceil",
  "trunc",
  "nearest",
]);

function ofExpr(expr: Expr, scope: Scope): KernelEstimate {
  let bytes = 0;
  let operations = 0;
  forEachExpr(expr, (node) => {
    if (node.kind === "load") bytes += sizeAt(node.place, scope);
    if (node.kind === "builtin") operations++;
    const isFloat = node.type === "f32" || node.type === "f64";
    if (node.kind === "op" && isFloat && floatOperations.has(node.op)) operations++;
  });
  return { bytes, operations };
}

/** The size of the object at an address in the device's memory; 0 in private and local memory and in constants. */
function sizeAt(place: Expr, { module, fn }: Scope): number {
  const { type } = place;
  if (typeof type === "string" || type.kind !== "ref") return 0;
  let root: Expr = place;
  for (
    let base = operandsOf(root)[0];
    base && (root.kind === "element" || root.kind === "field");
    [base] = operandsOf(root)
  )
    root = base;
  if (root.kind === "address") return 0;
  if (root.kind === "local" && fn.locals[root.local]?.isLocal) return 0;
  const storage = root.kind === "global" ? module.globals[root.global]?.storage : undefined;
  if (storage === "constant" || storage === "specialization" || storage === "local") return 0;
  return layoutOf(type.to, module.structs).size;
}

/** Removes the locals that the statements, including nested ones, assign. */
function forget(known: Map<number, number>, stmts: Block): void {
  forEachStmt(stmts, (stmt) => {
    const local = resultOf(stmt);
    if (local !== undefined) known.delete(local);
  });
}

/** The trip count of `for (i = a; i < b; i += c)`, where a, b and c are known: (b - a) / c. */
function roundsOf(loop: Stmt & { readonly kind: "loop" }, before: Known, inside: Known): number | undefined {
  const { condition, update } = loop;
  const [first] = update;
  if (condition.kind !== "op" || first?.kind !== "set" || first.value.kind !== "op") return undefined;
  const [counter, bound] = condition.args;
  if (counter?.kind !== "local" || counter.local !== first.local || !bound) return undefined;
  const [from, to] = [before.get(counter.local), integerOf(bound, inside)];
  const [stepped, size] = first.value.args;
  const step = size && integerOf(size, inside);
  const isStepped = stepped?.kind === "local" && stepped.local === counter.local;
  if (from === undefined || to === undefined || !step || !isStepped) return undefined;
  const isInclusive = condition.op === "le" || condition.op === "ge";
  const distance = Math.abs(to - from) + (isInclusive ? 1 : 0);
  return Math.ceil(distance / Math.abs(step));
}

const arithmetic: Partial<Record<Op, (...args: number[]) => number>> = {
  add: (a = 0, b = 0) => a + b,
  sub: (a = 0, b = 0) => a - b,
  mul: (a = 0, b = 0) => a * b,
  div: (a = 0, b = 0) => (b === 0 ? 0 : Math.trunc(a / b)),
  min: Math.min,
  max: Math.max,
  convert: (a = 0) => a,
  wrap: (a = 0) => Math.trunc(a),
  saturate: (a = 0) => Math.trunc(a),
  index: (a = 0) => Math.trunc(a),
};

/** The value of an integer expression, if known; ignores wrapping. */
function integerOf(expr: Expr, known: Known): number | undefined {
  if (expr.kind === "const") return Number(expr.value);
  if (expr.kind === "local") return known.get(expr.local);
  if (expr.kind === "length") return expr.span.kind === "local" ? known.get(expr.span.local) : undefined;
  const apply = expr.kind === "op" ? arithmetic[expr.op] : undefined;
  const args = operandsOf(expr).map((operand) => integerOf(operand, known));
  return apply && args.every((value) => value !== undefined) ? apply(...args) : undefined;
}
