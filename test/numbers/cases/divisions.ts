// Divisions and remainders that are cut to integers, and the zeros and infinities in them.

import { type ElementType, pairsOf } from "../edges.js";
import type { NumberCase } from "../number-case.js";

const forms = [
  "Math.floor(a[i] / b[i])",
  "Math.ceil(a[i] / b[i])",
  "Math.trunc(a[i] / b[i])",
  "Math.round(a[i] / b[i])",
  "(a[i] / b[i]) | 0",
  "(a[i] / b[i]) >>> 0",
  "~~(a[i] / b[i])",
  "a[i] - b[i] * Math.floor(a[i] / b[i])",
  "((a[i] % b[i]) + b[i]) % b[i]",
  "(a[i] % b[i]) | 0",
];

const formsOf = (first: ElementType, second: ElementType): NumberCase => {
  const { a, b } = pairsOf(first, second);
  return {
    name: `divisions cut to integers, ${first} by ${second}`,
    body: forms.map((text, at) => `out[i * ${forms.length} + ${at}] = ${text};`).join("\n    "),
    captures: { a, b, out: new Float64Array(a.length * forms.length) },
    range: [a.length],
  };
};

const byCaptured = (name: string, expression: string): NumberCase => {
  const { a } = pairsOf("i32", "u8");
  return {
    name: `${name} by a captured number`,
    body: `out[i] = ${expression};`,
    captures: { a, d: 3, out: new Float64Array(a.length) },
    relaunches: [-1, 0, -0, 7, 2147483648, 4294967295, -2147483648, 0.5, Number.NaN, Number.POSITIVE_INFINITY].map(
      (d) => ({ d }),
    ),
  };
};

const COUNT = 60;
/** Numbers of each size, among them those with few bits. */
const tiny = (least: number): readonly number[] =>
  Array.from(
    { length: COUNT },
    (_, at) => (at % 2 === 0 ? 3 : -5.5) * (at < 30 ? least * 2 ** (at % 9) : 1.1 ** (at * 9)),
  );

export const divisions: readonly NumberCase[] = [
  formsOf("i32", "i32"),
  formsOf("u32", "u32"),
  formsOf("i32", "u32"),
  formsOf("u8", "i8"),
  formsOf("u16", "i32"),
  formsOf("f64", "i32"),
  formsOf("f32", "f64"),
  byCaptured("a floored quotient", "Math.floor(a[i] / d)"),
  byCaptured("a truncated quotient", "Math.trunc(a[i] / d)"),
  byCaptured("a quotient | 0", "(a[i] / d) | 0"),
  byCaptured("a remainder", "a[i] % d"),
  byCaptured("a remainder of a sum", "(i + d) % 7"),
  byCaptured("a positive remainder", "((a[i] % d) + d) % d"),
  byCaptured("a product", "a[i] * d"),
  byCaptured("a minimum", "Math.min(a[i], d)"),
  byCaptured("a comparison", "a[i] < d ? a[i] - d : d"),
  {
    name: "quotients by powers of two, of f64",
    body: `
    out[i * 6] = d[i] / 2;
    out[i * 6 + 1] = d[i] / -65536;
    out[i * 6 + 2] = d[i] / 2 ** -1022;
    out[i * 6 + 3] = d[i] / 2 ** 1022;
    out[i * 6 + 4] = d[i] / 2 ** 1023;
    out[i * 6 + 5] = d[i] / 2 ** -1074;`,
    captures: { d: Float64Array.from(tiny(2 ** -1074)), out: new Float64Array(6 * COUNT) },
    range: [COUNT],
  },
  {
    name: "quotients by powers of two, of f32",
    body: `
    out[i * 6] = f[i] / 2;
    out[i * 6 + 1] = f[i] / -0.125;
    out[i * 6 + 2] = f[i] / 2 ** -126;
    out[i * 6 + 3] = f[i] / 2 ** 126;
    out[i * 6 + 4] = f[i] / 2 ** 127;
    out[i * 6 + 5] = f[i] / 2 ** -149;`,
    captures: { f: Float32Array.from(tiny(2 ** -149)), out: new Float32Array(6 * COUNT) },
    range: [COUNT],
  },
  {
    name: "remainders by constants of an integer that is not narrow",
    body: "const v = a[i] * b[i]; out[i * 4] = v % 7; out[i * 4 + 1] = v % -7; out[i * 4 + 2] = v % 2147483647; out[i * 4 + 3] = v % 65536;",
    captures: { ...pairsOf("i32", "u32"), out: new Float64Array(4 * pairsOf("i32", "u32").a.length) },
    range: [pairsOf("i32", "u32").a.length],
  },
  {
    name: "a zero's sign that a division shows",
    body: `
    const x = a[i] % 4;
    const y = -b[i];
    out[i * 3] = 1 / x;
    out[i * 3 + 1] = 5 / y;
    out[i * 3 + 2] = Math.abs(1 / (x * y));`,
    captures: { ...pairsOf("i32", "u8"), out: new Float64Array(3 * pairsOf("i32", "u8").a.length) },
    range: [pairsOf("i32", "u8").a.length],
  },
  {
    name: "a zero's sign through a choice, a variable and a minimum",
    body: `
    let z = a[i] * 0;
    if (b[i] > 2) z = Math.min(z, 0);
    const w = z === 0 ? z * 3 : 1;
    out[i * 2] = 1 / w;
    out[i * 2 + 1] = 1 / Math.round(z);`,
    captures: { ...pairsOf("i32", "u8"), out: new Float64Array(2 * pairsOf("i32", "u8").a.length) },
    range: [pairsOf("i32", "u8").a.length],
  },
  {
    name: "an average that does not overflow",
    body: "out[i * 2] = Math.floor((a[i] + b[i]) / 2); out[i * 2 + 1] = (a[i] + b[i]) >>> 1;",
    captures: { ...pairsOf("u32", "u32"), out: new Float64Array(2 * pairsOf("u32", "u32").a.length) },
    range: [pairsOf("u32", "u32").a.length],
  },
  {
    name: "a rounded division, a modulus by a power of two and a test for odd numbers",
    body: `
    out[i * 3] = Math.floor((a[i] + 5) / 10);
    out[i * 3 + 1] = a[i] % 8;
    out[i * 3 + 2] = a[i] % 2 === 1 ? 1 : a[i] % 2 === -1 ? 2 : 3;`,
    captures: { ...pairsOf("i32", "u8"), out: new Float64Array(3 * pairsOf("i32", "u8").a.length) },
    range: [pairsOf("i32", "u8").a.length],
  },
];
