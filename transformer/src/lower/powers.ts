// Lowers powers: `x ** k`, `x **= k` and Math.pow(x, k). Small constant exponents become products, quotients and roots, with JavaScript's special
// values; all others use the IR's builtin. Error bounds: docs/math.md, "Powers".

import { build, type Expr, restated } from "@lanewise/ir";
import type ts from "typescript-6";
import { constantOfTerm, isFloatType, type Term } from "../infer/term.js";
import { skipWrappers } from "../recognise/calls.js";
import { isName } from "../recognise/names.js";
import { roundedToInteger } from "./coerce.js";
import { type FunctionEmitter, spill, termOf } from "./function-emitter.js";

/** Returns the type in which a power is computed; one that must be an integer is an f64 first, so that nothing wraps. */
export function typeOfPower({ type }: Term): "f32" | "f64" {
  return type === "f32" ? "f32" : "f64";
}

/** Lowers `base ** exponent` of `node`; `right` is the exponent's expression. */
export function lowerPower(
  emitter: FunctionEmitter,
  node: ts.Expression,
  right: ts.Expression,
  base: Expr,
  exponent: Expr,
): Expr {
  const { kind, type } = termOf(emitter, node);
  const known = constantExponent(emitter, right, exponent);
  const product = known === undefined ? undefined : powerOf(emitter, base, known);
  const power = product ? withDigits(product, known) : build.builtin("pow", base, exponent);
  return kind === "integer" && !isFloatType(type) ? roundedToInteger(emitter, power, type) : power;
}

/** Exponents whose powers are the same in every implementation that rounds once (decision 0045). */
const exact: ReadonlySet<number | undefined> = new Set([-1, 0, 0.5, 1, 2]);

/** Marks a power whose last digits may differ from the engine's (ir/src/module/restated.ts). An f32's differ from JavaScript's anyhow. */
function withDigits(power: Expr, exponent: number | undefined): Expr {
  return power.type === "f64" && !exact.has(exponent) ? restated("reinterpret", power) : power;
}

/** Returns a constant exponent, or the only number that a name ever holds; evaluating a name has no effects. */
function constantExponent(emitter: FunctionEmitter, node: ts.Expression, lowered: Expr): number | undefined {
  if (lowered.kind === "const") return Number(lowered.value);
  const { context } = emitter.collection;
  return isName(context, skipWrappers(context, node)) ? constantOfTerm(termOf(emitter, node)) : undefined;
}

type FloatType = "f32" | "f64";
const typeOf = (x: Expr): FloatType => (x.type === "f32" ? "f32" : "f64");
const number = (x: Expr, value: number) => build.constant(typeOf(x), value);
const times = (a: Expr, b: Expr) => build.op("mul", a, b);
const over = (a: Expr, b: Expr) => build.op("div", a, b);

/** The root of -0 is -0, but its power with 1/2 is 0. */
const root = (x: Expr) => build.op("sqrt", build.op("add", x, number(x, 0)));

type Product = (x: Expr, emitter: FunctionEmitter) => Expr;

/** Powers with positive constants, of an x that may be read repeatedly. Where a power is finite, so are its intermediate results. */
const products: ReadonlyMap<number, Product> = new Map<number, Product>([
  [0.5, root],
  [1, (x) => x],
  [1.5, (x) => times(x, build.op("sqrt", x))], // -0 times its root is 0
  [2, (x) => times(x, x)],
  [2.5, (x) => times(times(x, x), root(x))],
  [3, (x) => times(times(x, x), x)],
  [
    4,
    (x, emitter) => {
      const square = spill(emitter, times(x, x));
      return times(square, square);
    },
  ],
]);

/** Returns undefined for powers that need the builtin. */
function powerOf(emitter: FunctionEmitter, base: Expr, exponent: number): Expr | undefined {
  if (exponent === 0) {
    spill(emitter, base); // evaluated nevertheless: an index may be out of bounds
    return number(base, 1);
  }
  const product = products.get(Math.abs(exponent));
  if (!product) return undefined;
  const x = spill(emitter, base);
  const power = exponent > 0 ? product(x, emitter) : reciprocal(emitter, x, product, exponent);
  if (Number.isInteger(exponent)) return power;
  // The root of -Infinity is NaN; its power is not.
  const isLeast = build.op("eq", x, number(x, Number.NEGATIVE_INFINITY));
  return build.op("select", isLeast, number(x, exponent > 0 ? Number.POSITIVE_INFINITY : 0), power);
}

/** Returns 1 / x^n; where x^n overflows, (1 / x)^n, which need not be 0. */
function reciprocal(emitter: FunctionEmitter, x: Expr, product: Product, exponent: number): Expr {
  const one = number(x, 1);
  if (exponent >= -1) return over(one, product(x, emitter)); // neither x nor its root overflows
  const power = spill(emitter, product(x, emitter));
  const inverse = spill(emitter, over(one, x));
  const isTooLarge = build.op("eq", build.op("abs", power), number(x, Number.POSITIVE_INFINITY));
  return build.op("select", isTooLarge, product(inverse, emitter), over(one, power));
}
