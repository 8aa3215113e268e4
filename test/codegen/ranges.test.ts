// The ranges that narrowing computes for operations: each holds all results of operands in their ranges; where the result of an operation is bounded
// by its corners, its range has no other numbers at its ends.

import { build, type Expr, type ScalarType, semanticsOf, type ValueScalar } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { type RangeContext, rangeOf } from "../../codegen/dist/narrow/expression-ranges.js";
import {
  anything,
  common,
  fits,
  hasZero,
  integers,
  isExact,
  isSameRange,
  isWithin,
  type Range,
  typeRange,
  union,
  widened,
} from "../../codegen/dist/narrow/range.js";
import { isModularTogether, rangeTogether, type Together } from "../../codegen/dist/narrow/together.js";

const contextOf = (...ranges: readonly Range[]): RangeContext => {
  const context: RangeContext = {
    assumed: undefined,
    tables: () => undefined,
    parameters: ranges.length,
    rangeOfArray: () => undefined,
    definitionOf: () => undefined,
    isAssigned: () => false,
    anywhere: () => context,
    rangeOfLocal: (local) => ranges[local] ?? anything,
  };
  return context;
};

const MOST = 2 ** 31 - 1;
const LEAST = -(2 ** 31);
type Span = readonly [low: number, high: number];
const small: readonly Span[] = [
  ...([
    [0, 0],
    [1, 1],
    [-1, -1],
    [0, 1],
    [-3, 5],
    [2, 6],
    [-7, -2],
    [0, 7],
    [5, 31],
    [-1, 0],
    [16, 17],
  ] as const),
];
const large: readonly Span[] = [
  ...([
    [LEAST, MOST],
    [LEAST, LEAST],
    [MOST - 2, MOST],
    [0, MOST],
    [LEAST, -1],
    [65535, 65536],
    [-129, -127],
  ] as const),
];

/** All of a small one; of a large one its ends and what is near to them, and to zero. */
function valuesIn([low, high]: Span): readonly number[] {
  if (high - low < 32) return Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const near = [low, low + 1, low + 2, -2, -1, 0, 1, 2, 31, 32, high - 2, high - 1, high];
  return near.filter((value) => value >= low && value <= high);
}

const rangeIn = ([low, high]: Span): Range => integers(low, high);
const isIn = (value: number, { low, high, isInteger, hasNaN, hasNegativeZero }: Range): boolean => {
  if (Number.isNaN(value)) return hasNaN;
  if (Object.is(value, -0) && !hasNegativeZero) return false;
  return value >= low && value <= high && (!isInteger || !Number.isFinite(value) || Number.isInteger(value));
};

type Named = Parameters<typeof build.op>[0];

/** Whether the ends of the range are results where no result leaves the type. */
const words: Readonly<Partial<Record<Named, boolean>>> = {
  ...{ add: true, sub: true, mul: true, neg: true, abs: true, min: true, max: true, not: true },
  ...{ shl: false, shr: true, and: false, or: false, xor: false, div: true, floordiv: true, rem: false },
  ...{ clz: false, ctz: false, popcnt: false },
};
const unary: ReadonlySet<string> = new Set(["neg", "abs", "not", "clz", "ctz", "popcnt"]);

function resultsOf(op: Named, type: ValueScalar, a: Span, b: Span): readonly number[] {
  const apply = semanticsOf(op, type, type);
  if (!apply) return [];
  const right = unary.has(op) ? [0] : valuesIn(b);
  return valuesIn(a).flatMap((x) =>
    right.flatMap((y) => {
      const found = apply(x, y, 0);
      return typeof found === "number" ? [found] : [];
    }),
  );
}

function exprOf(op: Named, type: ValueScalar): Expr {
  const [a, b] = [build.local(0, type), build.local(1, type)];
  return unary.has(op) ? build.op(op, a) : build.op(op, a, b);
}

describe.each(Object.entries(words) as [Named, boolean][])("%s of words", (op, isTight) => {
  const expr = exprOf(op, "i32");

  test("has all results", () => {
    for (const a of [...small, ...large]) {
      for (const b of [...small, ...large]) {
        const range = rangeOf(contextOf(rangeIn(a), rangeIn(b)), expr);
        for (const result of resultsOf(op, "i32", a, b))
          expect(isIn(result, range), `${a} ${op} ${b}: ${result} in ${range.low} to ${range.high}`).toBe(true);
      }
    }
  });

  test("is as narrow as that, or has at most the bits of its operands", () => {
    for (const a of small) {
      for (const b of small) {
        const results = resultsOf(op, "i32", a, b);
        const { low, high } = rangeOf(contextOf(rangeIn(a), rangeIn(b)), expr);
        const about = `${a} ${op} ${b}`;
        const [least, most] = [Math.min(...results), Math.max(...results)];
        const hasRule = op === "shr" ? b[0] >= 0 : !(op.endsWith("div") && hasZero(rangeIn(b)));
        if (isTight && hasRule) expect([low, high], about).toEqual([least + 0, most + 0]);
        if (op === "shl" && b[0] >= 0) {
          const [one, other] = [a[0] * 2 ** b[1], a[1] * 2 ** b[1]];
          if (one >= LEAST && other <= MOST) expect([low, high], about).toEqual([least + 0, most + 0]);
        }
        if (op === "rem" && !hasZero(rangeIn(b)) && a[0] >= 0) {
          const bound = Math.max(Math.abs(b[0]), Math.abs(b[1])) - 1;
          expect([low, high], about).toEqual([0, Math.min(bound, a[1])]);
        }
        if ((op === "or" || op === "xor") && a[0] >= 0 && b[0] >= 0) {
          const bits = 32 - Math.clz32(Math.max(a[1], b[1]));
          expect([low, high], about).toEqual([0, 2 ** bits - 1]);
        }
        if (op === "and" && (a[0] >= 0 || b[0] >= 0)) {
          const bounds = [a, b].filter(([first]) => first >= 0).map(([, last]) => last);
          expect([low, high], about).toEqual([0, Math.min(...bounds)]);
        }
        if (op === "clz" || op === "ctz" || op === "popcnt") expect([low, high]).toEqual([0, 32]);
      }
    }
  });
});

const doubles: readonly Range[] = [
  ...small.map(rangeIn),
  { ...integers(-2, 3), hasNegativeZero: true },
  { ...integers(-2, 3), isInteger: false },
  { ...integers(0, 4), hasNaN: true },
  integers(0, Number.POSITIVE_INFINITY),
  integers(Number.NEGATIVE_INFINITY, -1),
  integers(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
  anything,
];

function doublesIn({ low, high, isInteger, hasNaN, hasNegativeZero }: Range): readonly number[] {
  const some = [low, high, ...[-7, -3, -2, -1, 0, 1, 2, 3, 5, 1e300, -1e300]];
  const parts = isInteger ? [] : [-1.5, -0.5, 0.5, 0.25, 2.5];
  const all = [...some, ...parts].filter((one) => one >= low && one <= high).map((one) => one + 0);
  return [...all, ...(hasNaN ? [Number.NaN] : []), ...(hasNegativeZero ? [-0] : [])];
}

test.each(["add", "sub", "mul", "rem", "min", "max", "neg", "abs"] as const)("%s of doubles has all results", (op) => {
  const apply = semanticsOf(op, "f64", "f64");
  if (!apply) throw new Error(`${op} is of doubles`);
  const expr = exprOf(op, "f64");
  for (const a of doubles) {
    for (const b of unary.has(op) ? [integers(0, 0)] : doubles) {
      const range = rangeOf(contextOf(a, b), expr);
      for (const x of doublesIn(a)) {
        for (const y of doublesIn(b)) {
          const result = Number(apply(x, y, 0));
          const about = `${x} ${op} ${y} = ${result} in ${JSON.stringify(range)} of ${JSON.stringify([a, b])}`;
          expect(isIn(result, range), about).toBe(true);
        }
      }
    }
  }
});

/** What must not be in the range of a result, or programs would stay doubles. */
test.each<readonly [op: Named, a: Range, b: Range, range: Partial<Range>]>([
  ["add", integers(1, 2), integers(3, 4), { low: 4, high: 6, isInteger: true, hasNaN: false, hasNegativeZero: false }],
  ["add", integers(1, Number.POSITIVE_INFINITY), integers(0, 1), { hasNaN: false }],
  ["sub", integers(0, 2), integers(0, 2), { low: -2, high: 2, hasNegativeZero: false }],
  ["mul", integers(0, 3), integers(1, 4), { low: 0, high: 12, hasNaN: false, hasNegativeZero: false }],
  ["mul", integers(1, Number.POSITIVE_INFINITY), integers(1, 2), { hasNaN: false }],
  ["mul", integers(-2, -1), integers(1, 4), { low: -8, high: -1, hasNegativeZero: false }],
  ["rem", integers(0, 99), integers(7, 7), { low: 0, high: 6, hasNaN: false, hasNegativeZero: false }],
  ["rem", integers(0, 3), integers(7, 9), { low: 0, high: 3 }],
  ["rem", integers(-9, -5), integers(3, 3), { low: -2, high: 0 }],
  ["min", integers(1, 5), integers(2, 3), { low: 1, high: 3 }],
  ["max", integers(1, 5), integers(2, 3), { low: 2, high: 5 }],
  ["neg", integers(1, 2), integers(0, 0), { low: -2, high: -1, hasNegativeZero: false }],
  ["abs", integers(-5, 2), integers(0, 0), { low: 0, high: 5, hasNegativeZero: false }],
])("%s of %o and %o is %o", (op, a, b, range) => {
  expect(rangeOf(contextOf(a, b), exprOf(op, "f64"))).toMatchObject(range);
});

const at = (type: ValueScalar): Expr => build.local(0, type);
const quotient = build.op("div", at("f64"), build.local(1, "f64"));

test.each<readonly [name: string, expr: Expr, a: Range, b: Range, range: Range]>([
  ["floor of a quotient", build.op("floor", quotient), integers(-9, 20), integers(3, 4), integers(-3, 6)],
  ["trunc of a quotient", build.op("trunc", quotient), integers(0, 20), integers(3, 4), integers(0, 6)],
  ["wrap of what fits", build.convert("wrap", "i32", at("f64")), integers(-5, 7), anything, integers(-5, 7)],
  ["wrap of what does not", build.convert("wrap", "i32", at("f64")), integers(0, 2 ** 31), anything, typeRange("i32")],
  [
    "wrap of NaN",
    build.convert("wrap", "i32", at("f64")),
    { ...integers(3, 7), hasNaN: true },
    anything,
    integers(0, 7),
  ],
  ["an index", build.convert("index", "i32", at("f64")), integers(-5, 2 ** 40), anything, integers(-5, MOST)],
  [
    ...(["an index that may be NaN", build.convert("index", "i32", at("f64"))] as const),
    ...([{ ...integers(3, 7), hasNaN: true }, anything, integers(-1, 7)] as const),
  ],
  ["saturate", build.convert("saturate", "u32", at("f64")), integers(-5, 9), anything, integers(0, 9)],
  ["f64 of a word", build.convert("convert", "f64", at("i32")), integers(-5, 9), anything, integers(-5, 9)],
  ["f32 of a small word", build.convert("convert", "f32", at("i32")), integers(-5, 9), anything, integers(-5, 9)],
  ["a bool as a number", build.convert("convert", "f64", at("bool")), anything, anything, integers(0, 1)],
  [
    ...(["a choice", build.op("select", build.constant("bool", true), at("i32"), build.local(1, "i32"))] as const),
    ...([integers(1, 2), integers(5, 6), integers(1, 6)] as const),
  ],
  [
    "reinterpret of what is positive",
    build.convert("reinterpret", "u32", at("i32")),
    integers(1, 9),
    anything,
    integers(1, 9),
  ],
  [
    ...(["reinterpret of what is not", build.convert("reinterpret", "u32", at("i32"))] as const),
    ...([integers(-1, 9), anything, typeRange("u32")] as const),
  ],
])("%s", (_, expr, a, b, range) => {
  const found = rangeOf(contextOf(a, b), expr);
  expect({ low: found.low, high: found.high, isInteger: found.isInteger, hasNaN: found.hasNaN }).toEqual({
    ...{ low: range.low, high: range.high, isInteger: range.isInteger, hasNaN: range.hasNaN },
  });
});

describe("ranges", () => {
  const isWordRange = (range: Range): readonly boolean[] => [fits(range, "i32"), fits(range, "u32"), isExact(range)];

  test.each<readonly [Range, readonly boolean[]]>([
    [integers(LEAST, MOST), [true, false, true]],
    [integers(LEAST - 1, MOST), [false, false, true]],
    [integers(0, MOST), [true, true, true]],
    [integers(0, MOST + 1), [false, true, true]],
    [integers(0, 2 ** 32), [false, false, true]],
    [integers(-(2 ** 53), 2 ** 53), [false, false, true]],
    [integers(-(2 ** 53), 2 ** 53 + 2), [false, false, false]],
    [integers(-(2 ** 53) - 2, 0), [false, false, false]],
    [{ ...integers(0, 1), hasNaN: true }, [false, false, false]],
    [{ ...integers(0, 1), isInteger: false }, [false, false, false]],
  ])("%o fits i32, u32, a double: %o", (range, expected) => {
    expect(isWordRange(range)).toEqual(expected);
  });

  test("are within each other at their ends", () => {
    expect(isWithin(integers(1, 2), integers(1, 2))).toBe(true);
    expect(isWithin(integers(0, 2), integers(1, 2))).toBe(false);
    expect(isWithin(integers(1, 3), integers(1, 2))).toBe(false);
    expect(isWithin({ ...integers(1, 2), hasNaN: true }, integers(1, 2))).toBe(false);
  });

  test("are the same if all is", () => {
    const one = integers(0, 1);
    const others: readonly Partial<Range>[] = [
      { low: -1 },
      { high: 2 },
      { isInteger: false },
      { hasNaN: true },
      { hasNegativeZero: true },
    ];
    expect(isSameRange(one, { ...one })).toBe(true);
    for (const other of others) {
      expect(isSameRange(one, { ...one, ...other })).toBe(false);
      expect(isSameRange(union(one, { ...one, ...other }), { ...one, ...other })).toBe(true);
    }
  });

  test("of one value say together what both say, and the first one where they contradict each other", () => {
    const all: Range = { ...integers(-5, 9), isInteger: false, hasNaN: true, hasNegativeZero: true };
    expect(common(all, integers(2, 12))).toEqual(integers(2, 9));
    expect(common(integers(2, 12), all)).toEqual(integers(2, 9));
    expect(common(all, all)).toEqual(all);
    expect(common(integers(0, 5), integers(5, 7))).toEqual(integers(5, 5));
    expect(common(integers(0, 4), integers(5, 7))).toEqual(integers(0, 4));
  });

  test.each<readonly [before: Span, after: Span, widened: Span]>([
    [
      [0, 1],
      [0, 2],
      [0, 128],
    ],
    [
      [0, 1],
      [-1, 1],
      [-1, 1],
    ],
    [
      [0, 1],
      [-2, 1],
      [-128, 1],
    ],
    ...(
      [
        [1, 1],
        [129, 256],
        [257, 2 ** 15],
        [2 ** 15 + 1, 2 ** 16],
        [2 ** 16 + 1, 2 ** 24],
        [2 ** 24 + 1, MOST],
        [2 ** 32, 2 ** 52],
        [2 ** 52 + 1, 2 ** 53],
      ] as const
    ).map(([high, rung]): [Span, Span, Span] => [
      [0, 0],
      [0, high],
      [0, rung],
    ]),
    [
      [-5, 1],
      [-4, 1],
      [-4, 1],
    ],
    [
      [-9, -5],
      [-9, -1],
      [-9, 0],
    ],
    [
      [5, 9],
      [1, 9],
      [0, 9],
    ],
    [
      [0, 1],
      [LEAST, 2 ** 31],
      [LEAST, 2 ** 32 - 1],
    ],
    [
      [0, 1],
      [0, 2 ** 53 + 2],
      [0, Number.POSITIVE_INFINITY],
    ],
  ])("%o growing to %o climb to %o", (before, after, expected) => {
    const { low, high } = widened(rangeIn(before), rangeIn(after));
    expect([low, high]).toEqual(expected);
  });

  test.each<readonly [ScalarType, Span]>([
    ["i8", [-128, 127]],
    ["u8", [0, 255]],
    ["i16", [-32768, 32767]],
    ["u16", [0, 65535]],
    ["bool", [0, 1]],
  ])("%s has %o", (type, [low, high]) => {
    expect(typeRange(type)).toEqual(integers(low, high));
  });
});

describe("what a sub-group computes together", () => {
  const of = (op: Together["op"], combination: Together["combination"]): Together => {
    const made = build.subGroup(op as "reduce", 1, at("f64"), combination ?? "add", 0);
    // Shuffles combine nothing; what they would be given does not matter here.
    return { ...made, combination } as Together;
  };

  test.each<readonly [op: Together["op"], combination: Together["combination"], range: Range]>([
    ["shuffle", undefined, integers(-2, 3)],
    ["reduce", "add", integers(-32, 48)],
    ["inclusiveScan", "add", integers(-32, 48)],
    ["exclusiveScan", "add", integers(-32, 48)],
    ["reduce", "min", integers(-2, 3)],
    ["inclusiveScan", "max", integers(-2, 3)],
    ["exclusiveScan", "max", anything],
    ["exclusiveScan", "min", anything],
    ["reduce", "mul", anything],
  ])("%s %s", (op, combination, range) => {
    expect(rangeTogether(of(op, combination), integers(-2, 3))).toEqual(range);
  });

  test("the identity of an exclusive sum is 0", () => {
    expect(rangeTogether(of("exclusiveScan", "add"), integers(2, 3))).toEqual(integers(0, 48));
    expect(rangeTogether(of("reduce", "add"), integers(2, 3))).toEqual(integers(2, 48));
  });

  test("sums of what has no bounds may be NaN", () => {
    const open = integers(Number.NEGATIVE_INFINITY, 3);
    expect(rangeTogether(of("reduce", "add"), open).hasNaN).toBe(true);
    expect(rangeTogether(of("reduce", "add"), integers(0, Number.POSITIVE_INFINITY)).hasNaN).toBe(true);
    expect(rangeTogether(of("reduce", "add"), integers(0, 1)).hasNaN).toBe(false);
  });

  test("sums and what is passed on follow modulo 2^32, extremes do not", () => {
    expect(isModularTogether(of("shuffle", undefined), anything)).toBe(true);
    expect(isModularTogether(of("reduce", "add"), integers(0, 2 ** 49))).toBe(true);
    expect(isModularTogether(of("reduce", "add"), integers(0, 2 ** 50))).toBe(false);
    expect(isModularTogether(of("reduce", "max"), integers(0, 1))).toBe(false);
  });
});
