// The programs under polybench/ on each device, with one thread and with several: each must leave what its reference leaves.
// polybench-scalar.test.ts runs them without vectors.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { QueueOptions } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import type { PolybenchProgram, Results } from "./polybench/program.js";

// Of the device, so that machines with fewer cores run the same tests; the runtime asks for it when it is loaded.
process.env.LANEWISE_THREADS = "3";

const folder = fileURLToPath(new URL("polybench/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
const loaded = await loadProgram(
  Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")])),
);
afterAll(loaded.dispose);

const isProgram = (value: unknown): value is PolybenchProgram =>
  typeof value === "object" && value !== null && "reference" in value;
const modules = await Promise.all(names.map((name) => loaded.load(name)));
const programs = modules.flatMap((exports) => Object.values(exports).filter(isProgram));

test("all of them are there", () => {
  expect(programs.map(({ name }) => name).sort()).toEqual([
    ..."2mm 3mm atax bicg correlation covariance doitgen fdtd-2d floyd-warshall gemm gesummv heat-3d".split(" "),
    ..."jacobi-1d jacobi-2d mvt nussinov seidel-2d syr2k syrk trmm".split(" "),
  ]);
});

test.each(programs)("the reference of $name: finite numbers, not all alike", ({ reference }) => {
  for (const array of reference()) {
    expect(array.every(Number.isFinite)).toBe(true);
    expect(new Set(array).size).toBeGreaterThan(2);
  }
});

/** How far floats may be from the reference, as a part of their size. Only fused multiply-adds make a difference at all. */
const FUSED = 1e-12;
const EXACT = 0;

// A queue with a timeout gives every launch to its threads; others keep launches as short as these for themselves.
const configurations: Record<string, { options: QueueOptions; tolerance: number }> = {
  "cpu, 1 thread": { options: { device: "cpu", threads: 1 }, tolerance: FUSED },
  "cpu, 3 threads": { options: { device: "cpu", threads: 3, timeout: 60_000 }, tolerance: FUSED },
  "cpu, strict and unchecked": { options: { device: "cpu", fp: "strict", bounds: "unchecked" }, tolerance: EXACT },
  host: { options: { device: "host" }, tolerance: EXACT },
};

describe.each(Object.entries(configurations))("%s", (_, { options, tolerance }) => {
  test.each(programs)("$name", async ({ run, reference }) => {
    await using q = new loaded.lanewise.Queue(options);
    expectNear(await run(q), reference(), tolerance);
  });
});

/** Names the first element that is further away. (toEqual would take seconds to say where.) */
function expectNear(found: Results, expected: Results, tolerance: number): void {
  const shapes = (results: Results) => results.map((array) => [array[Symbol.toStringTag], array.length]);
  expect(shapes(found)).toEqual(shapes(expected));
  expected.forEach((array, result) => {
    const part = array instanceof Int32Array ? EXACT : tolerance;
    const mean = sumOf(array) / array.length;
    for (const [index, wanted] of array.entries()) {
      const value = found[result]?.[index] ?? Number.NaN;
      // A difference of two large numbers may be small, and is as far off as they are.
      const size = Math.max(Math.abs(wanted), mean);
      if (!(Math.abs(value - wanted) <= part * size)) {
        expect({ result, index, value }).toEqual({ result, index, value: wanted });
      }
    }
  });
}

function sumOf(array: Results[number]): number {
  let sum = 0;
  for (const value of array) sum += Math.abs(value);
  return sum;
}
