// The sizes that the documents state are those that `npm run size` holds: at most a kilobyte from the limits in .size-limit.json, which are just above
// what was measured.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const limits = new Map(
  (JSON.parse(read(".size-limit.json")) as { path: string; limit: string }[]).map(({ path, limit }) => [
    path.replace(/^out\/sizes\/(.*)\.js$/, "$1"),
    Number.parseFloat(limit),
  ]),
);

/** The sentence or row with the numbers, and the programs of scripts/bundle-programs.mjs that they are of, in that order. */
const statements = [
  ["docs/faq.md", /A page with one kernel has (\d+) kB .*, or (\d+) kB with/, ["hello", "hello-wasm"]],
  [
    "docs/bundlers.md",
    /A page with one kernel then has (\d+) kB instead of (\d+) \(min\+gzip\)/,
    ["hello-wasm", "hello"],
  ],
  ["docs/ahead-of-time.md", /^\| `lanewise` \|.*\| (\d+) kB \|$/m, ["queue"]],
  ["docs/ahead-of-time.md", /^\| `lanewise\/aot\/full` \|.*\| (\d+) kB \|$/m, ["aot-full"]],
  ["docs/ahead-of-time.md", /^\| `lanewise\/aot` \|.*\| (\d+) kB \|$/m, ["aot"]],
  ["docs/decisions/0049-sizes.md", /^\| `lanewise\(\)` \| ([\d.]+) kB/m, ["hello"]],
  ["docs/decisions/0049-sizes.md", /^\| `lanewise\(\{ errorTexts: false \}\)` \| ([\d.]+) kB/m, ["hello-codes"]],
  ["docs/decisions/0049-sizes.md", /^\| `lanewise\(\{ target: "wasm" \}\)` \| ([\d.]+) kB/m, ["hello-wasm"]],
  [
    "docs/decisions/0049-sizes.md",
    /^\| `lanewise\(\{ target: "wasm", errorTexts: false \}\)` \| ([\d.]+) kB/m,
    ["hello-wasm-codes"],
  ],
  ["docs/decisions/0049-sizes.md", /^\| a program of `lanewise\/aot`, .*\| ([\d.]+) kB/m, ["aot"]],
  ["docs/decisions/0049-sizes.md", /^\| a program of `lanewise\/aot\/full`, .*\| ([\d.]+) kB/m, ["aot-full"]],
] as const;

test.each(statements)("%s: %s", (path, pattern, programs) => {
  const stated = pattern.exec(read(path))?.slice(1).map(Number) ?? [];
  const differences = programs.map((program, index) =>
    Math.abs((stated[index] ?? Number.NaN) - (limits.get(program) ?? Number.NaN)),
  );
  expect(stated).toHaveLength(programs.length);
  // With NaN, where a number or a program is missing, this is false.
  expect(differences.every((difference) => difference <= 1)).toBe(true);
});

test("saved by leaving out texts of errors", () => {
  const [, whole, wasm] = /This saves (\d+) kB, or (\d+) with `target: "wasm"`/.exec(read("docs/bundlers.md")) ?? [];
  const saved = (from: string, to: string) => Math.round((limits.get(from) ?? 0) - (limits.get(to) ?? 0));
  expect([Number(whole), Number(wasm)]).toEqual([
    saved("hello", "hello-codes"),
    saved("hello-wasm", "hello-wasm-codes"),
  ]);
});
