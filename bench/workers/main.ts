// `npm run bench:workers [-- names... --quick]`: loops over rows, by wall time: plain JavaScript on one thread and in a pool of workers, Lanewise on one
// thread and on all. The pool is as people write it: shared memory, a few stretches of rows for each worker, a message for each stretch. Results are
// compared before anything is measured. Without names and --quick, writes bench/results/workers.json.

import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Queue } from "lanewise";
import { findDifference } from "../harness/equality.js";
import { resultsFolder } from "../harness/folders.js";
import { OwnArrays } from "../harness/variants/lanewise.js";
import { copyArrays, outputsOf, type Workload } from "../harness/workload.js";
import { describeMachine } from "../machine.js";
import type { Rock } from "../rocks/define.js";
import { geometricMean } from "../rocks/geometric-mean.js";
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
  const javascript = await shortest(async () => rock.plain(arrays, workload.scalars));
  const pool = new Pool(rock.name, workload, threads);
  const workers = await shortest(() => pool.run());
  assertSame(rock, workload, "the pool", pool.outputs(), outputsOf(workload, arrays));
  await pool.close();
  const oneThread = await lanewise(rock, workload, 1);
  return { javascript, workers, oneThread, allThreads: await lanewise(rock, workload, threads) };
}

async function lanewise(rock: Rock, workload: Workload, most: number): Promise<number> {
  const own = new OwnArrays(workload);
  using q = new Queue({ device: "cpu", threads: most });
  try {
    own.reset();
    const launch = rock.lanewise(q, own.arrays, workload.scalars);
    return await shortest(async () => {
      launch();
      await q.wait();
    });
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

function assertSame(
  { name, tolerance }: Rock,
  { outputs }: Workload,
  contender: string,
  found: readonly ArrayLike<number>[],
  expected: readonly ArrayLike<number>[],
): void {
  const difference = findDifference(found, expected, tolerance);
  if (difference) throw new Error(`${name} in ${contender} computes something else (${outputs.join()}): ${difference}`);
}
