// The loops of a block of a kernel with reductions: over the segments of rows that the block has, and over each segment's indices, as many at a
// time as there are lanes, so that neighbouring lanes have neighbouring indices. The user's queries become those of the index at hand.

import { type Block, build, type Expr, type Fn, invariant, type Stmt } from "@lanewise/ir";
import { replaceInBlock } from "../analysis/replace.js";
import type { Locals } from "../simplify/locals.js";
import { REDUCTION_NUMBERS, type ReductionNumber } from "./reduce-in-blocks.js";

export interface LoopedKernel {
  readonly fn: Fn;
  /** What runs for an index; it leaves early by `label`. The next two labels are free. */
  readonly body: Block;
  readonly label: number;
  readonly lanes: number;
  readonly locals: Locals;
  /** The span in which a block notes the first of the indices that its lanes are at, as a linear id. */
  readonly progress: number;
  /** The locals of REDUCTION_NUMBERS. */
  readonly numbers: readonly number[];
  /** Fails where what the runtime gave is too short, which is never. */
  readonly site: number;
}

const block = build.query("globalId", 0);
const lane = build.query("globalId", 1);
const constant = (value: number): Expr => build.constant("i32", value);
const { add, sub, mul, div, min, lt } = {
  add: (a: Expr, b: Expr) => build.op("add", a, b),
  sub: (a: Expr, b: Expr) => build.op("sub", a, b),
  mul: (a: Expr, b: Expr) => build.op("mul", a, b),
  div: (a: Expr, b: Expr) => build.op("div", a, b),
  min: (a: Expr, b: Expr) => build.op("min", a, b),
  lt: (a: Expr, b: Expr) => build.op("lt", a, b),
};

export function blockLoops(kernel: LoopedKernel): Block {
  const { fn, locals, label, lanes } = kernel;
  const number = (name: ReductionNumber): Expr => {
    const local = kernel.numbers[REDUCTION_NUMBERS.indexOf(name)];
    invariant(local !== undefined, `${name} is a parameter`);
    return build.local(local, "i32");
  };
  const statements: Stmt[] = [];
  const keep = (name: string, value: Expr, into: Stmt[]): Expr => {
    const local = locals.add(name, "i32");
    into.push(build.set(local, value));
    return build.local(local, "i32");
  };
  const units = mul(mul(number("outer"), number("middle")), number("segments"));
  const first = keep("unit", mul(block, number("perBlock")), statements);
  const count = keep("units", min(number("perBlock"), sub(units, first)), statements);
  const done = keep("done", constant(0), statements);
  const each: Stmt[] = [];
  const unit = keep("unit", add(first, done), each);
  const row = keep("row", div(unit, number("segments")), each);
  const start = keep("start", mul(sub(unit, mul(row, number("segments"))), number("segment")), each);
  const length = keep("length", min(number("segment"), sub(number("inner"), start)), each);
  const outer = keep("outer", div(row, number("middle")), each);
  const middle = keep("middle", sub(row, mul(outer, number("middle"))), each);
  const step = keep("step", constant(0), each);
  const own: Stmt[] = [];
  const inner = keep("index", lanes === 1 ? add(start, step) : add(add(start, step), lane), own);
  const indices = { 0: [], 1: [inner], 2: [middle, inner], 3: [outer, middle, inner] }[fn.dimensions];
  const sizes = { 0: [], 1: ["inner"], 2: ["middle", "inner"], 3: ["outer", "middle", "inner"] } as const;
  const body = replaceInBlock(kernel.body, (expr) => {
    if (expr.kind !== "query") return undefined;
    if (expr.query === "globalId") return indices[expr.dimension];
    const size = sizes[fn.dimensions][expr.dimension];
    return expr.query === "globalSize" && size ? number(size) : undefined;
  });
  const place = add(add(mul(row, number("inner")), start), step);
  const span = build.local(kernel.progress, { kind: "span", element: "i32" });
  const loop = (which: number, counter: Expr, by: number, below: Expr, content: Block): Stmt =>
    build.loop(
      which,
      { condition: lt(counter, below), body: content, update: [set(counter, add(counter, constant(by)))] },
      fn.at,
    );
  const round = [...own, build.block(label, body)];
  const inside = lanes === 1 ? round : [build.ifElse(lt(add(step, lane), length), round)];
  const noted = build.store(build.element(span, block, kernel.site), place, fn.at);
  each.push(loop(label + 2, step, lanes, length, [noted, ...inside]));
  return [...statements, loop(label + 1, done, 1, count, each)];
}

function set(target: Expr, value: Expr): Stmt {
  invariant(target.kind === "local", "a counter is a local");
  return build.set(target.local, value);
}
