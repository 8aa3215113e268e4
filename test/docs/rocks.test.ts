// docs/compare/gpu-rocks.md is made from bench/results/rocks.json; this test fails when it is out of date. `npm run docs` writes it anew.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Machine } from "../../bench/machine.js";
import { geometricMean } from "../../bench/rocks/geometric-mean.js";
import type { Row } from "../../bench/rocks/measure.js";

test("docs/compare/gpu-rocks.md has the measured numbers", async () => {
  const text = readFileSync(new URL("../../bench/results/rocks.json", import.meta.url), "utf8");
  // bench/rocks/main.ts writes it.
  const results = JSON.parse(text) as Results;
  await expect(page(results)).toMatchFileSnapshot("../../docs/compare/gpu-rocks.md");
});

interface Results {
  readonly machine: Machine;
  /** GPU.js's version. */
  readonly gpuJs: string;
  readonly rows: readonly Row[];
}

const ratioOf = ({ ms }: Row): number => ms.javascript / ms.lanewise;

/** How many times as fast as GPU.js Lanewise is, of the workloads that GPU.js has. */
const gpuJsRatios = (rows: readonly Row[]): { readonly name: string; readonly ratio: number }[] =>
  rows.flatMap(({ name, ms: { gpuJs, lanewise } }) => (gpuJs === undefined ? [] : [{ name, ratio: gpuJs / lanewise }]));

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

function page({ machine, gpuJs, rows }: Results): string {
  const lost = rows.filter((row) => ratioOf(row) < 1).map(({ name }) => name);
  const mean = digits(geometricMean(rows.map(ratioOf)));
  const rivals = gpuJsRatios(rows);
  const lostToGpuJs = rivals.filter(({ ratio }) => ratio < 1).map(({ name }) => name);
  const meanOfRivals = digits(geometricMean(rivals.map(({ ratio }) => ratio)));
  return `# The workloads of gpu.rocks

GPU.js has a benchmark on [its site](https://gpu.rocks). We rewrote its ${rows.length} workloads in Lanewise: the names are that site's, while the code, the data and most sizes are ours. Each kernel has a plain loop beside it, as a careful programmer writes it.

Lanewise runs on **one thread**, with indices checked. On average it is ${mean} times as fast as plain JavaScript (the geometric mean of the last column).${lost.length === 0 ? " It is slower in none." : ` It is slower in ${lost.length}: ${listed(lost)}.`}

GPU.js runs in its WebAssembly mode, also on one thread, in the ${rivals.length} workloads that we wrote for it. On average Lanewise is ${meanOfRivals} times as fast as GPU.js.${lostToGpuJs.length === 0 ? "" : ` It is slower in ${lostToGpuJs.length}: ${listed(lostToGpuJs)}.`} A kernel of GPU.js returns one number, or a few, for each element of a new array. So a histogram, a sorting network or a transform is written the other way round there: each element of the result looks for its values. The column is empty for workloads that sort, or that need integers of 32 bits. The floats of GPU.js cannot hold these.

${rows
  .map(({ group }) => group)
  .filter((group, at, all) => all.indexOf(group) === at)
  .map((group) => section(group, rows))
  .join("\n")}
## How it is measured

\`npm run bench:rocks\` runs all of them; add names to run some, and \`--quick\` to only compare results at small sizes. Before it measures, the command compares the results of all versions. They must be equal if they are integers or do not round; otherwise each workload states a tolerance. The versions take turns, and the shortest of eight samples counts, in processor time. GPU.js's time includes its copies of arguments and results.

The numbers are from ${machine.cpu} with Node ${machine.node.slice(1)} and GPU.js ${gpuJs} ([all results](../../bench/results/rocks.json), source for [Lanewise and JavaScript](../../bench/rocks/table.ts) and for [GPU.js](../../bench/rocks/gpu-js/table.ts)). GPU.js does not run on a GPU here, because this machine has none. If your users have a GPU and the data stays there, GPU.js can be faster than any of these rows: its site has its own results.
`;
}

function section(group: string, rows: readonly Row[]): string {
  const lines = rows
    .filter((row) => row.group === group)
    .map((row) => {
      const { javascript, gpuJs, lanewise } = row.ms;
      const times = [digits(javascript), gpuJs === undefined ? "" : digits(gpuJs), digits(lanewise)];
      return `| \`${row.name}\` | ${row.what} | ${times.join(" | ")} | **${digits(ratioOf(row))}** |`;
    });
  const head =
    "| workload | what it computes | JavaScript, ms | GPU.js, ms | Lanewise, ms | times as fast as JavaScript |\n| --- | --- | --- | --- | --- | --- |";
  return `## ${group[0]?.toUpperCase()}${group.slice(1)}\n\n${head}\n${lines.join("\n")}\n`;
}

/** Two digits that count. */
function digits(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toPrecision(2);
}
