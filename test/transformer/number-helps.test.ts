// The help lines of numbers that do not fit: none proposes code whose result is another than JavaScript's, where JavaScript has one,
// and none wraps an assignment. One program, whose lines are looked up by what they begin with.

import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

const head = `import { type f32, type i32, Queue, type u32 } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Float64Array, 64);
const ints = q.mallocShared(Int32Array, 64);
const words = q.mallocShared(Uint32Array, 64);
`;

/** A line of a kernel, and the help line of its diagnostic. */
const rows: readonly (readonly [line: string, help: string])[] = [
  ["out[i / 2] = 1;", "Say how to round: `Math.floor(i / 2)`, `Math.trunc(i / 2)` or `(i / 2) | 0`."],
  [
    "out[Math.sqrt(i)] = 1;",
    "Say how to round: `Math.floor(Math.sqrt(i))`, `Math.round(Math.sqrt(i))` or `Math.sqrt(i) | 0`.",
  ],
  ["out[0.5] = 1;", "Write the index of the element that you mean: there is none at 0.5."],
  [
    "const h = i / 2; out[h + 1] = h;",
    "Round it where it is an index: `Math.floor(h + 1)`, `Math.round(h + 1)` or `(h + 1) | 0`.",
  ],
  [
    "let t = 0; out[t] = 1; t += 0.125; out[i] = t;",
    "Round it where it is an index: `Math.floor(t)`, `Math.round(t)` or `t | 0`.",
  ],
  [
    "let u = i; out[(u /= 2)] = u;",
    "Assign before, and round it where it is an index: `Math.floor(u)`, `Math.round(u)` or `u | 0`.",
  ],
  // Its bits are used, too, but a fraction has these.
  [
    "const g = i * 0.5; const m: i32 = g; out[i] = (g & 1) + m;",
    "Give what receives it a type with fractions (number, f64, f32), or say how to round: `Math.floor(i * 0.5)`, `Math.round(i * 0.5)` or `(i * 0.5) | 0`.",
  ],
  [
    "const k: i32 = i * 0.5; out[i] = k;",
    "Give what receives it a type with fractions (number, f64, f32), or say how to round: `Math.floor(i * 0.5)`, `Math.round(i * 0.5)` or `(i * 0.5) | 0`.",
  ],
  [
    "const c: i32 = 2.5; out[i] = c;",
    "Write an integer, or give what receives it a type with fractions: number, f64 or f32.",
  ],
  ["let stride: i32 = i; stride /= 2; out[i] = stride;", "Give `stride` a type with fractions: number, f64 or f32."],
  [
    "const n: i32 = ints[i]!; const w: u32 = words[i]!; out[i] = n + w;",
    "Convert one side: `f64(x)` keeps every value, `x | 0` (an i32) those below 2^31, and `x >>> 0` (a u32) those that are not negative.",
  ],
  [
    "const n: i32 = i; const p: u32 = n + 1; out[i] = p;",
    "If it is not negative, write `x >>> 0`; otherwise give what receives it the type i32 or f64.",
  ],
  [
    "const w: u32 = words[i]!; out[i] = w >> 2;",
    "JavaScript copies the highest bit: `(x | 0) >> n`. For values below 2^31, that is `x >>> n`.",
  ],
  ["const w: u32 = words[i]!; if (w > -1) out[i] = 1;", "Compare it with `f64(w)`, which has both in range."],
  ["const n: u32 = -1; out[i] = n;", "Use an i32 or a wider type; where its 32 bits alone count, write `-1 >>> 0`."],
  [
    "const b: i32 = 3000000000; out[i] = b;",
    "Use a u32 or a wider type; where its 32 bits alone count, write `3000000000 | 0`.",
  ],
];

/** What is no error: a comparison needs no integer, operators on bits take those of any number, and these are integers. */
const fine: readonly string[] = [
  "ints[i] = out[i]! & 1; ints[i] = (out[i]! + 1) ^ 3; ints[i] = i & 2.5; ints[i]! <<= 0.5;",
  "const w: u32 = words[i]!; words[i] = w & out[i]!; ints[i] = Math.imul(out[i]!, 3);",
  "const m = i * 0.5; out[i] = (m & 1) + m; out[i]! >>= 1; out[i]! |= 2;",
  "for (let k = 0; k < 2.5; k++) out[i]! += k;",
  "for (let stride = i / 2; stride > 1; stride /= 2) out[i]! += stride;",
  "let t = 0; while (t < 1) t += 0.125; out[i] = t;",
  "out[Math.trunc(-0.5)]! += i;",
  "out[Number(BigInt(i) & 7n)]! += i;",
  "out[i ** 2] = 1;",
];

const inKernels = (lines: readonly string[]) =>
  head + lines.map((line) => `q.parallelFor(8, (i) => { ${line} });\n`).join("");

describe("help lines of numbers", () => {
  const first = head.split("\n").length - 1;
  const { compilation, program, pathOf } = compileSource({ "main.ts": inKernels(rows.map(([line]) => line)) });
  const source = program.getSourceFile(pathOf("main.ts"));
  const errors = compilation.diagnostics.filter(({ category }) => category === "error");

  test.each(rows.map((row, index) => [...row, index] as const))("%s", (_, help, index) => {
    const here = errors.filter(({ start }) => source?.getLineAndCharacterOfPosition(start).line === first + index);
    expect(here.map((one) => one.help)).toEqual([help]);
  });

  test("there are none where nothing is wrong", () => {
    const { compilation, typeErrors } = compileSource({ "main.ts": inKernels(fine) });
    expect(typeErrors).toEqual([]);
    expect(compilation.diagnostics.filter(({ category }) => category === "error")).toEqual([]);
  });
});
