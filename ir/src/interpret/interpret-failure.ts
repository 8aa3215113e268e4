// The error the interpreter throws when a kernel fails.

import type { Call } from "../module/index.js";

/** A kernel failed at one of its sites; the thread block's failure record says the same. */
export class KernelFailure extends Error {
  override readonly name = "KernelFailure";
  readonly site: number;
  readonly item: number;
  /** The calls that led there, the innermost first. */
  readonly calledFrom: Call[] = [];
  constructor(site: number, item: number) {
    super(`The kernel failed at site ${site} in work-item ${item}.`);
    this.site = site;
    this.item = item;
  }
}

/** Adds a call's position to an error that passes through it. */
export function passedOn(error: unknown, call: Call): unknown {
  if (error instanceof KernelFailure) error.calledFrom.push(call);
  return error;
}
