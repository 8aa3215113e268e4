// The fault table of docs/reliability.md: each row is whole, and names a test that is there.

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const rows = readFileSync(new URL("docs/reliability.md", root), "utf8")
  .split("\n")
  .filter((line) => /^\| (?!fault injected|---)/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));

test("there are at least forty faults, none twice", () => {
  const faults = rows.map(([fault]) => fault);
  expect(faults.length).toBeGreaterThanOrEqual(40);
  expect(faults.filter((fault, at) => faults.indexOf(fault) < at && !fault?.startsWith("the same"))).toEqual([]);
});

test.each(rows)("%s", (...cells) => {
  expect(cells).toHaveLength(4);
  const [, , , shown = ""] = cells;
  const [, file, name = ""] = /^`([^`]+)`: "([^"]+)"$/.exec(shown.trim()) ?? [];
  const path = new URL(`test/${file}.test.ts`, root);
  expect(existsSync(path), `the last column is \`path below test/\`: "name of the test", not ${shown}`).toBe(true);
  const text = readFileSync(path, "utf8");
  // Of a table of tests: one of its keys.
  const isThere = text.includes(`"${name}"`) || new RegExp(`^ +${name}: `, "m").test(text);
  expect(isThere, `${file} has a test of the name ${name}`).toBe(true);
});
