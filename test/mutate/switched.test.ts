// A source with switches does what the source does, and with a mutant on what the mutant does.

import ts from "typescript-6";
import { expect, test } from "vitest";
import { mutantsOf } from "./mutations.js";
import { switched } from "./switched.js";

const source = `
const log: (number | boolean | string | undefined)[] = [];
function first(list: readonly number[] | undefined, limit = 2): number {
  if (!list) return -1;
  if (list.length > limit) log.push("long"); else log.push("short");
  for (const one of list) { if (one < 0 && limit >= 1) continue; log.push(one); }
  return list?.some((one) => one === limit) ? Math.min(...list) : 1 + limit * 2;
}
const isShort = (list: readonly number[]) => list.every((one) => one !== 3) || list.length - 1 <= 0;
for (const list of [undefined, [], [1, 2], [-1, 2, 3], [3], [4, 5, -6]])
  log.push(first(list), first(list, 1), list && isShort(list), true);
`;

const resultOf = (text: string, on?: number): unknown => {
  (globalThis as { __lanewiseMutant?: (id: number) => boolean }).__lanewiseMutant = (id) => id === on;
  const { outputText } = ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  try {
    return new Function(`${outputText}; return log.join();`)();
  } catch (error) {
    return String(error);
  }
};

test("each mutant alone, and none", () => {
  const mutants = mutantsOf("a.ts", source).map((mutant, id) => ({ ...mutant, id }));
  expect(new Set(mutants.map(({ mutation }) => mutation)).size).toBe(9);
  const text = switched(source, mutants);
  const original = resultOf(source);
  expect(resultOf(text)).toBe(original);
  let different = 0;
  for (const { id, start, end, text: own } of mutants) {
    const expected = resultOf(source.slice(0, start) + own + source.slice(end));
    expect(resultOf(text, id), `${id}: ${own}`).toBe(expected);
    if (expected !== original) different++;
  }
  expect(different).toBeGreaterThan(50);
});
