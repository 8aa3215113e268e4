// The arguments of `parallelFor` after the range: reductions, kernel and options. A reduction is known here only as what creates its launches, so
// that programs without reductions do not contain their code.

import type { DeviceContext } from "../context/index.js";
import type { AnyKernel } from "../language/index.js";
import type { Work } from "../queue/commands/index.js";
import type { NdRangeOptions, RangeOptions } from "../queue/index.js";
import type { PlainReducer } from "../reductions/index.js";
import type { LaunchRange } from "../values/index.js";
import type { LaunchSettings } from "./launch-work.js";

/** A launch of a compiled kernel. */
export interface AskedLaunch {
  readonly symbol: string;
  readonly captures: readonly unknown[];
  readonly range: LaunchRange;
  readonly settings: LaunchSettings;
}

export abstract class LaunchReduction {
  /** Creates the launch with these reductions, of which this is the first. */
  abstract createLaunch(context: DeviceContext, asked: AskedLaunch, reductions: readonly LaunchReduction[]): Work;
  /** Its reducer in a program that is not compiled. */
  abstract plainReducer(): PlainReducer;
}

export function launchParts(rest: readonly unknown[]): {
  readonly reductions: readonly LaunchReduction[];
  readonly kernel: AnyKernel;
  readonly options: (RangeOptions & NdRangeOptions) | undefined;
} {
  const reductions = rest[0] instanceof LaunchReduction ? rest.filter((one) => one instanceof LaunchReduction) : none;
  const [kernel, options] = reductions.length === 0 ? rest : rest.slice(reductions.length);
  // The queue checks that the kernel is a function, and the options.
  return { reductions, kernel: kernel as AnyKernel, options: options as (RangeOptions & NdRangeOptions) | undefined };
}

const none: readonly never[] = [];
