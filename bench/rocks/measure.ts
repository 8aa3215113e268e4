// One workload: Lanewise on one thread against plain JavaScript, by the processor's time. Results are compared before anything is measured.

import { Queue } from "lanewise";
import { processorTime } from "../harness/alternating.js";
import { findDifference } from "../harness/equality.js";
import { OwnArrays } from "../harness/variants/lanewise.js";
import { copyArrays, outputsOf } from "../harness/workload.js";
import type { Group, Rock } from "./define.js";

export interface Row {
  readonly name: string;
  readonly group: Group;
  readonly what: string;
  /** The shortest of the rounds: noise only adds time. */
  readonly ms: { readonly javascript: number; readonly lanewise: number };
}

export interface Effort {
  readonly quick: boolean;
  readonly rounds: number;
  /** Of a sample, at least. */
  readonly sampleMs: number;
}

export function measure(rock: Rock, { quick, rounds, sampleMs }: Effort): Row {
  const workload = rock.workload(quick);
  const own = new OwnArrays(workload);
  using q = new Queue({ device: "cpu", threads: 1 });
  try {
    own.reset();
    const launch = rock.lanewise(q, own.arrays, workload.scalars);
    const lanewise = (): void => {
      launch();
      q.waitSync();
    };
    const arrays = copyArrays(workload.arrays);
    const javascript = (): void => rock.plain(arrays, workload.scalars);
    lanewise();
    javascript();
    const difference = findDifference(outputsOf(workload, own.arrays), outputsOf(workload, arrays), rock.tolerance);
    if (difference) throw new Error(`${rock.name} computes something else: ${difference}`);
    // The engine compiles what runs often once more: the first samples warm up.
    const ms = { javascript: sample(javascript, sampleMs), lanewise: sample(lanewise, sampleMs) };
    for (let round = 0; round < rounds; round++) {
      ms.javascript = Math.min(ms.javascript, sample(javascript, sampleMs));
      ms.lanewise = Math.min(ms.lanewise, sample(lanewise, sampleMs));
    }
    return { name: rock.name, group: rock.group, what: rock.what, ms };
  } finally {
    own.free();
  }
}

/** Milliseconds of one run. */
function sample(run: () => void, atLeastMs: number): number {
  const start = processorTime();
  let runs = 0;
  do {
    run();
    runs++;
  } while (processorTime() - start < atLeastMs);
  return (processorTime() - start) / runs;
}
