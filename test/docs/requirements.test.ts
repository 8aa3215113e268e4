// The tables of requirements in docs/spec.md: every requirement has a rule that stands there, and a test that names it. And every rule of
// the document has a number of its own.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const spec = readFileSync(new URL("docs/spec.md", root), "utf8");

/** How many requirements there are by each letter. */
const counts = { D: 13, P: 5, I: 4, V: 6, C: 5, F: 4, L: 10, R: 5, S: 5, M: 13, Y: 7, X: 14 } as const;
const ids = Object.entries(counts).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
);
const rows = new Map(
  [...spec.matchAll(/^\| ([DPIVCFLRSMYX]\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, id, rules = "", tests = ""]) => [
    id,
    {
      rules: rules.split(",").map((rule) => rule.trim()),
      tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    },
  ]),
);

test("no two rules have the same number", () => {
  const numbers = [...spec.matchAll(/^- \*\*([A-Z]+\d+)\*\* /gm)].map(([, number]) => number);
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers.filter((number, at) => numbers.indexOf(number) < at)).toEqual([]);
});

test("every requirement has its row, and no other", () => {
  expect([...rows.keys()]).toEqual(ids);
});

test.each(ids)("%s: its rules stand in the document, and its tests name it", (id) => {
  const { rules = [], tests = [] } = rows.get(id) ?? {};
  expect(rules.filter((rule) => !spec.includes(`- **${rule}** `))).toEqual([]);
  expect(tests.length).toBeGreaterThan(0);
  for (const name of tests) {
    const text = readFileSync(new URL(`test/${name}.test.ts`, root), "utf8");
    expect(namesIt(text, id), `${name} names ${id}`).toBe(true);
  }
});

/** Also as part of `R1 to R5`. */
function namesIt(text: string, id: string): boolean {
  if (new RegExp(`\\b${id}\\b`).test(text)) return true;
  const number = Number(id.slice(1));
  return [...text.matchAll(/\b([A-Z])(\d+) to [A-Z]?(\d+)\b/g)].some(
    ([, letter, first, last]) => letter === id[0] && Number(first) <= number && number <= Number(last),
  );
}
