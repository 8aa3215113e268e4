// One way to compute a kernel: ours or a baseline. A variant is prepared for a workload (built, its data laid out), then runs as
// often as asked and tells how long that took; its outputs can be read for comparison.

import type { TypedArray } from "./workload.js";

export interface Prepared {
  /** Does the work `times` times. Milliseconds. */
  run(times: number): number | Promise<number>;
  /** What the workload's outputs hold now, in their order. */
  outputs(): readonly ArrayLike<number>[] | Promise<readonly ArrayLike<number>[]>;
  dispose(): void | Promise<void>;
}

/** Why a variant is not there: it is reported as "not measured". */
export class NotMeasured extends Error {}

/** A prepared variant of a synchronous function of this process. */
export function preparedFunction(work: () => void, outputs: () => readonly TypedArray[]): Prepared {
  return {
    run: (times) => {
      const start = performance.now();
      for (let i = 0; i < times; i++) work();
      return performance.now() - start;
    },
    outputs,
    dispose: () => undefined,
  };
}
