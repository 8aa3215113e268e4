// The facts about a kernel that a launch needs besides its code, as plain data: collected once, whether the code is generated now or ahead of time.

import { accessOf, CONSOLE_ID, invariant, type KernelAccess, type Local, type Module } from "@lanewise/ir";
import { areLoopsBounded } from "./bounded/bounded-loops.js";
import { costOf } from "./cost.js";

export interface KernelFacts {
  /** The parameters of `run`. */
  readonly parameters: readonly Local[];
  /** Estimated cost of a work-item. */
  readonly nanoseconds: number;
  /** Whether programs for one thread and for many differ. */
  readonly hasAtomics: boolean;
  /** Whether it is known to end. Otherwise workers run it, unless the host blocks on it. */
  readonly isBounded: boolean;
  /** Its access to `parameters` and globals. */
  readonly access: Pick<KernelAccess, "parameters" | "globals" | "hasPointers">;
  /** Index of the console's ring in the module; undefined if the kernel does not print. */
  readonly console: number | undefined;
}

export function kernelFacts(module: Module, kernel: number): KernelFacts {
  const fn = module.functions[kernel];
  invariant(fn, `function ${kernel} is in the module`);
  const access = accessOf(module, kernel);
  const ring = module.globals.findIndex(({ id }) => id === CONSOLE_ID);
  const console = ring >= 0 && access.globals.has(ring) ? ring : undefined;
  const isBounded = areLoopsBounded(module, kernel);
  return { parameters: fn.locals.slice(0, fn.parameters), ...costOf(module, kernel), isBounded, access, console };
}
