// The loops of a block of a kernel with reductions: over the block's segments of rows, and over each segment's indices, one per lane at a time, so
// that neighbouring lanes have neighbouring indices. The user's queries refer to the current index.

import {
  type Block,
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  invariant,
  REDUCTION_NUMBERS,
  type ReductionNumber,
  type Stmt,
} from "@lanewise/ir";
import { replaceInBlock, withBlocks } from "../analysis/replace.js";
import { assignmentsIn, type Locals } from "../simplify/locals.js";
import { renumber } from "../simplify/tidy.js";

export interface LoopedKernel {
  readonly fn: Fn;
  /** The code for one index; it leaves early by `label`. The next two labels are free. */
  readonly body: Block;
  readonly label: number;
  readonly lanes: number;
  readonly locals: Locals;
  /** The block's number. */
  readonly block: Expr;
  /** The span in which a block notes the first of its lanes' current indices, as a linear id. */
  readonly progress: number;
  /** The element of `progress` to write. */
  readonly noting: Expr;
  /** Whether lanes run concurrently at their own pace, so that each should have several loads in flight. */
  readonly areLanesApart: boolean;
  /** Locals that persist across iterations, in which values are combined. */
  readonly kept: ReadonlySet<number>;
  /** The locals of REDUCTION_NUMBERS. */
  readonly numbers: readonly number[];
  /** The site for arrays from the runtime being too short, which never happens. */
  readonly site: number;
}

const rows = build.query("globalId", 0);
const segment = build.query("globalId", 1);
const lane = build.query("globalId", 2);
const constant = (value: number): Expr => build.constant("i32", value);
/** Limit for an iteration that is emitted twice, without and with a test for each lane, in IR nodes. */
const MOST_COPIED = 400;
/** Iterations to unroll if lanes are apart, and the size limit for such an iteration. */
const UNROLLED = 4;
const MOST_UNROLLED = 60;
const { add, sub, mul, div, min, lt } = {
  add: (a: Expr, b: Expr) => build.op("add", a, b),
  sub: (a: Expr, b: Expr) => build.op("sub", a, b),
  mul: (a: Expr, b: Expr) => build.op("mul", a, b),
  div: (a: Expr, b: Expr) => build.op("div", a, b),
  min: (a: Expr, b: Expr) => build.op("min", a, b),
  lt: (a: Expr, b: Expr) => build.op("lt", a, b),
};
const shr = (value: Expr, count: number): Expr => build.op("shr", value, constant(count));

export function blockLoops(kernel: LoopedKernel): Block {
  const { fn, locals, label, lanes } = kernel;
  const number = (name: ReductionNumber): Expr => numberOf(kernel, name);
  const statements: Stmt[] = [];
  const keep = (name: string, value: Expr, into: Stmt[] = statements): Expr => {
    const local = locals.add(name, "i32");
    into.push(build.set(local, value));
    return build.local(local, "i32");
  };
  const first = keep("first", mul(rows, number("perBlock")));
  const below = sub(mul(number("outer"), number("middle")), first);
  const count = keep("rows", min(number("perBlock"), below));
  const start = keep("start", mul(segment, number("segment")));
  const length = keep("length", min(number("segment"), sub(number("inner"), start)));
  const isDivided = lanes > 1 && sizeOf(kernel.body) <= MOST_COPIED;
  // Shifts have a known range, so indices have one too, and their checks are hoisted out of the loop.
  const rounds = keep("rounds", shr(isDivided ? length : add(length, constant(lanes - 1)), Math.log2(lanes)));
  const done = keep("done", constant(0));
  const each: Stmt[] = [];
  const row = keep("row", add(first, done), each);
  const outer = keep("outer", div(row, number("middle")), each);
  const middle = keep("middle", sub(row, mul(outer, number("middle"))), each);
  const at = (step: Expr): Block => {
    const place = add(mul(row, number("inner")), add(start, step));
    const span = build.local(kernel.progress, { kind: "span", element: "i32" });
    const noted = build.store(build.element(span, kernel.noting, kernel.site), place, fn.at);
    const own: Stmt[] = [];
    const inner = keep("index", lanes === 1 ? add(start, step) : add(add(start, step), lane), own);
    return [noted, ...own, build.block(label, atIndex(kernel, [outer, middle, inner]))];
  };
  const isInside = (step: Expr): Expr => lt(add(step, lane), length);
  const isUnrolled = kernel.areLanesApart && isDivided && sizeOf(kernel.body) <= MOST_UNROLLED;
  let copies = 0;
  const copyAt = (step: Expr): Block => anotherRound(kernel, at(step), ++copies);
  if (isUnrolled) {
    const four = keep("round", constant(0), each);
    const rest = Array.from({ length: UNROLLED - 1 }, (_, index) => add(four, constant(index + 1)));
    const body = [four, ...rest].flatMap((one) => copyAt(mul(one, constant(lanes))));
    const below = sub(rounds, constant(UNROLLED - 1));
    each.push(loop(fn, labelOfCopy(label, UNROLLED + 2), four, below, body, UNROLLED));
  }
  const before = isUnrolled ? mul(shr(rounds, Math.log2(UNROLLED)), constant(UNROLLED)) : constant(0);
  const round = keep("round", before, each);
  const all = at(mul(round, constant(lanes)));
  const whole = isDivided || lanes === 1 ? all : [build.ifElse(isInside(mul(round, constant(lanes))), all)];
  each.push(loop(fn, label + 2, round, rounds, whole));
  if (isDivided) {
    const rest = mul(rounds, constant(lanes));
    each.push(build.ifElse(isInside(rest), copyAt(rest)));
  }
  return [...statements, loop(fn, label + 1, done, count, each)];
}

function numberOf({ numbers }: LoopedKernel, name: ReductionNumber): Expr {
  const local = numbers[REDUCTION_NUMBERS.indexOf(name)];
  invariant(local !== undefined, `${name} is a parameter`);
  return build.local(local, "i32");
}

const sizes = { 0: [], 1: ["inner"], 2: ["middle", "inner"], 3: ["outer", "middle", "inner"] } as const;

/** The body at an index, outermost first. A range has one index in its unused dimensions. */
function atIndex(kernel: LoopedKernel, indices: readonly Expr[]): Block {
  const { dimensions } = kernel.fn;
  const own = indices.slice(3 - dimensions);
  return replaceInBlock(kernel.body, (expr) => {
    if (expr.kind !== "query") return undefined;
    if (expr.query === "globalId") return own[expr.dimension] ?? constant(0);
    if (expr.query !== "globalSize") return undefined;
    const size = sizes[dimensions][expr.dimension];
    return size ? numberOf(kernel, size) : constant(1);
  });
}

function loop({ at }: Fn, label: number, counter: Expr, below: Expr, body: Block, step = 1): Stmt {
  invariant(counter.kind === "local", "a counter is a local");
  const update = [build.set(counter.local, add(counter, constant(step)))];
  return build.loop(label, { condition: lt(counter, below), body, update }, at);
}

/** Above all labels of the kernel and the earlier copies. */
const labelOfCopy = (label: number, number: number): number => (label + 3) * number;

/** Copies the iteration with its own locals and labels, except locals that combine values: analyses need unique nodes. */
function anotherRound({ locals, label, kept }: LoopedKernel, round: Block, number: number): Block {
  const copies = new Map<number, number>();
  for (const local of assignmentsIn(round).keys()) if (!kept.has(local)) copies.set(local, locals.copy(local));
  const relabelled = (block: Block): Block =>
    block.map((stmt) => {
      const own = withBlocks(stmt, relabelled);
      return "label" in own ? { ...own, label: own.label + labelOfCopy(label, number) } : own;
    });
  return relabelled(renumber(round, (local) => copies.get(local) ?? local));
}

function sizeOf(block: Block): number {
  let size = 0;
  forEachStmt(block, (stmt) => {
    size++;
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, () => size++);
  });
  return size;
}
