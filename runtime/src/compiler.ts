// The code generator as `lanewise` has it; imported for its effect.

import { fuseKernels, fusionObstacle, usesOfKernel } from "@lanewise/codegen";
import { getModules } from "./bundle/get-bundle.js";
import { generatedKernel, isGlobalUsed } from "./generated-kernels.js";
import { provideCodeGenerator } from "./kernel-source.js";
import { linkKernel } from "./link-images.js";
import { readModule } from "./read-module.js";

provideCodeGenerator({
  getModules,
  fusion: { usesOfKernel, fusionObstacle, fuseKernels },
  readModule,
  isGlobalUsed,
  link: (loaded, { symbol, name }, device, given) => linkKernel(loaded, symbol, name, device, given),
  source: generatedKernel,
});
