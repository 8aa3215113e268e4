// Sources that are deep or wide: what TypeScript compiles is compiled, or a diagnostic says why not; nothing runs out of stack or of memory.

import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

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

/** `i % 3`: whether a clause leaves, falls through, or has nothing of its own. */
const clause = (index: number) =>
  index % 3 === 2 ? `case ${index}:` : `case ${index}: sum += ${index}; ${index % 3 === 0 ? "break;" : ""}`;
const clauses = (count: number) => Array.from({ length: count }, (_, index) => clause(index));
const leaving = (count: number) =>
  Array.from({ length: count }, (_, index) => `case ${index}: sum = ${index * 7}; break;`);

describe("a switch of many clauses", () => {
  test.each([
    ["that leave", leaving(600).join("\n")],
    [
      "that fall through, with the default between",
      [...clauses(50), "default: sum += 5;", ...clauses(100).slice(50)].join("\n"),
    ],
    [
      "that share statements",
      [
        ...Array.from({ length: 599 }, (_, index) => `case ${index}:`),
        "default: sum = 1; break; case 1999: sum = 2;",
      ].join("\n"),
    ],
    ["of which one goes on with the loop", [...leaving(99), "case 99: if (k === 0) continue; sum = 9"].join("\n")],
  ])("%s is JavaScript's", async (_, text) => {
    const body = `let sum = 0;
    for (let k = 0; k < 2; k++) {
      switch (i) {
        ${text}
      }
      sum += 10000;
    }`;
    const program = await loadProgram({
      "main.ts": `import type { Queue } from "lanewise";
export const run = (q: Queue, out: Int32Array) => q.parallelFor(610, (i) => { ${body} out[i] = sum; });`,
    });
    try {
      const { run } = await program.load("main.ts");
      const plain = new Function("i", `${body} return sum;`);
      const expected = Int32Array.from({ length: 610 }, (_, i) => plain(i));
      for (const device of ["host", "cpu"] as const) {
        const q = new program.lanewise.Queue({ device });
        const out = q.mallocShared(Int32Array, 610);
        await (run as (...args: unknown[]) => PromiseLike<void>)(q, out); // as declared above
        expect(out).toEqual(expected);
      }
    } finally {
      program.dispose();
    }
  });
});
