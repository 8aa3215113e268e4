// Reports, for `lanewise inspect --why`, the Math functions and `%` that the host computes, one work-item after the other: always, or only where a
// vector function falls back to it. Omits values that are uniform in a gang: they are computed once.

import {
  type Builtin,
  builtins,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Position,
} from "@lanewise/ir";
import type { Shapes } from "../../analysis/shapes.js";
import { isLeftToHost } from "../../math/remainder.js";
import type { HostCallReport, WasmOptions } from "../../program.js";
import { isImported } from "../select.js";

type Float = "f32" | "f64";

const largeAngle = "|x| is above 2^19 pi / 2, or x next to a multiple of pi / 2";
/** When the functions of codegen/src/math fall back to the host, by their `fallback`. */
export const leftToHost = {
  f32: { cos: "|x| is above 2^19", sin: "|x| is above 2^19", tan: "|x| is above 2^19" },
  f64: {
    cos: largeAngle,
    cosh: "|x| is above 709",
    pow: "|y| is 2^31 or more",
    sin: largeAngle,
    sinh: "|x| is 22 or more",
    tan: largeAngle,
  },
} as const satisfies Record<Float, Partial<Record<Builtin, string>>>;

const REMAINDER = "the quotient is above 2^26, unless both are integers up to 2^52";

/** `shapes` are those of gangs; undefined for scalar code. */
export function hostCalls(
  { module, mathFunctions }: WasmOptions,
  fn: Fn,
  shapes: Shapes | undefined,
): HostCallReport[] {
  const found: HostCallReport[] = [];
  let { at } = fn;
  const see = (expr: Expr): void => {
    const type = expr.type === "f32" || expr.type === "f64" ? expr.type : undefined;
    if (!type || (shapes && shapes.of(expr).kind !== "varying")) return;
    const place = (): Position => positionIn(expr) ?? at;
    if (expr.kind === "op" && isLeftToHost(expr)) {
      found.push({ name: `% of ${type}`, at: place(), form: "seldom", reason: `where ${REMAINDER}` });
    }
    if (expr.kind !== "builtin" || !isImported(expr.builtin)) return;
    const { builtin } = expr;
    const name = `Math.${builtins[builtin].math} of ${type}`;
    const limits: Partial<Record<Builtin, string>> = leftToHost[type];
    if (!shapes) found.push({ name, at: place(), form: "always", reason: "the code is scalar" });
    else if (!mathFunctions?.(type)[builtin])
      found.push({ name, at: place(), form: "always", reason: `vectors have no ${name}` });
    else if (limits[builtin]) found.push({ name, at: place(), form: "seldom", reason: `where ${limits[builtin]}` });
  };
  const positionIn = (expr: Expr): Position | undefined => {
    let first: Position | undefined;
    forEachExpr(expr, (one) => {
      if (one.kind === "element") first ??= module.sites[one.site]?.at;
    });
    return first;
  };
  forEachStmt(fn.body, (stmt) => {
    // A statement without a position takes the previous one.
    if ("at" in stmt && stmt.at) at = stmt.at;
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, see);
  });
  return found;
}
