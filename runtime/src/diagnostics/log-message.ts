// The messages that kernels print, as a queue's `onLog` receives them.

/** The output of one `console.log` of a work-item. */
export interface LogMessage {
  /** The kernel's name: its `name` option, or file, line and enclosing function. */
  readonly kernel: string;
  /** The work-item's index in each dimension of the range; empty for a single task. */
  readonly workItem: readonly number[];
  /** Relative to the root of the kernel's package. */
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number;
  /** The printed text. */
  readonly text: string;
  /** The printed values without the text around them, in order. */
  readonly values: readonly (number | bigint | boolean)[];
}
/** Receives what kernels print with `console.log`, instead of the console. An option of queues. */
export type OnLog = (message: LogMessage) => void;
