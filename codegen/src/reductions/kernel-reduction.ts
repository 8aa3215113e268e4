// The description of a reduction that passes over kernels share. Design: docs/decisions/0012-reductions.md.

import type { ReductionOp } from "@lanewise/ir";

/** A parameter of the kernel that is a reducer. */
export interface KernelReduction {
  readonly parameter: number;
  /** "function": a function of the module, which the kernel calls with the reducer's value and another one. */
  readonly op: ReductionOp | "function";
  /**
   * "value": the target is one element, and each lane of a block combines its own value. "copies": the target is an array, of which each block has a
   * copy. "shared": all update one array with atomics; the kernel stays unchanged.
   */
  readonly form: "value" | "copies" | "shared";
  /** The target's number of elements; undefined if launches give it to a kernel compiled ahead of time ("copies" only). */
  readonly length: number | undefined;
}
