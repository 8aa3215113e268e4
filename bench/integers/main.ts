// `npm run bench:integers`: what plain numbers cost where they are integers, each loop against the same with its numbers pinned, and against
// plain JavaScript, on one thread: lower quartiles of the processor's time in rounds in which they take turns. Writes bench/results/integers.json and prints the goals with what was measured; exits 1 where one is
// missed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "lanewise";
import { alternating, checkClose, processorTime } from "../harness/alternating.js";
import { resultsFolder } from "../harness/folders.js";
import { describeMachine } from "../machine.js";
import { lowerQuartile } from "../statistics.js";
import { type Loop, loops } from "./kernels.js";
import { programs } from "./programs.js";

/** A plain loop takes at most so many times as long as a pinned one. */
const goal = 1.3;

function measure({ what, make }: Loop) {
  using q = new Queue({ device: "cpu", threads: 1 });
  const { out, ...variants } = make(q);
  const run = (variant: () => void): readonly number[] => {
    out.fill(-1);
    variant();
    q.waitSync();
    return Array.from(out);
  };
  const expected = run(variants.javascript ?? variants.pinned);
  for (const [name, variant] of Object.entries(variants)) checkSame(name, run(variant), expected);
  const times = alternating(q, variants as Readonly<Record<keyof typeof variants, () => void>>, processorTime); // with those that there are
  const us = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, lowerQuartile(all)]));
  const { plain = Number.NaN, pinned = Number.NaN, javascript } = us;
  return { what, unit: "x", value: plain / pinned, goal, ...(javascript && { javascript: javascript / plain }), us };
}

function checkSame(name: string, out: ArrayLike<number>, expected: ArrayLike<number>): void {
  try {
    checkClose(out, expected);
  } catch (cause) {
    throw new Error(`the ${name} loop computes something else`, { cause });
  }
}

const goals = [...loops, ...programs].map((loop) => {
  const row = measure(loop);
  const { what, value, javascript, us } = row;
  const times = Object.entries(us).map(([name, time]) => `${name} ${time.toFixed(1)} us`);
  const than = javascript === undefined ? "" : `${javascript.toFixed(2)} times as fast as plain JavaScript; `;
  console.log(`${value <= goal ? "met " : "MISS"} ${what}: ${value.toFixed(2)} x (goal: at most ${goal})`);
  console.log(`  ${than}${times.join(", ")}`);
  return row;
});
const result = { machine: describeMachine(), threads: 1, goals };
writeFileSync(join(resultsFolder, "integers.json"), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = goals.every(({ value }) => value <= goal) ? 0 : 1;
