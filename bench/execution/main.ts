// `npm run bench:execution`: the speed of work-groups, each kernel against the same without them, on one thread. Writes
// bench/results/execution.json and prints the goals with what was measured; exits 1 where a goal is missed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "lanewise";
import { resultsFolder } from "../harness/folders.js";
import { describeMachine } from "../machine.js";
import { measureGroupSum } from "./group-sum.js";
import type { Measured } from "./measure.js";
import { measureProduct } from "./product.js";
import { byGlobalId, byGroupAndLocalId, measureWithoutBarriers } from "./without-barriers.js";

/** The goal is the least that is measured. */
interface Row {
  readonly what: string;
  readonly goal: number;
  readonly measure: (q: Queue) => Measured;
}

const rows: readonly Row[] = [
  {
    what: "a product with tiles in local memory, against tiles in registers alone",
    goal: 0.8,
    measure: measureProduct,
  },
  { what: "a sum with group.reduce, against the triad's bytes a second", goal: 0.9, measure: measureGroupSum },
  {
    what: "saxpy over an nd-range without barriers, against a range",
    goal: 0.97,
    measure: (q) => measureWithoutBarriers(q, byGlobalId),
  },
  {
    what: "saxpy over an nd-range by group and local id, against a range",
    goal: 0.97,
    measure: (q) => measureWithoutBarriers(q, byGroupAndLocalId),
  },
];

const goals = rows.map(({ what, goal, measure }) => {
  using q = new Queue({ device: "cpu", threads: 1 });
  const { value, us } = measure(q);
  console.log(`${value >= goal ? "met " : "MISS"} ${what}: ${value.toFixed(2)} x (goal: at least ${goal})`);
  for (const [name, time] of Object.entries(us)) console.log(`  ${name}: ${time.toFixed(1)} us`);
  return { what, unit: "x", value, goal, us };
});
const result = { machine: describeMachine(), goals };
writeFileSync(join(resultsFolder, "execution.json"), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = goals.every(({ value, goal }) => value >= goal) ? 0 : 1;
