// The checks in a worker, and what only workers may do: wait.

import { Queue } from "lanewise";
import { type Checks, runChecks } from "./checks.js";

/** What it posts to the page. */
export interface WorkerChecks {
  readonly checks: Checks;
  readonly waited: readonly number[];
}

const q = new Queue();
const x = q.mallocShared(Float32Array, 8);
q.parallelFor(8, (i) => {
  x[i] = i / 2;
}).waitSync();
const waited = [...x];
const outcome: WorkerChecks = { checks: await runChecks(), waited };
postMessage(outcome);
