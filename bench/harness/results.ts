// The results as they stand in results/kernels.json: plain data, everything that the table, the chart and the gate need.

import type { Machine } from "../machine.js";
import type { Effort } from "./measure.js";
import type { Ratio } from "./measures.js";

export interface KernelResult {
  readonly kernel: string;
  readonly title: string;
  readonly size: number;
  readonly type: string;
  /** Milliseconds of one call in each run, by contender. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  /** By measure (measures.ts). */
  readonly ratios: Readonly<Record<string, Ratio>>;
  /** Why a contender was not measured. */
  readonly notMeasured: Readonly<Record<string, string>>;
  /** Of ours, one thread: billions of operations and of bytes a second. */
  readonly gigaOperations?: number;
  readonly gigaBytes?: number;
}

/** A figure that is no ratio of a kernel's times: launch latency, compile times, the example's chain. */
export interface Figure {
  readonly section: "launch" | "compile" | "chain" | "device-globals" | "execution" | "linking";
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly spread?: number;
}

export interface Results {
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly effort: Effort;
  readonly threads: number;
  readonly kernels: readonly KernelResult[];
  readonly figures: readonly Figure[];
}
