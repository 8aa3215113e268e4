// `npm run bench [-- names...] [--quick] [--gate] [--threads N]`: the kernels' speed against their baselines. Names are kernels or the
// sections launch, compile, chain, device-globals, execution and linking. Installs what it needs, prints tables, writes results/kernels.json and a
// chart. With --gate, compares with goals.json: exits 1 where a goal is missed, 2 where the machine was too noisy to tell.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Asked, parseArguments } from "./harness/arguments.js";
import { measureChain } from "./harness/chain.js";
import { writeChart } from "./harness/chart.js";
import { resultsFolder } from "./harness/folders.js";
import { exitCode, gateReport, judge } from "./harness/gate.js";
import { goalsFor, readGoals } from "./harness/goals.js";
import { installMissing } from "./harness/install.js";
import type { Effort } from "./harness/measure.js";
import { figuresTable, kernelsTable, notMeasured, ownTable } from "./harness/print.js";
import type { Figure, KernelResult, Results } from "./harness/results.js";
import { runKernel } from "./harness/run-kernel.js";
import { measureSection } from "./harness/sections.js";
import { describeVersions } from "./harness/versions.js";
import { kernels } from "./kernels/table.js";
import { describeMachine } from "./machine.js";

const asked = readArguments();
installMissing();
const results: Results = {
  machine: describeMachine(),
  versions: describeVersions(),
  effort: asked.effort,
  threads: asked.threads,
  kernels: await measureKernels(asked),
  figures: await measureFigures(asked),
};
print(results);
// A part of the table, or a quick look, does not replace the whole.
if (asked.names.length === 0 && !asked.isQuick) await write(results);
if (asked.isGate) {
  const judgements = judge(goalsFor(readGoals(), asked.names), results);
  console.log(`\n${gateReport(judgements)}`);
  process.exitCode = exitCode(judgements);
}

/** A wrong argument ends the program: its exit code is none of the gate's. */
function readArguments(): Asked {
  try {
    return parseArguments(process.argv.slice(2), [
      ...kernels.map(({ name }) => name),
      "launch",
      "compile",
      "chain",
      "device-globals",
      "execution",
      "linking",
    ]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(64);
  }
}

async function measureKernels({ names, threads, effort }: Asked): Promise<readonly KernelResult[]> {
  const measured: KernelResult[] = [];
  for (const kernel of kernels.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for (const size of kernel.sizes) {
      console.error(`${kernel.title} (${size}) ...`);
      measured.push(await runKernel(kernel, size, threads, effort));
    }
  }
  return measured;
}

/** Compile times take minutes: a quick look has them only by name. */
async function measureFigures({ names, effort, isQuick }: Asked): Promise<readonly Figure[]> {
  const isAsked = (section: string): boolean => names.length === 0 || names.includes(section);
  const isCompileAsked = isQuick ? names.includes("compile") : isAsked("compile");
  return [
    ...(isAsked("chain") ? await chainOrNone(effort) : []),
    ...(isAsked("launch") ? measureSection("launch") : []),
    ...(isAsked("device-globals") ? measureSection("device-globals") : []),
    ...(isAsked("execution") ? measureSection("execution") : []),
    ...(isAsked("linking") ? measureSection("linking") : []),
    ...(isCompileAsked ? measureSection("compile") : []),
  ];
}

/** The gate calls a missing figure "not measured". */
async function chainOrNone(effort: Effort): Promise<readonly Figure[]> {
  try {
    return await measureChain(effort);
  } catch (error) {
    console.error(`not measured: chain: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

function print({ kernels: rows, figures, threads }: Results): void {
  if (rows.length > 0) {
    console.log("The time of each baseline as a multiple of ours, one thread; ~: unsteady; ?: not measured.");
    console.log(kernelsTable(rows));
    console.log(`\nOurs checked against unchecked; ${threads} threads against one, and against GPU.js with as many.`);
    console.log(`${ownTable(rows)}\n`);
  }
  if (figures.length > 0) console.log(figuresTable(figures));
  for (const line of notMeasured(rows)) console.log(line);
}

async function write(whole: Results): Promise<void> {
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, "kernels.json"), `${JSON.stringify(whole, null, 2)}\n`);
  await writeChart(whole);
}
