// What arrays of each element type hold of exact results: integers modulo 2^n, clamped, rounded once.

import { arrayOf, type ElementType, edgesOf, elementTypes, pairsOf } from "../edges.js";
import type { NumberCase } from "../number-case.js";

const expressions = [
  "a[i] + b[i]",
  "a[i] - b[i]",
  "a[i] * b[i]",
  "a[i] / b[i]",
  "-a[i]",
  "Math.abs(a[i])",
  "a[i] * a[i] * a[i]",
];

const stored = (into: ElementType, first: ElementType, second: ElementType): NumberCase => {
  const { a, b } = pairsOf(first, second);
  const count = expressions.length;
  return {
    name: `${first} and ${second} into ${into}`,
    body: expressions.map((text, at) => `out[i * ${count} + ${at}] = ${text};`).join("\n    "),
    captures: { a, b, out: arrayOf(into, new Float64Array(a.length * count)) },
    range: [a.length],
  };
};

const sinks = elementTypes.filter((type) => type !== "f64");

export const stores: readonly NumberCase[] = [
  ...sinks.map((type) => stored(type, "i32", "u32")),
  ...sinks.map((type) => stored(type, "u16", "u16")),
  ...sinks.filter((type) => type !== "f32").map((type) => stored(type, "f64", "i32")),
  stored("u8clamped", "u8", "i16"),
  stored("u8clamped", "u32", "u32"),
  stored("f32", "i8", "u8"),
  {
    name: "a third of each integer into f32: rounded at the store",
    body: "out[i] = a[i] / 3;",
    captures: { a: edgesOf("i32"), out: new Float32Array(edgesOf("i32").length) },
  },
  {
    name: "a product of integers into f32 and f64 both",
    body: "const v = a[i] * 1000003 + 7; out[i] = v; wide[i] = v;",
    captures: {
      a: edgesOf("i32"),
      out: new Float32Array(edgesOf("i32").length),
      wide: new Float64Array(edgesOf("i32").length),
    },
  },
  {
    name: "clamped: big values, halves and NaN",
    body: "out[i] = a[i] * big; halves[i] = a[i] / 2; none[i] = a[i] / (a[i] - a[i]);",
    captures: {
      a: edgesOf("i32"),
      big: 65536,
      out: new Uint8ClampedArray(edgesOf("i32").length),
      halves: new Uint8ClampedArray(edgesOf("i32").length),
      none: new Uint8ClampedArray(edgesOf("i32").length),
    },
    relaunches: [{ big: 2147483647 }, { big: -65536 }, { big: 0.5 }, { big: 0 }],
  },
  {
    name: "clamped: sums of bytes, and their difference",
    body: "out[i * 2] = a[i] + b[i]; out[i * 2 + 1] = a[i] - b[i];",
    captures: { ...pairsOf("u8", "u8"), out: new Uint8ClampedArray(2 * pairsOf("u8", "u8").a.length) },
    range: [pairsOf("u8", "u8").a.length],
  },
  {
    name: "bytes and words incremented past their end",
    body: "a[i] += 300; b[i] *= 1000003; c[i]++; d[i]--; e[i] += 70000;",
    captures: {
      a: Uint8Array.from({ length: 37 }, (_, at) => at * 7),
      b: Int32Array.from({ length: 37 }, (_, at) => at * 123456789),
      c: Uint32Array.from({ length: 37 }, (_, at) => 4294967295 - (at % 3)),
      d: Int32Array.from({ length: 37 }, (_, at) => -2147483648 + (at % 3)),
      e: Int16Array.from({ length: 37 }, (_, at) => at * 1000),
    },
  },
  {
    name: "an assignment's value is what was assigned, not what is stored",
    body: "const v = (a[i] = i * 100); out[i] = v + 1; const w = a[i]++; out[i] += w;",
    captures: { a: new Uint8Array(37) },
  },
  {
    name: "chained assignment to a byte and a double",
    body: "out[i] = a[i] = b[i] = i * 1000003;",
    captures: { a: new Uint8Array(37), b: new Int16Array(37) },
  },
];
