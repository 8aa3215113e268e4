// Compiles a kernel of work-groups for any target: its regions are compiled like other kernels, and `run` iterates over groups instead of work-items.

import { knownLaunch } from "@lanewise/codegen";
import type { Steps } from "@lanewise/ir";
import { imagePart } from "../../images/registry/index.js";
import type { Executable, GroupTargetInput, Target } from "../cpu/index.js";

export function* compileGroups({ plan, ...input }: GroupTargetInput, target: Target): Steps<Executable> {
  const known = knownLaunch(plan);
  const regions: Executable[] = [];
  for (let kernel = 0; kernel < plan.regions; kernel++) {
    regions.push(yield* target({ ...input, kernel, known, privatise: false }));
  }
  return imagePart("groups").groupExecutable(plan, regions, input.memory);
}
