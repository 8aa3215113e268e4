// The code generator as `lanewise` has it; imported for its effect.

import { generatedKernel, isGlobalUsed } from "./generated-kernels.js";
import { provideCodeGenerator } from "./kernel-source.js";
import { linkKernel } from "./link-images.js";
import { readModule } from "./read-module.js";

provideCodeGenerator({
  readModule,
  isGlobalUsed,
  link: (loaded, { symbol, name }, device, given) => linkKernel(loaded, symbol, name, device, given),
  source: generatedKernel,
});
