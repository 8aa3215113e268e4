// The TypeScript of README.md and docs/: each block is a whole program, with its imports, as it is when somebody pastes it into an empty
// project; it is compiled and run. A block of text after one is what it prints.

import { readdirSync, readFileSync } from "node:fs";
import { format } from "node:util";
import { expect, test, vi } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const root = new URL("../../", import.meta.url);
const documents = [
  "README.md",
  ...readdirSync(new URL("docs/", root), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const blocks = documents.flatMap((name) =>
  [
    ...readFileSync(new URL(name, root), "utf8").matchAll(/^```ts\n([\s\S]*?)^```(?:\n\n```text\n([\s\S]*?)^```)?/gm),
  ].map(([, text = "", printed], index) => ({
    title: `${name}, block ${index + 1}`,
    text,
    printed,
  })),
);

test("there are programs in most pages, and each imports what it uses", () => {
  expect(blocks.length).toBeGreaterThan(80);
  expect(blocks.filter(({ text }) => !/^(\/\/.*\n)*import /.test(text)).map(({ title }) => title)).toEqual([]);
});

test.each(blocks)("$title", async ({ text, printed }) => {
  const program = await loadProgram({ "main.ts": text }, { types: text.includes('"node:') ? ["node"] : [] });
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
  const { typeErrors, compilation } = compileSource({
    "main.ts": 'import { Queue } from "lanewise";\nnew Queue().parallelFor(8, (i) => { throw i; });',
  });
  expect([typeErrors.length, compilation.diagnostics.map(({ code }) => code)]).toEqual([0, ["LW1102"]]);
});
