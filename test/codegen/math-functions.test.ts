// The math functions written in IR operations, against the host's f64 Math rounded to f32: within the builtins table's bound
// on a stride over all f32 and on dense points where it matters, with plain arithmetic and with fused multiply-adds. They
// are evaluated lane by lane as JavaScript text, so nothing here depends on a target.

import { type Builtin, builtins, type Expr, type Op, type ValueScalar } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import type { MathFunction } from "../../codegen/dist/math/math-function.js";
import { mathFunctions } from "../../codegen/dist/math/math-functions.js";
import { createRandom } from "../support/random.js";

type Arithmetic = "plain" | "contracted";
interface Evaluated {
  readonly result: number;
  readonly isFallback: boolean;
}
type Evaluate = (x: number, y: number) => Evaluated;

const floats = new Float32Array(1);
const bits = new Int32Array(floats.buffer);
const bitsOf = (a: number): number => {
  floats[0] = a;
  return bits[0] ?? 0;
};
const floatOf = (a: number): number => {
  bits[0] = a;
  return floats[0] ?? 0;
};
const isNegative = (a: number) => a < 0 || Object.is(a, -0);
const nearest = (a: number) => {
  if (!(Math.abs(a) < 2 ** 52)) return a;
  const rounded = Math.abs(a) + 2 ** 52 - 2 ** 52;
  return isNegative(a) ? -rounded : rounded;
};
const copysign = (a: number, b: number) => (isNegative(b) ? -Math.abs(a) : Math.abs(a));
const library = { bitsOf, floatOf, nearest, copysign };

const infix = (operator: string) => (a: string, b?: string) => `(${a} ${operator} ${b})`;
const applied = (name: string) => (a: string, b?: string) => `${name}(${b === undefined ? a : `${a}, ${b}`})`;
type Text = (a: string, b?: string, c?: string) => string;

/** JavaScript for each operation that vectors have, before the rounding to the type. */
const texts: Readonly<Partial<Record<Op, Text>>> = {
  add: infix("+"),
  sub: infix("-"),
  mul: infix("*"),
  div: infix("/"),
  min: applied("Math.min"),
  max: applied("Math.max"),
  neg: applied("-"),
  abs: applied("Math.abs"),
  sqrt: applied("Math.sqrt"),
  floor: applied("Math.floor"),
  ceil: applied("Math.ceil"),
  trunc: applied("Math.trunc"),
  nearest: applied("nearest"),
  copysign: applied("copysign"),
  and: infix("&"),
  or: infix("|"),
  xor: infix("^"),
  not: applied("!"),
  shl: infix("<<"),
  shr: infix(">>"),
  eq: infix("==="),
  ne: infix("!=="),
  lt: infix("<"),
  le: infix("<="),
  gt: infix(">"),
  ge: infix(">="),
  select: (condition, a, b) => `(${condition} ? ${a} : ${b})`,
  convert: (a) => a,
};

const roundings: Readonly<Partial<Record<ValueScalar, (text: string) => string>>> = {
  f32: (text) => `Math.fround(${text})`,
  i32: (text) => `(${text} | 0)`,
  f64: (text) => text,
  bool: (text) => `!!${text}`,
};

function rounded(type: ValueScalar, text: string): string {
  const rounding = roundings[type];
  if (rounding === undefined) throw new Error(`${type} is no type of a lane`);
  return rounding(text);
}

type Operation = Extract<Expr, { kind: "op" }>;
const isProduct = (expr: Expr | undefined): expr is Operation => expr?.kind === "op" && expr.op === "mul";

/** The exact product of two f32 is an f64: left unrounded, it is a multiply-add with (almost) one rounding. */
function operandText(expr: Expr, isFused: boolean): string {
  return isFused && isProduct(expr) ? infix("*")(...factors(expr)) : textOf(expr, isFused ? "contracted" : "plain");
}

function factors({ args: [a, b] }: Operation): [string, string] {
  if (a === undefined || b === undefined) throw new Error("a product has two factors");
  return [textOf(a, "contracted"), textOf(b, "contracted")];
}

function operationText(expr: Operation, arithmetic: Arithmetic): string {
  const { op, type, args } = expr;
  if (op === "reinterpret")
    return `${type === "i32" ? "bitsOf" : "floatOf"}(${args.map((a) => textOf(a, arithmetic))})`;
  const text = texts[op];
  if (text === undefined) throw new Error(`vectors have no ${op}`);
  if (op === "shl" || op === "shr") expect(args[1]?.kind, "a shift's count").toBe("const");
  if (op === "not" && type !== "bool") throw new Error("only of a bool here");
  if (op === "mul" && type !== "f32" && type !== "f64") throw new Error("no integer products");
  const isSum = (op === "add" || op === "sub") && type === "f32" && arithmetic === "contracted";
  // Of two products the last, as the first one's rounding comes first.
  const fused = isSum ? args.findLastIndex(isProduct) : -1;
  const [a = "", b, c] = args.map((arg, index) => (index === fused ? operandText(arg, true) : textOf(arg, arithmetic)));
  return rounded(type, text(a, b, c));
}

function constantText(value: number | bigint | boolean): string {
  return Object.is(value, -0) ? "-0" : `(${value})`;
}

function textOf(expr: Expr, arithmetic: Arithmetic): string {
  if (expr.kind === "const") return constantText(expr.value);
  if (expr.kind === "local") return `v${expr.local}`;
  if (expr.kind === "op") return operationText(expr, arithmetic);
  throw new Error(`${expr.kind} is no operation on lanes`);
}

function compile({ arity, steps, result, fallback }: MathFunction, arithmetic: Arithmetic): Evaluate {
  const lines = steps.map((step, index) => `const v${arity + index} = ${textOf(step, arithmetic)};`);
  const isFallback = fallback === undefined ? "false" : textOf(fallback, arithmetic);
  const body = `${lines.join("\n")}\nreturn { result: ${textOf(result, arithmetic)}, isFallback: ${isFallback} };`;
  const make = new Function(...Object.keys(library), `return (${arity === 1 ? "v0" : "v0, v1"}) => {\n${body}\n};`);
  return make(...Object.values(library));
}

type Point = readonly [x: number, y: number];
const infinity = Number.POSITIVE_INFINITY;
const largest = floatOf(0x7f7f_ffff);
const positives = [
  0,
  2 ** -149,
  2 ** -126,
  1e-10,
  0.25,
  1 / 3,
  0.5,
  2 / 3,
  0.75,
  1,
  4 / 3,
  1.5,
  2,
  2.5,
  3,
  7,
  8,
  10,
  16,
].concat(
  [
    88.72284,
    89.41599,
    100,
    103.97208,
    1000,
    4096,
    2 ** 19,
    2 ** 23 - 0.5,
    2 ** 24 - 1,
    2 ** 31,
    1e10,
    2 ** 127,
    largest,
    infinity,
  ],
  [1, 2, 3, 4, 6, 7, 100, 12345].flatMap((n) => [(n * Math.PI) / 4, n * Math.PI]),
);
const special = [...positives, ...positives.map((a) => -a), Number.NaN].map(Math.fround);
const random = createRandom(20261121);
const uniform = (limit: number) => Math.fround((random.below(2 ** 31) / 2 ** 30 - 1) * limit);
const anyBits = () => floatOf(random.below(2 ** 32) | 0);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const neighbours = (a: number) => many(41, (index) => floatOf(bitsOf(a) + index - 20));

const unaryPoints: readonly Point[] = [
  ...many(2 ** 16, (index) => floatOf(index * 65537)),
  ...special.flatMap(neighbours),
  ...[0.6, 2, 10, 100, 1000, 2 ** 19].flatMap((limit) => many(8000, () => uniform(limit))),
].map((x) => [x, 0]);

/** Pairs of any magnitude, of like magnitudes, and for pow with results of any magnitude, also next to 1. */
const binaryPoints: readonly Point[] = [
  ...special.flatMap((x) => special.map((y): Point => [x, y])),
  ...many(30_000, (): Point => [anyBits(), anyBits()]),
  ...many(30_000, (): Point => [uniform(10), uniform(10)]),
  ...many(20_000, (): Point => {
    const x = anyBits();
    return [x, Math.fround(x * (1 + uniform(1)))];
  }),
  ...many(20_000, (): Point => {
    const x = Math.abs(anyBits());
    return [x, Math.fround(uniform(150) / Math.log2(x))];
  }),
  ...many(20_000, (): Point => {
    const x = Math.fround(1 + uniform(0.01));
    return [x, Math.fround(uniform(150) / Math.log2(x))];
  }),
];

/** How many f32 lie between the two. */
function distance(a: number, b: number): number {
  const order = (value: number) => (bitsOf(value) < 0 ? -(bitsOf(value) & 0x7fff_ffff) : bitsOf(value));
  return Math.abs(order(a) - order(b));
}

/** Infinity where one is NaN and the other is not, or where their signs differ. */
function difference(result: number, reference: number): number {
  if (Number.isNaN(result) || Number.isNaN(reference))
    return Number.isNaN(result) === Number.isNaN(reference) ? 0 : infinity;
  return isNegative(result) === isNegative(reference) ? distance(result, reference) : infinity;
}

const entries = Object.entries(mathFunctions) as [Builtin, MathFunction][];
const reference = (name: Builtin, x: number, y: number): number => {
  // The row's arity is the function's own.
  const f = Math[builtins[name].math] as (...values: number[]) => number;
  return Math.fround(builtins[name].arity === 1 ? f(x) : f(x, y));
};

test("every builtin has a function of its arity", () => {
  const arities = Object.fromEntries(entries.map(([name, { arity }]) => [name, arity]));
  expect(arities).toEqual(Object.fromEntries(Object.entries(builtins).map(([name, { arity }]) => [name, arity])));
});

describe.each(["plain", "contracted"] as const)("%s", (arithmetic) => {
  const compiled = new Map(entries.map(([name, math]) => [name, compile(math, arithmetic)]));
  const evaluate = (name: Builtin, ...[x, y = 0]: readonly number[]): Evaluated => {
    const run = compiled.get(name);
    if (run === undefined || x === undefined) throw new Error(`no function ${name} of nothing`);
    return run(x, y);
  };

  test.each(entries)("%s is within its bound", (name, { arity }) => {
    const failures: string[] = [];
    for (const [x, y] of arity === 1 ? unaryPoints : binaryPoints) {
      const { result, isFallback } = evaluate(name, x, y);
      if (isFallback) continue;
      const expected = reference(name, x, y);
      const ulps = difference(result, expected);
      if (ulps > builtins[name].ulp.f32) failures.push(`${name}(${x}, ${y}): ${result}, not ${expected}: ${ulps} ulp`);
    }
    expect(failures.slice(0, 10)).toEqual([]);
  });

  test.each(entries)("%s: NaN, infinities and zeros are Math's, and so is an exact zero's sign", (name, { arity }) => {
    const points = arity === 1 ? special.map((x): Point => [x, 0]) : binaryPoints.slice(0, special.length ** 2);
    const isSpecial = (a: number) => a === 0 || !Number.isFinite(a);
    const wrong = points.filter(([x, y]) => {
      const { result, isFallback } = evaluate(name, x, y);
      const expected = reference(name, x, y);
      return !isFallback && (isSpecial(result) || isSpecial(expected)) && !Object.is(result, expected);
    });
    expect(wrong).toEqual([]);
  });

  test.each<[Builtin, readonly number[], number]>([
    ["exp", [0], 1],
    ["exp", [-0], 1],
    ["cos", [0], 1],
    ["cosh", [-0], 1],
    ["log", [1], 0],
    ["log10", [1], 0],
    ["log10", [1000], 3],
    ["cbrt", [27], 3],
    ["cbrt", [-(2 ** -144)], -(2 ** -48)],
    ["tanh", [20], 1],
    ["tanh", [-infinity], -1],
    ["expm1", [-20], -1],
    ["expm1", [2 ** -149], 2 ** -149],
    ["sinh", [-3 * 2 ** -149], -3 * 2 ** -149],
    ["acos", [1], 0],
    ["atan2", [0, -0], Math.fround(Math.PI)],
    ["hypot", [3, 4], 5],
    ["hypot", [2 ** -149, 0], 2 ** -149],
    ["pow", [2, -149], 2 ** -149],
    ["pow", [-8, 3], -512],
    ["pow", [10, 10], 1e10],
    ["round", [-0.5], -0],
    ["round", [Math.fround(0.49999997)], 0],
    ["sign", [-0], -0],
  ])("%s(%j) is %d", (name, operands, expected) => {
    expect(evaluate(name, ...operands).result).toBe(expected);
  });

  test("powers of two have exact binary logarithms, and exp2 of integers by pow is exact", () => {
    for (let exponent = -149; exponent < 128; exponent++) {
      expect(evaluate("log2", 2 ** exponent).result).toBe(exponent);
      expect(evaluate("pow", 2, exponent).result).toBe(2 ** exponent);
    }
  });

  test("only large arguments of sin, cos and tan fall back", () => {
    const fallen = entries.filter(([name]) => [0, 1e5, 2 ** 19].some((x) => evaluate(name, x, x).isFallback));
    expect(fallen).toEqual([]);
    expect(entries.filter(([, { fallback }]) => fallback !== undefined).map(([name]) => name)).toEqual([
      "cos",
      "sin",
      "tan",
    ]);
  });
});
