// A kernel of work-groups on any target: its regions are compiled like other kernels, and `run` goes over groups instead of
// work-items.

import { knownLaunch } from "@lanewise/codegen";
import { groupExecutable } from "./group-executable.js";
import type { Executable, GroupTargetInput, Target } from "./target.js";

export function compileGroups({ plan, ...input }: GroupTargetInput, target: Target): Executable {
  const known = knownLaunch(plan);
  const regions = Array.from({ length: plan.regions }, (_, kernel) =>
    target({ ...input, kernel, known, privatise: false }),
  );
  return groupExecutable(plan, regions, input.memory);
}
