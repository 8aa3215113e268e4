// The builtins table: math functions that take more than one operation, with their arity, accuracy and JavaScript meaning. f64 results equal the
// host's Math function bit for bit. f32 results are fround(Math.f(x)) unless a target has its own polynomial: `ulp` bounds how far, in units in the
// last place, a target's result may differ from that.

export interface BuiltinRow {
  readonly arity: 1 | 2;
  /** The function's name in JavaScript's Math, which also defines its special values. */
  readonly math: MathFunction;
  readonly ulp: { readonly f32: number; readonly f64: number };
}
type MathFunction = {
  [K in keyof Math]: Math[K] extends (...args: never[]) => number ? K : never;
}[keyof Math] &
  string;

// The f32 bounds are measured on the functions in codegen/src/math (docs/math.md; test/codegen/math-functions.test.ts).
const row = (arity: 1 | 2, math: MathFunction, f32: number): BuiltinRow => ({ arity, math, ulp: { f32, f64: 0 } });

export const builtins = {
  acos: row(1, "acos", 1),
  acosh: row(1, "acosh", 2),
  asin: row(1, "asin", 2),
  asinh: row(1, "asinh", 2),
  atan: row(1, "atan", 2),
  atan2: row(2, "atan2", 2),
  atanh: row(1, "atanh", 2),
  cbrt: row(1, "cbrt", 1),
  cos: row(1, "cos", 2),
  cosh: row(1, "cosh", 1),
  exp: row(1, "exp", 1),
  expm1: row(1, "expm1", 1),
  hypot: row(2, "hypot", 1),
  log: row(1, "log", 1),
  log10: row(1, "log10", 2),
  log1p: row(1, "log1p", 2),
  log2: row(1, "log2", 2),
  pow: row(2, "pow", 1),
  round: row(1, "round", 0),
  sign: row(1, "sign", 0),
  sin: row(1, "sin", 2),
  sinh: row(1, "sinh", 2),
  tan: row(1, "tan", 3),
  tanh: row(1, "tanh", 2),
} as const satisfies Record<string, BuiltinRow>;

export type Builtin = keyof typeof builtins;
