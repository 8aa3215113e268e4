// What passes of kernels with reductions speak about. Design: docs/decisions/0012-reductions.md.

import type { ReductionOp } from "@lanewise/ir";

/** A parameter of the kernel that is a reducer. */
export interface KernelReduction {
  readonly parameter: number;
  /** "function": one of the module, which the kernel calls with the reducer's value and another one. */
  readonly op: ReductionOp | "function";
  /**
   * "value": the target is one element, and each lane of a block keeps what it combines. "copies": it is an array, of which each block has a
   * copy. "shared": there is one array, which all update by atomics; the kernel stays as it is.
   */
  readonly form: "value" | "copies" | "shared";
  /** How many elements the target has; undefined: launches say it, to a kernel that is compiled before ("copies" alone). */
  readonly length: number | undefined;
}
