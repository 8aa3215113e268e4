// Every operator and function of integers on every element type, at the numbers where something changes; and on pairs of different types.

import { constructors, type ElementType, edgesOf, elementTypes, isFloat, pairsOf } from "../edges.js";
import type { NumberCase, TypedArray } from "../number-case.js";

const binary: Readonly<Record<string, readonly string[]>> = {
  "arithmetic and comparisons": [
    ...["+", "-", "*", "/", "%"].map((operator) => `a[i] ${operator} b[i]`),
    ...["<", "<=", ">", ">=", "===", "!=="].map((operator) => `a[i] ${operator} b[i] ? 1 : 0`),
    "Math.min(a[i], b[i])",
    "Math.max(a[i], b[i])",
  ],
  bits: [...["&", "|", "^", "<<", ">>", ">>>"].map((operator) => `a[i] ${operator} b[i]`), "Math.imul(a[i], b[i])"],
};

const unary: Readonly<Record<string, readonly string[]>> = {
  "signs, roundings and comparisons": [
    ...[
      "-a[i]",
      "+a[i]",
      "!a[i] ? 1 : 0",
      "a[i] - 3 < 0 ? 1 : 0",
      "a[i] < 2147483648 ? 1 : 0",
      "a[i] === 4294967295 ? 1 : 0",
    ],
    ...["abs", "sign", "floor", "ceil", "round", "trunc", "sqrt", "fround"].map((name) => `Math.${name}(a[i])`),
  ],
  steps: ["a[i] + 1", "a[i] - 1", "a[i] * 3", "a[i] / 3", "a[i] % 3", "7 - a[i]", "100 / a[i]", "5 % a[i]"],
};

const idioms = ["a[i] | 0", "a[i] >>> 0", "~~a[i]"];
const bits = ["~a[i]", "Math.clz32(a[i])", "a[i] & 255", "Math.imul(a[i], 3)"];

/** Not of f32, whose arithmetic is rounded where it is not stored to f64 alone (a listed exception). */
const cuts = [
  "(a[i] + 1) | 0",
  "(a[i] - 1) >>> 0",
  "(a[i] * 3) | 0",
  "(a[i] / 3) | 0",
  "(5 - a[i]) & 255",
  "1 & (a[i] / 2)",
];

const pairs: readonly (readonly [ElementType, ElementType])[] = [
  ...elementTypes.map((type) => [type, type] as const),
  ["i32", "u32"],
  ["u32", "i32"],
  ["i8", "u32"],
  ["u8", "i32"],
  ["i16", "u16"],
  ["u16", "u32"],
  ["u8clamped", "i8"],
  ["i32", "f64"],
  ["f64", "u32"],
  ["u8", "f32"],
  ["f32", "i32"],
  ["u32", "f32"],
  ["f32", "f64"],
];

/** Of the expressions, one after the other, for each work-item. */
function numberCase(name: string, expressions: readonly string[], arrays: Record<string, TypedArray>): NumberCase {
  const items = arrays.a?.length ?? 0;
  const stores = expressions.map((text, at) => `out[i * ${expressions.length} + ${at}] = ${text};`);
  return {
    name,
    body: stores.join("\n    "),
    captures: { ...arrays, out: new Float64Array(items * expressions.length) },
    range: [items],
  };
}

const compounds = ["+= 300", "-= 300", "*= 3", "/= 2", "%= 7"];
const bitCompounds = ["&= 60", "|= 129", "^= -1", "<<= 3", ">>= 1", ">>>= 1"];

/** Each changes an element in place: what is stored is what the type holds of the exact result. */
function compoundCase(type: ElementType): NumberCase {
  const edges = edgesOf(type);
  const statements = [
    ...[...compounds, ...bitCompounds].map((compound) => `a[own] ${compound};`),
    "a[own]++;",
    "--a[own];",
    "a[own] **= 2;",
  ];
  // Arithmetic of f32 is rounded once, at the store: one operation each.
  const lines = statements.map((text, at) => text.replace("own", `i * ${statements.length} + ${at}`));
  return {
    name: `compound assignments to ${type}`,
    body: lines.join("\n    "),
    captures: { a: new constructors[type]([...edges].flatMap((edge) => statements.map(() => edge))) },
    range: [edges.length],
  };
}

/** A number is a variable, which steps change. */
function variableCase(type: ElementType): NumberCase {
  return {
    name: `a variable that starts as ${type}`,
    body: `
    let x = a[i];
    x++;
    out[i * 7] = x--;
    out[i * 7 + 1] = --x;
    x += 2147483647;
    out[i * 7 + 2] = x;
    x *= 4;
    out[i * 7 + 3] = x;
    x -= a[i];
    out[i * 7 + 4] = x;
    x %= 1000;
    out[i * 7 + 5] = x;
    x <<= 2;
    out[i * 7 + 6] = x;`,
    captures: { a: edgesOf(type), out: new Float64Array(edgesOf(type).length * 7) },
    range: [edgesOf(type).length],
  };
}

const unaryCases = (type: ElementType): readonly NumberCase[] => {
  const own = Object.entries(unary).map(([group, texts]) =>
    numberCase(`${group} of ${type}`, texts, { a: edgesOf(type) }),
  );
  const cut = [...idioms, ...(type === "f32" ? [] : cuts), ...bits];
  return [...own, numberCase(`cuts of ${type}`, cut, { a: edgesOf(type) })];
};

const binaryCases = ([first, second]: (typeof pairs)[number]): readonly NumberCase[] =>
  Object.entries(binary).map(([group, texts]) =>
    numberCase(`${group} of ${first} and ${second}`, texts, pairsOf(first, second)),
  );

export const operators: readonly NumberCase[] = [
  ...elementTypes.flatMap(unaryCases),
  ...pairs.flatMap(binaryCases),
  ...elementTypes.map(compoundCase),
  ...elementTypes.filter((type) => !isFloat(type)).map(variableCase),
];
