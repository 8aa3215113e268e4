// The example 09-sweep as a user runs it: four processes, one of which is killed in the middle. What it prints is what plain JavaScript computes, and the
// picture shows who did what when.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { u32 } from "lanewise";
import { Philox } from "lanewise/random";
import { afterAll, expect, test } from "vitest";
import { lanewise, mustRun, removeTemporaryFolders, root, temporaryFolder } from "./programs.js";

afterAll(removeTemporaryFolders);

const RUNS = 20;
const PARAMETERS = 48;

/** The share of 500 people who were ill by the end. */
function attackRate(parameter: number, run: number, r0: number): number {
  const random = new Philox(u32(parameter), u32(run));
  let [healthy, ill] = [495, 5];
  for (let day = 0; day < 300 && ill > 0; day++) {
    const risk = 1 - Math.exp(((-r0 * 0.1) / 500) * ill);
    const infected = Array.from({ length: healthy }, () => random.uniform() < risk).filter(Boolean).length;
    const recovered = Array.from({ length: ill }, () => random.uniform() < 0.1).filter(Boolean).length;
    healthy -= infected;
    ill += infected - recovered;
  }
  return Math.fround((500 - healthy) / 500);
}

/** "2.00   78.6 %" for every fourth parameter. */
function plainLines(): readonly string[] {
  return Array.from({ length: PARAMETERS / 4 }, (_, index) => {
    const r0 = 0.5 + index / 4;
    const rates = Array.from({ length: RUNS }, (_, run) => attackRate(4 * index, run, r0));
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / RUNS;
    return `${r0.toFixed(2)}   ${(100 * mean).toFixed(1).padStart(4)} %`;
  });
}

test("a sweep by four processes, one of which is killed, has the numbers of plain JavaScript; the picture has all chunks", () => {
  const folder = temporaryFolder();
  const output = mustRun([lanewise, "run", join(root, "examples/09-sweep/main.ts"), String(RUNS)], folder);
  expect(output.match(/^\d\.\d\d {3}[ \d.]+ %/gm)).toEqual(plainLines());
  expect(output).toMatch(/^960 epidemics in 48 chunks by [3-5] workers$/m);

  const picture = readFileSync(join(folder, "out/sweep.svg"), "utf8");
  const bars = [
    ...picture.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="[\d.]+" height="20" fill="#3b7dd8"><title>chunk (\d+)/g),
  ].map(([, x, row, chunk]) => ({ x: Number(x), row, chunk: Number(chunk) }));
  expect(bars.map(({ chunk }) => chunk).sort((a, b) => a - b)).toEqual([...Array(PARAMETERS).keys()]);
  const [, killedAt] = /<path d="M([\d.]+) 20V\d+" stroke="#c33"\/>/.exec(picture) ?? [];
  // The process that was killed begins no more chunks, if it does not begin one while it is killed; others do.
  const end = Math.max(...bars.map(({ x }) => x));
  const late = bars.filter(({ x }) => x > Number(killedAt) + (end - Number(killedAt)) / 4);
  expect(late.length).toBeGreaterThan(0);
  expect(new Set(late.map(({ row }) => row)).size).toBeLessThan(new Set(bars.map(({ row }) => row)).size);
});
