// `npm run bench:workers [-- names... --quick]`: loops over rows, by wall time: plain JavaScript on one thread and in a pool of workers, Lanewise on one
// thread and on all. The pool is as people write it: shared memory, a few stretches of rows for each worker, a message for each stretch. Each one's
// results are compared before it is measured. Without names and --quick, writes bench/results/workers.json.

import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Queue } from "lanewise";
import { resultsFolder } from "../harness/folders.js";
import { OwnArrays } from "../harness/variants/lanewise.js";
import { copyArrays, outputsOf, type TypedArray, type Workload } from "../harness/workload.js";
import { describeMachine } from "../machine.js";
import type { Rock } from "../rocks/define.js";
import { geometricMean } from "../rocks/geometric-mean.js";
import { assertSame } from "../rocks/measure.js";
import { rocks } from "../rocks/table.js";
import { loops } from "./loops.js";
import { Pool } from "./pool.js";

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});
const { quick } = values;
const effort = quick ? { rounds: 1, warmUps: 1 } : { rounds: 15, warmUps: 8 };
const threads = availableParallelism();

const rows = [];
for (const rock of rocks) {
  const loop = loops[rock.name];
  if (loop === undefined || (names.length > 0 && !names.some((name) => rock.name.includes(name)))) continue;
  const row = { name: rock.name, what: rock.what, ms: await timesOf(rock, rock.workload(quick)) };
  rows.push(row);
  console.log(`${row.name}: ${JSON.stringify(row.ms)}`);
}
const mean = geometricMean(rows.map(({ ms }) => ms.workers / ms.allThreads));
console.log(
  `${threads} threads of Lanewise against ${threads} workers, geometric mean of ${rows.length}: ${mean.toFixed(2)}`,
);
if (names.length === 0 && !quick) {
  const whole = { machine: describeMachine(), threads, rows };
  writeFileSync(join(resultsFolder, "workers.json"), `${JSON.stringify(whole, null, 2)}\n`);
}

async function timesOf(rock: Rock, workload: Workload) {
  const arrays = copyArrays(workload.arrays);
  rock.plain(arrays, workload.scalars);
  const expected = outputsOf(workload, arrays);
  return {
    javascript: await shortest(async () => rock.plain(arrays, workload.scalars)),
    workers: await timeOfPool(rock, workload, expected),
    oneThread: await timeOfLanewise(rock, workload, expected, 1),
    allThreads: await timeOfLanewise(rock, workload, expected, threads),
  };
}

async function timeOfPool(rock: Rock, workload: Workload, expected: readonly TypedArray[]): Promise<number> {
  const pool = new Pool(rock.name, workload, threads);
  try {
    await pool.run();
    assertSame(rock, "the pool", pool.outputs(), expected);
    return await shortest(() => pool.run());
  } finally {
    await pool.close();
  }
}

async function timeOfLanewise(
  rock: Rock,
  workload: Workload,
  expected: readonly TypedArray[],
  most: number,
): Promise<number> {
  const own = new OwnArrays(workload);
  using q = new Queue({ device: "cpu", threads: most });
  try {
    own.reset();
    const launch = rock.lanewise(q, own.arrays, workload.scalars);
    const run = async (): Promise<void> => {
      launch();
      await q.wait();
    };
    await run();
    assertSame(rock, "Lanewise", outputsOf(workload, own.arrays), expected);
    return await shortest(run);
  } finally {
    own.free();
  }
}

/** Milliseconds of the shortest run: noise only adds time. */
async function shortest(run: () => Promise<void>): Promise<number> {
  for (let done = 0; done < effort.warmUps; done++) await run();
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < effort.rounds; done++) {
    const start = performance.now();
    await run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
