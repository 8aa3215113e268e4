// `npm run bench:execution`: the speed of work-groups, each kernel against the same without them, on one thread. Writes
// bench/results/execution.json and prints the goals with what was measured; exits 1 where a goal is missed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "lanewise";
import type { Measured } from "../harness/alternating.js";
import { resultsFolder } from "../harness/folders.js";
import { installPackages } from "../harness/install.js";
import { describeMachine } from "../machine.js";
import {
  measureCompact,
  measureHistogram,
  measureMatmul,
  measureReduce,
  measureScan,
  measureScanAgainstTriad,
  measureSort,
  measureTransform,
  measureTransformAgainstMap,
} from "./algorithms.js";
import { measureGroupSum } from "./group-sum.js";
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
  {
    what: "sort of 4M u32, against Uint32Array.prototype.sort",
    goal: 4,
    measure: (q) => measureSort(q, Uint32Array),
  },
  {
    what: "sort of 4M f32, against Float32Array.prototype.sort",
    goal: 1,
    measure: (q) => measureSort(q, Float32Array),
  },
  {
    what: "exclusiveScan of 16M f32, against the triad's bytes a second",
    goal: 0.6,
    measure: measureScanAgainstTriad,
  },
  { what: "exclusiveScan of 16M f32, against a loop", goal: 1, measure: measureScan },
  { what: "reduce of 16M f32, against a loop", goal: 1, measure: measureReduce },
  { what: "histogram of 16M u8, against a loop", goal: 1, measure: measureHistogram },
  { what: "compact of 4M f32, against a loop", goal: 1, measure: measureCompact },
  { what: "transform of 16M f32, against a loop", goal: 1, measure: measureTransform },
  { what: "transform of 16M f32, against map", goal: 1, measure: measureTransformAgainstMap },
  { what: "matmul of 512 x 512 f64, against ml-matrix", goal: 1, measure: measureMatmul },
];

installPackages();
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
