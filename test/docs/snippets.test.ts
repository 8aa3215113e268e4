// The TypeScript of README.md and docs/*.md: a block that starts with an import is a complete program, and is compiled and run;
// another one is part of a function, and is compiled behind the declarations of its prelude.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
const prelude = `import { Queue } from "lanewise";
const q = new Queue();
const [height, width] = [4, 4];
const grey = q.mallocShared(Uint8Array, 16);
const edges = q.mallocShared(Uint8Array, 16);
const n = 16;
const gain = Math.sqrt(n);
const x = q.mallocShared(Float32Array, n);
const out = q.mallocShared(Float32Array, n);
`;

const blocks = documents.flatMap((name) =>
  [...readFileSync(new URL(name, root), "utf8").matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = ""], index) => ({
    title: `${name}, block ${index + 1}`,
    text,
    isComplete: /^(\/\/.*\n)*import /.test(text),
  })),
);

test("there are complete programs and partial ones", () => {
  expect(new Set(blocks.map(({ isComplete }) => isComplete)).size).toBe(2);
});

test.each(blocks)("$title", async ({ text, isComplete }) => {
  const source = isComplete ? text : prelude + text;
  const program = await loadProgram({ "main.ts": source });
  try {
    await expect(program.load("main.ts")).resolves.toBeDefined();
  } finally {
    program.dispose();
  }
});

test("a block with a mistake would be found", () => {
  const { typeErrors, compilation } = compileSource({ "main.ts": `${prelude}q.parallelFor(8, (i) => { throw i; });` });
  expect([typeErrors.length, compilation.diagnostics.map(({ code }) => code)]).toEqual([0, ["LW1102"]]);
});
