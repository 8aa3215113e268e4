// Small parts of the IR's package that whole kernels hardly meet: excerpts of sources, folders, renumbered functions, and numbers of 64 bits.

import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Fn, semanticsOf, sourceExcerpt } from "@lanewise/ir";
import { makeFolder } from "@lanewise/ir/cache-folder";
import { describe, expect, test } from "vitest";
import { type Numbering, renumberFunction } from "../../ir/src/link/renumber.js";
import { at, kernelModule, span } from "../support/kernel-module.js";

describe("an excerpt of a source", () => {
  const text = "first\n\tx[i] = out[i + 1];\n";
  test.each<[string, number, number, string | undefined]>([
    ["first", 1, 1, "  1 | first\n    | ^^^^^"],
    ["x", 2, 2, "  2 |  x[i] = out[i + 1];\n    |  ^"],
    ["out", 2, 9, "  2 |  x[i] = out[i + 1];\n    |         ^^^"],
    ["y", 2, 9, "  2 |  x[i] = out[i + 1];\n    |         ^"],
    ["", 2, 19, "  2 |  x[i] = out[i + 1];\n    |                   ^"],
    ["", 2, 20, undefined],
    ["", 9, 1, undefined],
  ])("%s at %i:%i", (name, line, column, shown) => {
    expect(sourceExcerpt(text, { line, column }, name)).toBe(shown);
  });
  test("long lines are cut around the column", () => {
    const long = `${"a".repeat(200)}name${"b".repeat(200)}`;
    const [shown = "", marks = ""] = sourceExcerpt(long, { line: 1, column: 201 }, "name")?.split("\n") ?? [];
    expect(shown).toBe(`  1 | …${"a".repeat(40)}name${"b".repeat(66)}…`);
    expect(marks.indexOf("^^^^")).toBe(shown.indexOf("name"));
  });
});

test("a folder is made with those above it, and one that is there stays", () => {
  const root = mkdtempSync(join(tmpdir(), "lanewise-folder-"));
  try {
    const files = { mkdirSync, statSync };
    makeFolder(files, join(root, "a", "b", "c"));
    expect(statSync(join(root, "a", "b", "c")).isDirectory()).toBe(true);
    expect(statSync(join(root, "a")).mode & 0o777).toBe(0o700);
    makeFolder(files, join(root, "a", "b", "c"));
    expect(() => makeFolder(files, join(root, "a\0b", "c"))).toThrow();
  } finally {
    rmSync(root, { recursive: true });
  }
});

test.each<[Fn["linkage"], boolean]>([
  ["exported", true],
  ["imported", true],
  ["internal", false],
])("a moved function that is %s keeps what its parameters say to others: %s", (linkage, isKept) => {
  const [kernel] = kernelModule({ locals: [span("i32")], parameters: 1, body: [] }).functions;
  if (!kernel) throw new Error("there is a kernel");
  const fn: Fn = { ...kernel, locals: kernel.locals.map((local) => ({ ...local, isReadonly: true })) };
  const same = (index: number) => index;
  const numbering: Numbering = {
    structName: (name) => name,
    fileIndex: same,
    siteIndex: same,
    globals: [],
    globalIndex: same,
    functionIndex: same,
  };
  const moved = renumberFunction(fn, "other", linkage, numbering);
  expect([moved.symbol, moved.linkage, moved.at]).toEqual(["other", linkage, at]);
  expect(moved.locals.map(({ isReadonly = false }) => isReadonly)).toEqual([isKept]);
});

test("numbers beyond 64 bits are the nearest that there are", () => {
  const saturate = (type: "i64" | "u64", value: number) => semanticsOf("saturate", "f64", type)?.(value, 0, 0);
  expect([1e30, -1e30, 2 ** 63].map((value) => saturate("i64", value))).toEqual([
    2n ** 63n - 1n,
    -(2n ** 63n),
    2n ** 63n - 1n,
  ]);
  expect([1e30, -1].map((value) => saturate("u64", value))).toEqual([2n ** 64n - 1n, 0n]);
});
