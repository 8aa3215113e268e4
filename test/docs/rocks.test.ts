// docs/compare/gpu-rocks.md is made from bench/results/rocks.json; this test fails when it is out of date. `npm run docs` writes it anew.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Machine } from "../../bench/machine.js";
import { geometricMean } from "../../bench/rocks/geometric-mean.js";
import type { Row } from "../../bench/rocks/measure.js";

test("docs/compare/gpu-rocks.md has the measured numbers", async () => {
  const text = readFileSync(new URL("../../bench/results/rocks.json", import.meta.url), "utf8");
  // bench/rocks/main.ts writes it.
  const { machine, rows } = JSON.parse(text) as { readonly machine: Machine; readonly rows: readonly Row[] };
  await expect(page(machine, rows)).toMatchFileSnapshot("../../docs/compare/gpu-rocks.md");
});

const ratioOf = ({ ms }: Row): number => ms.javascript / ms.lanewise;

function page(machine: Machine, rows: readonly Row[]): string {
  const lost = rows.filter((row) => ratioOf(row) < 1).map(({ name }) => `\`${name}\``);
  const mean = digits(geometricMean(rows.map(ratioOf)));
  return `# The workloads of gpu.rocks

GPU.js has a benchmark on [its site](https://gpu.rocks). We rewrote its ${rows.length} workloads in Lanewise: the names are that site's, while the code, the data and most sizes are ours. Each kernel has a plain loop beside it, as a careful programmer writes it.

Lanewise runs on **one thread**, with indices checked. On average it is ${mean} times as fast as plain JavaScript (the geometric mean of the last column). ${lost.length === 0 ? "" : `It is slower in ${lost.length}: ${lost.join(", ")}.`}

${rows
  .map(({ group }) => group)
  .filter((group, at, all) => all.indexOf(group) === at)
  .map((group) => section(group, rows))
  .join("\n")}
## How it is measured

\`npm run bench:rocks\` runs all of them; add names to run some, and \`--quick\` to only compare results at small sizes. Before it measures, the command compares the results of both versions: exactly where they are integers or do not round, otherwise within a tolerance that the workload states. Both versions take turns, and the shortest of seven samples counts, in processor time.

The numbers are from ${machine.cpu} with Node ${machine.node.slice(1)} ([all results](../../bench/results/rocks.json), [source](../../bench/rocks/table.ts)). We have not run GPU.js on this machine's GPU, because it has none. If your users have a GPU and the data stays there, GPU.js can be faster than any of these rows: its site has its own results.
`;
}

function section(group: string, rows: readonly Row[]): string {
  const lines = rows
    .filter((row) => row.group === group)
    .map((row) => {
      const times = [digits(row.ms.javascript), digits(row.ms.lanewise), `**${digits(ratioOf(row))}**`];
      return `| \`${row.name}\` | ${row.what} | ${times.join(" | ")} |`;
    });
  const head =
    "| workload | what it computes | JavaScript, ms | Lanewise, ms | times as fast |\n| --- | --- | --- | --- | --- |";
  return `## ${group[0]?.toUpperCase()}${group.slice(1)}\n\n${head}\n${lines.join("\n")}\n`;
}

/** Two digits that count. */
function digits(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toPrecision(2);
}
