// Supports ranges that do not begin at 0: makes a kernel that adds an offset, passed as parameters, to every index. IR in, IR out, before any target
// compiles; the original kernel, for ranges that begin at 0, pays nothing (requirement X11).

import {
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  invariant,
  type Module,
} from "@lanewise/ir";
import { replaceInBlock } from "./analysis/replace.js";
import { inlineCalls } from "./inline.js";
import { Locals } from "./simplify/locals.js";
import { withParameters } from "./simplify/parameters.js";

/**
 * Makes the kernel for ranges with an offset: after its own parameters it takes one i32 for each of its dimensions, outermost first.
 *
 * @example
 * const module = offsetIndices(original, kernel);
 * // (out: span<f32>) out[globalId(0)] has become (out: span<f32>, offset.0: i32) out[add(globalId(0), offset.0)]
 */
export function offsetIndices(module: Module, kernel: number): Module {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  const fn = inlineCalls(module, original);
  const locals = new Locals(fn);
  const offsets = dimensionsOf(fn).map((dimension) => locals.add(`offset.${dimension}`, "i32"));
  const body = replaceInBlock(fn.body, (expr) => {
    const place = placeInRange(expr);
    if (place) return place;
    if (expr.kind !== "query") return undefined;
    const local = offsets[expr.dimension];
    if (local === undefined) return zeroOffset(expr);
    const offset = build.local(local, "i32");
    if (expr.query === "globalOffset") return offset;
    return expr.query === "globalId" ? build.op("add", expr, offset) : undefined;
  });
  const order = [...Array.from({ length: fn.parameters }, (_, index) => index), ...offsets];
  const result = withParameters({ ...fn, locals: locals.all, body }, order);
  return { ...module, functions: module.functions.map((one, index) => (index === kernel ? result : one)) };
}

function dimensionsOf({ dimensions }: Fn): readonly number[] {
  return Array.from({ length: dimensions }, (_, dimension) => dimension);
}

/** For ranges that begin at 0: removes queries for the offset. */
export function withoutOffset(fn: Fn): Fn {
  let asks = false;
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        asks ||= zeroOffset(one) !== undefined;
      });
    }
  });
  return asks ? { ...fn, body: replaceInBlock(fn.body, zeroOffset) } : fn;
}

/** `globalId - globalOffset`: the index without the offset. */
function placeInRange(expr: Expr): Expr | undefined {
  if (expr.kind !== "op" || expr.op !== "sub") return undefined;
  const [index, offset] = expr.args;
  const isSame = index?.kind === "query" && offset?.kind === "query" && index.dimension === offset.dimension;
  return isSame && index.query === "globalId" && offset.query === "globalOffset" ? index : undefined;
}

function zeroOffset(expr: Expr): Expr | undefined {
  const place = placeInRange(expr);
  if (place) return place;
  return expr.kind === "query" && expr.query === "globalOffset" ? build.constant("i32", 0) : undefined;
}
