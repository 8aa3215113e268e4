// A workload of the benchmark on GPU.js's site, written anew: as a Lanewise kernel, and as a plain loop that a careful programmer would write.

import type { Queue } from "lanewise";
import type { Tolerance } from "../harness/kernel.js";
import type { Arrays, Scalars, Workload } from "../harness/workload.js";

export type Group = "arithmetic" | "data movement" | "simulation" | "pictures" | "transforms" | "rendering";

export interface Rock<A extends Arrays = Arrays, S extends Scalars = Scalars> {
  /** Its name on that site. */
  readonly name: string;
  readonly group: Group;
  /** What it computes, with the sizes of a run that is not quick. */
  readonly what: string;
  readonly tolerance: Tolerance;
  // Methods, so that workloads of different arrays stand in one table.
  workload(quick: boolean): Workload<A, S>;
  /** Gives what does the work once, from its inputs. The caller waits for the queue. */
  lanewise(q: Queue, arrays: A, scalars: S): () => unknown;
  plain(arrays: A, scalars: S): void;
}

/** Checks a workload against its own types, then forgets them. */
export function define<A extends Arrays, S extends Scalars>(rock: Rock<A, S>): Rock {
  return rock;
}
