// `npm run bench [-- names...] [--quick] [--gate] [--threads N]`: the kernels' speed against their baselines. Installs what it
// needs, prints tables, writes results/kernels.json and a chart. With --gate, compares with goals.json: exits 1 where a goal is
// missed, 2 where the machine was too noisy to tell.

import { parseArguments } from "./harness/arguments.js";
import { installMissing } from "./harness/install.js";
import { kernelsTable, notMeasured, ownTable } from "./harness/print.js";
import type { KernelResult } from "./harness/results.js";
import { runKernel } from "./harness/run-kernel.js";
import { kernels } from "./kernels/table.js";

const asked = parseArguments(process.argv.slice(2));
installMissing();
const results: KernelResult[] = [];
for (const kernel of kernels) {
  if (asked.names.length > 0 && !asked.names.includes(kernel.name)) continue;
  for (const size of kernel.sizes) {
    process.stderr.write(`${kernel.title} (${size}) ...\n`);
    results.push(await runKernel(kernel, size, asked.threads, asked.effort));
  }
}
console.log(kernelsTable(results));
console.log(`\n${ownTable(results)}\n`);
for (const line of notMeasured(results)) console.log(line);
