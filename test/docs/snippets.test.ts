// The TypeScript of README.md and docs/: each block is a whole program, with its imports, as it is when somebody pastes it into an empty
// project; it is compiled and run. A block of text after one is what it prints. A block `ts check` needs a page, a binary or a bundler: it is compiled,
// beside its document's other blocks, which have the names that their first line gives.

import { readdirSync, readFileSync } from "node:fs";
import { format } from "node:util";
import ts from "typescript-6";
import { expect, test, vi } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";
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

/** The file's name, if the block begins with it. */
const fileOf = (text: string): string | undefined => /^\/\/ ([\w/-]+\.tsx?)\n/.exec(text)?.[1];

interface Checked {
  readonly title: string;
  readonly sources: Readonly<Record<string, string>>;
}

/** The documents that have blocks to check, with the files that their blocks are. */
function checkedIn(name: string): Checked[] {
  const text = readFileSync(new URL(name, root), "utf8");
  const found = [...text.matchAll(/^```ts( check)?\n([\s\S]*?)^```/gm)].map(([, checked, block = ""], index) => ({
    file: fileOf(block) ?? (checked && `block-${index + 1}.ts`),
    block,
    checked,
  }));
  if (!found.some(({ checked }) => checked)) return [];
  return [
    { title: name, sources: Object.fromEntries(found.flatMap(({ file, block }) => (file ? [[file, block]] : []))) },
  ];
}

const problemsOf = ({ sources }: Checked): string[] => {
  // A page that shows a package and its user has both as files.
  const paths = Object.fromEntries(
    Object.keys(sources).map((file) => [file.replace(/\.tsx?$/, ""), [programFolder + file]]),
  );
  const { typeErrors, compilation } = compileSource(sources, programFolder, {}, { paths });
  return [
    ...typeErrors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    ...compilation.diagnostics.map(({ code }) => code),
  ];
};

test.each(documents.flatMap(checkedIn))("the blocks of $title compile", (checked) => {
  expect(problemsOf(checked)).toEqual([]);
});

test("every program is run or compiled, except components and sketches of decisions", () => {
  const pages = documents.filter((name) => !name.startsWith("docs/decisions/"));
  const left = pages.filter((name) => /^```ts (?!check$)/m.test(readFileSync(new URL(name, root), "utf8")));
  expect(left).toEqual([]);
  const cookbook = pages.filter((name) => name.startsWith("docs/cookbook/"));
  expect(cookbook.flatMap(checkedIn).map(({ title }) => title).length).toBeGreaterThanOrEqual(4);
  expect(problemsOf({ title: "", sources: { "a.ts": 'import { paint } from "./b.js";\npaint();' } })).toHaveLength(1);
});

test("a block with a mistake would be found", () => {
  const { typeErrors, compilation } = compileSource({
    "main.ts": 'import { Queue } from "lanewise";\nnew Queue().parallelFor(8, (i) => { throw i; });',
  });
  expect([typeErrors.length, compilation.diagnostics.map(({ code }) => code)]).toEqual([0, ["LW1102"]]);
});
