// The benchmark's tables fit together: each goal names a kernel, a size and a measure that exist; each kernel has the sources that its
// baselines need.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chainFigure } from "../../bench/harness/chain.js";
import { benchFolder } from "../../bench/harness/folders.js";
import { readGoals } from "../../bench/harness/goals.js";
import { measures } from "../../bench/harness/measures.js";
import { kernels } from "../../bench/kernels/table.js";

const goals = readGoals();

/** Those of our own come with every kernel, those with threads with some. */
function contendersOf({ baselines, isThreaded, gpu }: (typeof kernels)[number]): readonly string[] {
  const threaded = ["lanewise-threads-waitsync", "lanewise-threads-await", "openmp-1", "openmp"];
  return [
    "lanewise",
    "lanewise-unchecked",
    ...baselines,
    ...(isThreaded ? threaded : []),
    ...(isThreaded && gpu ? ["gpu.js-threads"] : []),
  ];
}

describe("goals.json", () => {
  test.each(goals.kernels)("$kernel $size, $against", ({ kernel, size, type, against, goal, op }) => {
    const row = kernels.find(({ name }) => name === kernel);
    if (!row) throw new Error(`there is no kernel ${kernel}`);
    expect(row.sizes).toContain(size);
    expect(row.type).toBe(type);
    const { over, under } = measures[against] ?? { over: [], under: [] };
    expect(over.length).toBeGreaterThan(0);
    for (const name of [...over, ...under]) expect(contendersOf(row)).toContain(name);
    expect(goal).toBeGreaterThan(0);
    expect([">=", "<="]).toContain(op);
  });
  test("no goal stands twice", () => {
    const names = goals.kernels.map(({ kernel, size, against }) => `${kernel} ${size} ${against}`);
    expect(new Set(names).size).toBe(names.length);
  });
  test.each(goals.figures)("$section: $what", ({ section, what, goal, op }) => {
    if (section === "chain") expect(what).toBe(chainFigure);
    // The other sections are programs; their figures stand in their sources by name.
    else expect(readFileSync(join(benchFolder, section, "main.ts"), "utf8")).toContain(what);
    expect(goal).toBeGreaterThan(0);
    expect([">=", "<="]).toContain(op);
  });
});

describe.each(kernels)("$name", (kernel) => {
  const has = (file: string) => existsSync(join(benchFolder, "kernels", kernel.name, file));

  test("has the sources that its baselines need", () => {
    const needs = (baseline: (typeof kernel.baselines)[number]) => kernel.baselines.includes(baseline);
    expect(has("kernel.c")).toBe(needs("clang-wasm"));
    expect(has("kernel.as.ts")).toBe(needs("assemblyscript"));
    expect(has("sse.c")).toBe(needs("native-sse2-hand"));
    expect(kernel.prototype !== undefined).toBe(needs("prototype"));
    expect(kernel.gpu !== undefined).toBe(needs("gpu.js"));
  });
  test("has no denormal among its inputs", () => {
    const { arrays } = kernel.workload(Math.min(...kernel.sizes, 65_536));
    for (const array of Object.values(arrays)) {
      if (!(array instanceof Float32Array || array instanceof Float64Array)) continue;
      const least = array instanceof Float32Array ? 2 ** -126 : 2 ** -1022;
      expect(array.some((value: number) => value !== 0 && Math.abs(value) < least)).toBe(false);
    }
  });
});
