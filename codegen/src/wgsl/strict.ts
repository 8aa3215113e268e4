// `fp: "strict"` promises that a * b + c rounds twice. A GPU's driver may round it once, and nothing in WGSL says otherwise, so kernels in which
// products of f32 could meet sums are rejected. All other kernels keep the promise.

import { type Expr, expressionsOf, type Fn, forEachExpr, forEachStmt, type Position } from "@lanewise/ir";
import { NotForGpu } from "./not-for-gpu.js";

export function checkStrict(fn: Fn): void {
  let product: Position | undefined;
  let hasSums = false;
  let at = fn.at;
  const visit = (expr: Expr) => {
    // The functions of Math are made of products and sums.
    const isMath = expr.kind === "builtin" && expr.type === "f32";
    const isOp = expr.kind === "op" && expr.type === "f32";
    if (isMath || (isOp && expr.op === "mul")) product ??= at;
    hasSums ||= isMath || (isOp && (expr.op === "add" || expr.op === "sub"));
  };
  forEachStmt(fn.body, (stmt) => {
    if ("at" in stmt && stmt.at) at = stmt.at;
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, visit);
  });
  if (!product || !hasSums) return;
  throw new NotForGpu(
    'way to round products and sums apart, which fp: "strict" asks for',
    product,
    'Launch it on the device "cpu", or leave out `fp`.',
  );
}
