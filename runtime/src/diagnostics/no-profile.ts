// Replaces profile.ts in bundles that only pages load (docs/decisions/0113-bundles-for-pages.md): few pages are profiled.

import type { LaunchProfile, OnProfile, Steps } from "@lanewise/ir";
import type { LaunchIdentity } from "./kernel-failure.js";

export const profiler = (): OnProfile | undefined => undefined;

export const profiled = <Work>(work: Work): Work => work;

export const profiledCompilation = <Result>(_kernel: string, steps: Steps<Result>): Steps<Result> => steps;

export const profileOf = ({ kernel, range }: LaunchIdentity): LaunchProfile => ({
  kernel,
  items: range.total,
  estimate: undefined,
});
