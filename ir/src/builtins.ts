// The builtins table: math functions that are more than one operation, with their arity, accuracy and JavaScript meaning.
// f64 results are the host's Math function. f32 results are fround(Math.f(x)) unless a target states its own polynomial:
// `ulp` is the most, in units in the last place, by which a target's result may differ from that.

export interface BuiltinRow {
  readonly arity: 1 | 2;
  /** The function's name in JavaScript's Math, which also states its special values. */
  readonly math: MathFunction;
  readonly ulp: { readonly f32: number; readonly f64: number };
}
type MathFunction = {
  [K in keyof Math]: Math[K] extends (...args: never[]) => number ? K : never;
}[keyof Math] &
  string;

const row = (arity: 1 | 2, math: MathFunction): BuiltinRow => ({ arity, math, ulp: { f32: 0, f64: 0 } });

export const builtins = {
  acos: row(1, "acos"),
  acosh: row(1, "acosh"),
  asin: row(1, "asin"),
  asinh: row(1, "asinh"),
  atan: row(1, "atan"),
  atan2: row(2, "atan2"),
  atanh: row(1, "atanh"),
  cbrt: row(1, "cbrt"),
  cos: row(1, "cos"),
  cosh: row(1, "cosh"),
  exp: row(1, "exp"),
  expm1: row(1, "expm1"),
  hypot: row(2, "hypot"),
  log: row(1, "log"),
  log10: row(1, "log10"),
  log1p: row(1, "log1p"),
  log2: row(1, "log2"),
  pow: row(2, "pow"),
  round: row(1, "round"),
  sign: row(1, "sign"),
  sin: row(1, "sin"),
  sinh: row(1, "sinh"),
  tan: row(1, "tan"),
  tanh: row(1, "tanh"),
} as const satisfies Record<string, BuiltinRow>;

export type Builtin = keyof typeof builtins;
