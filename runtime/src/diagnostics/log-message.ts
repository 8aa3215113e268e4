// What a kernel printed, as `onLog` of a queue gets it.

/** What one `console.log` of a work-item printed. */
export interface LogMessage {
  /** The kernel's name: its `name` option, or file, line and enclosing function. */
  readonly kernel: string;
  /** The work-item's index in each dimension of the range; empty for a single task. */
  readonly workItem: readonly number[];
  /** Relative to the root of the kernel's package. */
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number;
  /** As it is printed. */
  readonly text: string;
  /** The printed values without the text around them, in order. */
  readonly values: readonly (number | bigint | boolean)[];
}
export type OnLog = (message: LogMessage) => void;
