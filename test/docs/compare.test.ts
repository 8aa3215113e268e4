// The sections "Speed" of docs/compare/numba.md and workers.md are made from bench/results; these tests fail when they are out of date. `npm run docs`
// writes them anew.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Machine } from "../../bench/machine.js";
import { geometricMean } from "../../bench/rocks/geometric-mean.js";
import type { Times } from "../../bench/rocks/measure.js";

interface OfNumba {
  readonly machine: Machine;
  /** Numba's version. */
  readonly numba: string;
  readonly rows: readonly { readonly name: string; readonly what: string; readonly ms: Times & { numba: number } }[];
}

interface OfWorkers {
  readonly machine: Machine;
  readonly threads: number;
  readonly rows: readonly {
    readonly name: string;
    readonly what: string;
    readonly ms: Readonly<Record<"javascript" | "workers" | "oneThread" | "allThreads", number>>;
  }[];
}

test("docs/compare/numba.md has the measured numbers", () => checkPage<OfNumba>("numba", speedOfNumba));
test("docs/compare/workers.md has the measured numbers", () => checkPage<OfWorkers>("workers", speedOfWorkers));

/** Compares the section "Speed" of a page with what it is made of; a benchmark of that name writes the results. */
async function checkPage<Results>(name: string, section: (results: Results) => string): Promise<void> {
  const text = readFileSync(new URL(`../../docs/compare/${name}.md`, import.meta.url), "utf8");
  const results = readFileSync(new URL(`../../bench/results/${name}.json`, import.meta.url), "utf8");
  expect(text).toContain("\n## Speed\n");
  const speed = section(JSON.parse(results) as Results);
  const changed = text.replace(/\n## Speed\n[\s\S]*?\n(?=\*\*Keep)/, () => `\n${speed}\n`);
  await expect(changed).toMatchFileSnapshot(`../../docs/compare/${name}.md`);
}

function speedOfWorkers({ machine, threads, rows }: OfWorkers): string {
  const ratios = rows.map(({ ms }) => ms.workers / ms.allThreads);
  const lines = rows.map(({ name, what, ms }, at) => {
    const times = [ms.javascript, ms.workers, ms.oneThread, ms.allThreads].map(digits).join(" | ");
    return `| \`${name}\` | ${what} | ${times} | **${digits(ratios[at] ?? Number.NaN)}** |`;
  });
  return `## Speed

Workers alone give you cores, not vectors: each core still runs scalar JavaScript. We measured a pool of ${threads} workers against ${threads} threads of Lanewise. The pool has its arrays in shared memory, and gets a few rows with each message. On average Lanewise is ${digits(geometricMean(ratios))} times as fast as the pool (the geometric mean of the last column).

| workload | what it computes | a plain loop, ms | ${threads} workers, ms | Lanewise, one thread, ms | Lanewise, ${threads} threads, ms | times as fast as the workers |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join("\n")}

The numbers are wall times, the shortest of 15 runs, from ${machine.cpu} with ${machine.cores} cores and Node ${machine.node.slice(1)} ([all results](../../bench/results/workers.json), [source](../../bench/workers/loops.ts)). \`npm run bench:workers\` compares the results and measures them.
`;
}

function speedOfNumba({ machine, numba, rows }: OfNumba): string {
  const ratios = rows.map(({ ms }) => ms.numba / ms.lanewise);
  const won = ratios.filter((ratio) => ratio >= 1).length;
  const lines = rows.map(({ name, what, ms }, at) => {
    const times = [ms.javascript, ms.numba, ms.lanewise].map(digits).join(" | ");
    return `| \`${name}\` | ${what} | ${times} | **${digits(ratios[at] ?? Number.NaN)}** |`;
  });
  return `## Speed

We wrote ${rows.length} of [the workloads of gpu.rocks](gpu-rocks.md) as plain loops with \`@njit\`, over arrays of two dimensions where they have two. Both sides run on one thread and round as IEEE 754 says. On average Lanewise is ${digits(geometricMean(ratios))} times as fast (the geometric mean of the last column). It is faster in ${won}.

| workload | what it computes | JavaScript, ms | Numba, ms | Lanewise, ms | times as fast as Numba |
| --- | --- | --- | --- | --- | --- |
${lines.join("\n")}

Numba compiles to the processor's own instructions, with vectors of up to 512 bits; WebAssembly's have 128. Lanewise runs neighbouring work-items together, so it also has vectors where each one has a loop of its own, as in \`ode-rk4\`. Numba wins where a loop has to run in order: its compiled loop of \`wavefront\` needs no launch for each diagonal.

The numbers are from ${machine.cpu} with Node ${machine.node.slice(1)} and Numba ${numba} ([all results](../../bench/results/numba.json), [source](../../bench/numba/kernels.py)). \`npm run bench:numba\` measures them. It compares the results, and takes the shortest of eight samples, in processor time.
`;
}

/** Two digits that count. */
function digits(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toPrecision(2);
}
