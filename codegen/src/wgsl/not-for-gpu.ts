// What is said where a kernel cannot be one of a GPU.

import type { Position } from "@lanewise/ir";

/** A kernel that has no WGSL. */
export class NotForGpu extends Error {
  /** What the kernel has. */
  readonly what: string;
  readonly at: Position;
  readonly help: string;

  constructor(what: string, at: Position, help: string) {
    super(`the GPU has no ${what}`);
    this.what = what;
    this.at = at;
    this.help = help;
  }
}

export const ON_CPU = 'Launch the kernel on the device "cpu".';
