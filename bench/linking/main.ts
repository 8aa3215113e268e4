// `npm run bench:linking`: what linking and specialization cost when a kernel runs, on one thread. Writes bench/results/linking.json and
// prints the goals with what was measured; exits 1 where a goal is missed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "lanewise";
import type { Measured } from "../harness/alternating.js";
import { resultsFolder } from "../harness/folders.js";
import { describeMachine } from "../machine.js";
import { filters, measureConstant, products } from "./constants.js";
import { lumas, measureLinked, noises } from "./linked-functions.js";

/** The goal is the least that is measured. */
interface Row {
  readonly what: string;
  readonly goal: number;
  readonly measure: (q: Queue) => Measured;
}

const rows: readonly Row[] = [
  {
    what: "a short function of another package, against one of the kernel's own",
    goal: 0.97,
    measure: (q) => measureLinked(q, lumas),
  },
  {
    what: "noise of another package, against the kernel's own",
    goal: 0.97,
    measure: (q) => measureLinked(q, noises),
  },
  {
    what: "a product whose tile is a specialization constant, against a number",
    goal: 0.97,
    measure: (q) => measureConstant(q, products),
  },
  {
    what: "a filter whose radius is a specialization constant, against a number",
    goal: 0.97,
    measure: (q) => measureConstant(q, filters),
  },
];

const goals = rows.map(({ what, goal, measure }) => {
  using q = new Queue({ device: "cpu", threads: 1 });
  const { value, us } = measure(q);
  console.log(`${value >= goal ? "met " : "MISS"} ${what}: ${value.toFixed(3)} x (goal: at least ${goal})`);
  for (const [name, time] of Object.entries(us)) console.log(`  ${name}: ${time.toFixed(1)} us`);
  return { what, unit: "x", value, goal, us };
});
const result = { machine: describeMachine(), goals };
writeFileSync(join(resultsFolder, "linking.json"), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = goals.every(({ value, goal }) => value >= goal) ? 0 : 1;
