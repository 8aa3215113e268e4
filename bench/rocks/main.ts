// `npm run bench:rocks [-- names... --quick --no-gpu-js]`: the workloads of the benchmark on GPU.js's site, on one thread, against plain JavaScript and
// GPU.js, which is installed if it is missing. Names may be parts of names; --quick takes small sizes, to see that all compute the same. Without any of
// them, writes bench/results/rocks.json.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { resultsFolder } from "../harness/folders.js";
import { installPackages } from "../harness/install.js";
import { packageVersion } from "../harness/packages.js";
import { describeMachine } from "../machine.js";
import { geometricMean } from "./geometric-mean.js";
import { gpuJsRocks } from "./gpu-js/table.js";
import { measure, type Row } from "./measure.js";
import { rocks } from "./table.js";

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: { quick: { type: "boolean", default: false }, "gpu-js": { type: "boolean", default: true } },
});
const { quick, "gpu-js": wantsGpuJs } = values;
const isAsked = (rock: string): boolean => names.length === 0 || names.some((name) => rock.includes(name));
if (wantsGpuJs) installPackages();
const hasGpuJs = wantsGpuJs && packageVersion("gpu.js") !== undefined;
const effort = { quick, ...(quick ? { rounds: 1, sampleMs: 1 } : { rounds: 7, sampleMs: 60 }) };

const rows: Row[] = [];
for (const rock of rocks.filter(({ name }) => isAsked(name))) {
  const row = await measure(rock, hasGpuJs ? gpuJsRocks[rock.name] : undefined, effort);
  rows.push(row);
  const { javascript, lanewise, gpuJs } = row.ms;
  const times = `JavaScript ${javascript.toFixed(3)} ms, Lanewise ${lanewise.toFixed(3)} ms`;
  const others = gpuJs === undefined ? "" : `, GPU.js ${gpuJs.toFixed(3)} ms`;
  console.log(`${row.name}: ${(javascript / lanewise).toFixed(2)} times as fast (${times}${others})`);
}
const mean = geometricMean(rows.map(({ ms }) => ms.javascript / ms.lanewise));
console.log(`geometric mean of ${rows.length}: ${mean.toFixed(2)}`);
if (names.length === 0 && !quick && hasGpuJs) {
  const whole = { machine: describeMachine(), gpuJs: packageVersion("gpu.js"), threads: 1, rows };
  writeFileSync(join(resultsFolder, "rocks.json"), `${JSON.stringify(whole, null, 2)}\n`);
}
