// `npm run bench:integers`: what plain numbers cost where they are integers, each loop against the same with its numbers pinned, and against
// plain JavaScript, on one thread. Writes bench/results/integers.json and prints the goals with what was measured; exits 1 where one is
// missed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "lanewise";
import { alternating, checkClose, medians, ratio } from "../harness/alternating.js";
import { resultsFolder } from "../harness/folders.js";
import { describeMachine } from "../machine.js";
import { type Loop, loops } from "./kernels.js";

/** A plain loop takes at most so many times as long as a pinned one. */
const goal = 1.3;

function measure({ what, make }: Loop) {
  using q = new Queue({ device: "cpu", threads: 1 });
  const { out, ...variants } = make(q);
  variants.javascript();
  const expected = Array.from(out);
  for (const [name, variant] of Object.entries(variants)) {
    out.fill(-1);
    variant();
    q.waitSync();
    checkSame(name, out, expected);
  }
  const times = alternating(q, variants);
  const value = ratio(times.plain, times.pinned);
  return { what, unit: "x", value, goal, javascript: ratio(times.javascript, times.plain), us: medians(times) };
}

function checkSame(name: string, out: ArrayLike<number>, expected: ArrayLike<number>): void {
  try {
    checkClose(out, expected);
  } catch (cause) {
    throw new Error(`the ${name} loop computes something else`, { cause });
  }
}

const goals = loops.map((loop) => {
  const row = measure(loop);
  const { what, value, javascript, us } = row;
  const times = Object.entries(us).map(([name, time]) => `${name} ${time.toFixed(1)} us`);
  console.log(`${value <= goal ? "met " : "MISS"} ${what}: ${value.toFixed(2)} x (goal: at most ${goal})`);
  console.log(`  ${javascript.toFixed(2)} times as fast as plain JavaScript; ${times.join(", ")}`);
  return row;
});
const result = { machine: describeMachine(), threads: 1, goals };
writeFileSync(join(resultsFolder, "integers.json"), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = goals.every(({ value }) => value <= goal) ? 0 : 1;
