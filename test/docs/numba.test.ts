// The table of docs/compare/numba.md is made from bench/results/numba.json; this test fails when it is out of date. `npm run docs` writes it anew.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Machine } from "../../bench/machine.js";
import { geometricMean } from "../../bench/rocks/geometric-mean.js";
import type { Times } from "../../bench/rocks/measure.js";

interface Results {
  readonly machine: Machine;
  /** Numba's version. */
  readonly numba: string;
  readonly rows: readonly { readonly name: string; readonly what: string; readonly ms: Times & { numba: number } }[];
}

test("docs/compare/numba.md has the measured numbers", async () => {
  const page = new URL("../../docs/compare/numba.md", import.meta.url);
  const text = readFileSync(page, "utf8");
  // bench/numba/main.ts writes it.
  const results = JSON.parse(
    readFileSync(new URL("../../bench/results/numba.json", import.meta.url), "utf8"),
  ) as Results;
  expect(text).toContain("\n## Speed\n");
  const changed = text.replace(/\n## Speed\n[\s\S]*?\n(?=\*\*Keep)/, () => `\n${speed(results)}\n`);
  await expect(changed).toMatchFileSnapshot("../../docs/compare/numba.md");
});

function speed({ machine, numba, rows }: Results): string {
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

The numbers are from ${machine.cpu} with Node ${machine.node.slice(1)} and Numba ${numba} ([all results](../../bench/results/numba.json), [source](../../bench/numba/kernels.py)). \`npm run bench:numba\` measures them. It compares the results first, and takes the shortest of eight samples, in processor time.
`;
}

/** Two digits that count. */
function digits(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toPrecision(2);
}
