// A graph's reports about fusion: public types, in their own file so that the public declarations do not refer to internal ones.

/** Whether consecutive commands were fused. */
export interface FusionReport {
  /** Their names: a kernel's `name` option, or its file, line and enclosing function. */
  readonly kernels: readonly string[];
  readonly isFused: boolean;
  /** Why they were not fused; undefined if they were. */
  readonly reason: string | undefined;
}

/** Whether an internal array of a graph is written, and why: a row of a `FusionReport`. */
export interface InternalReport {
  /** Its name in the kernels. */
  readonly array: string;
  /** Whether its values remain in registers, so that it is not written. */
  readonly isInRegisters: boolean;
  /** Why they do not; undefined if they do. */
  readonly reason: string | undefined;
}
