// Tests that kernels compute what the same text computes in JavaScript, for tables of cases: each by every way to run it, compared with the text
// as plain JavaScript.

import { afterAll, describe, expect, test } from "vitest";
import { differences } from "./differences.js";
import type { NumberCase } from "./number-case.js";
import { compileCases, ownExecutors, runOnExecutor, runOnQueue, runPlainly } from "./run-cases.js";

/** `areAlike`: kernels are much alike, so that they take turns at the ways to run them. */
export async function testTables(
  tables: Readonly<Record<string, readonly NumberCase[]>>,
  areAlike = false,
): Promise<void> {
  const cases = Object.values(tables).flat();
  const compiled = await compileCases(cases);
  const { Queue } = compiled.program.lanewise;
  const queues = {
    "cpu, one thread": new Queue({ device: "cpu", threads: 1, fp: "strict" }),
    "cpu, three threads": new Queue({ device: "cpu", threads: 3, fp: "strict" }),
    host: new Queue({ device: "host" }),
  };
  afterAll(() => compiled.dispose());
  const isTurn = (number: NumberCase, at: number, of: number): boolean =>
    !areAlike || at === cases.indexOf(number) % of;

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
}
