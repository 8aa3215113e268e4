// Sources that are deep or wide: what TypeScript compiles is compiled, or a diagnostic says why not; nothing runs out of stack or of memory.

import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

const terms = (count: number, term: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => term(index)).join(" + ");

const program = (before: string, value: string) => `import { type f32, Queue } from "lanewise";
${before}
const q = new Queue();
const x = q.mallocShared(Float32Array, 16);
q.parallelFor(16, (i) => {
  x[i] = ${value};
});
`;

const codesOf = (before: string, value: string) =>
  compileSource({ "main.ts": program(before, value) }).compilation.diagnostics.map(({ code }) => code);

/** Each function calls the next one twice. */
const doubling = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const next = index + 1 < count ? `h${index + 1}(x) + h${index + 1}(x + 1)` : "x";
    return `function h${index}(x: f32): f32 { return ${next}; }`;
  }).join("\n");

describe("the host's code", () => {
  test("a sum of 5,000 terms compiles", () => {
    const sum = terms(5000, (index) => `"a${index}"`);
    expect(codesOf(`export const text = ${sum};`, "i")).toEqual([]);
  });
});

describe("a kernel", () => {
  test("a sum of 5,000 terms is said to nest too deep", () => {
    expect(codesOf("", terms(5000, String))).toEqual(["LW1126"]);
  });

  test("40 functions that each call the next one twice are told apart by keys of one size, and said to be too large", () => {
    expect(codesOf(doubling(40), "h0(1)")).toEqual(["LW1941"]);
  });

  test("8 of them compile", () => {
    expect(codesOf(doubling(8), "h0(1)")).toEqual([]);
  });
});
