// What a graph tells of its fusion: public types, in a file of their own so that the public declarations need no internal ones.

/** What became of commands that follow each other. */
export interface FusionReport {
  /** Their names: of a kernel its `name`, or file, line and enclosing function. */
  readonly kernels: readonly string[];
  readonly isFused: boolean;
  /** Why not; undefined where they are. */
  readonly reason: string | undefined;
}

export interface InternalReport {
  /** As the kernels call it. */
  readonly array: string;
  /** Whether its values stay in registers, so that it is not written. */
  readonly isInRegisters: boolean;
  /** Why not; undefined where they do. */
  readonly reason: string | undefined;
}
