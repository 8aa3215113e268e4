// The TypeScript of README.md and docs/*.md: a block that starts with an import is a complete program, and is compiled and run;
// another one is part of a function, and is compiled behind the declarations of its prelude. A block of text after one is what it
// prints.

import { readdirSync, readFileSync } from "node:fs";
import { format } from "node:util";
import { expect, test, vi } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const root = new URL("../../", import.meta.url);
const documents = [
  "README.md",
  ...readdirSync(new URL("docs/", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** What partial blocks may name. */
const prelude = `import { assert, atomicRef, deviceGlobal, type f32, type f64, type FixedArray, fixedArray, i32, Queue, structOf } from "lanewise";
const q = new Queue();
const [height, width] = [4, 4];
const grey = q.mallocShared(Uint8Array, 16);
const edges = q.mallocShared(Uint8Array, 16);
const n = 16;
const gain = Math.sqrt(n);
const x = q.mallocShared(Float32Array, Array.from({ length: n }, (_, k) => k));
const out = q.mallocShared(Float32Array, n);
`;

const blocks = documents.flatMap((name) =>
  [
    ...readFileSync(new URL(name, root), "utf8").matchAll(/^```ts\n([\s\S]*?)^```(?:\n\n```text\n([\s\S]*?)^```)?/gm),
  ].map(([, text = "", printed], index) => ({
    title: `${name}, block ${index + 1}`,
    text,
    printed,
    isComplete: /^(\/\/.*\n)*import /.test(text),
  })),
);

test("there are complete programs and partial ones", () => {
  expect(new Set(blocks.map(({ isComplete }) => isComplete)).size).toBe(2);
});

test.each(blocks)("$title", async ({ text, printed, isComplete }) => {
  const source = isComplete ? text : prelude + text;
  const program = await loadProgram({ "main.ts": source });
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    await expect(program.load("main.ts")).resolves.toBeDefined();
    const lines = log.mock.calls.map((values) => `${format(...values)}\n`).join("");
    if (printed !== undefined) expect(lines).toBe(printed);
  } finally {
    log.mockRestore();
    program.dispose();
  }
});

test("a block with a mistake would be found", () => {
  const { typeErrors, compilation } = compileSource({ "main.ts": `${prelude}q.parallelFor(8, (i) => { throw i; });` });
  expect([typeErrors.length, compilation.diagnostics.map(({ code }) => code)]).toEqual([0, ["LW1102"]]);
});
