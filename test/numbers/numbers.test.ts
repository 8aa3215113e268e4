// A kernel computes what the same text computes in JavaScript (docs/spec.md, section 4): the tables of cases/ by every way to run them,
// compared with the text as plain JavaScript.

import { afterAll, describe, expect, test } from "vitest";
import { divisions } from "./cases/divisions.js";
import { everyday } from "./cases/everyday.js";
import { examples } from "./cases/examples.js";
import { floats } from "./cases/floats.js";
import { functions } from "./cases/functions.js";
import { indices } from "./cases/indices.js";
import { launches } from "./cases/launches.js";
import { loops } from "./cases/loops.js";
import { mixtures } from "./cases/mixtures.js";
import { operators } from "./cases/operators.js";
import { privateArrays } from "./cases/private-arrays.js";
import { stores } from "./cases/stores.js";
import { differences } from "./differences.js";
import type { NumberCase } from "./number-case.js";
import { compileCases, ownExecutors, runOnExecutor, runOnQueue, runPlainly } from "./run-cases.js";

const tables = {
  examples,
  everyday,
  mixtures,
  operators,
  stores,
  divisions,
  loops,
  floats,
  functions,
  privateArrays,
  indices,
  launches,
};
const cases = Object.values(tables).flat();
const compiled = await compileCases(cases);
const { Queue } = compiled.program.lanewise;
const queues = {
  "cpu, one thread": new Queue({ device: "cpu", threads: 1, fp: "strict" }),
  "cpu, three threads": new Queue({ device: "cpu", threads: 3, fp: "strict" }),
  host: new Queue({ device: "host" }),
};
afterAll(() => compiled.dispose());

/** The large tables, whose kernels are much alike, take turns at them. */
const alike: ReadonlySet<NumberCase> = new Set([...operators, ...stores]);
const isTurn = (number: NumberCase, at: number, of: number): boolean =>
  !alike.has(number) || at === cases.indexOf(number) % of;

async function complaintsAbout(number: NumberCase): Promise<readonly string[]> {
  const own = compiled.cases.find((each) => each.number === number);
  if (!own || own.complaint !== undefined) return [own?.complaint ?? "was not compiled"];
  const expected = runPlainly(number);
  const complaints: string[] = [];
  const compare = (name: string, found: Parameters<typeof differences>[2]): void => {
    complaints.push(...differences(number, expected, found).map((line) => `${name}: ${line}`));
  };
  for (const [at, [name, q]] of Object.entries(queues).entries())
    if (isTurn(number, at, 3)) compare(name, await runOnQueue(own, q));
  const kernel = own.kernel();
  for (const [at, [name, executor]] of Object.entries(ownExecutors).entries()) {
    const found = isTurn(number, at, Object.keys(ownExecutors).length) && runOnExecutor(number, kernel, executor);
    if (found) compare(name, found);
  }
  return complaints;
}

test("names are unique", () => {
  expect(cases.map(({ name }) => name)).toEqual([...new Set(cases.map(({ name }) => name))]);
});

describe.each(Object.entries(tables))("%s", (_table, table) => {
  test.each(table.map((number) => [number.name, number] as const))("%s", async (_name, number) => {
    expect(await complaintsAbout(number)).toEqual([]);
  });
});
