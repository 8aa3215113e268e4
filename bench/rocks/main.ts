// `npm run bench:rocks [-- names... --quick]`: the workloads of the benchmark on GPU.js's site, on one thread, against plain JavaScript. Names may be
// parts of names; --quick takes small sizes, to see that all compute the same. Without either, writes bench/results/rocks.json.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "../harness/folders.js";
import { describeMachine } from "../machine.js";
import { geometricMean } from "./geometric-mean.js";
import { measure } from "./measure.js";
import { rocks } from "./table.js";

const quick = process.argv.includes("--quick");
const names = process.argv.slice(2).filter((argument) => argument !== "--quick");
const isAsked = (rock: string): boolean => names.length === 0 || names.some((name) => rock.includes(name));
const effort = quick ? { quick, rounds: 1, sampleMs: 1 } : { quick, rounds: 7, sampleMs: 60 };

const rows = rocks
  .filter(({ name }) => isAsked(name))
  .map((rock) => {
    const row = measure(rock, effort);
    const { javascript, lanewise } = row.ms;
    const times = `JavaScript ${javascript.toFixed(3)} ms, Lanewise ${lanewise.toFixed(3)} ms`;
    console.log(`${row.name}: ${(javascript / lanewise).toFixed(2)} times as fast (${times})`);
    return row;
  });
const mean = geometricMean(rows.map(({ ms }) => ms.javascript / ms.lanewise));
console.log(`geometric mean of ${rows.length}: ${mean.toFixed(2)}`);
if (names.length === 0 && !quick) {
  const whole = { machine: describeMachine(), threads: 1, rows };
  writeFileSync(join(resultsFolder, "rocks.json"), `${JSON.stringify(whole, null, 2)}\n`);
}
