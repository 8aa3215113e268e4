// The code generator as `lanewise` has it; imported for its effect.

import { arrangeFused } from "./graph/arrange-fused.js";
import { getModules } from "./images/bundles/get-bundle.js";
import { GroupKernels } from "./images/bundles/group-kernels.js";
import { codeStore } from "./images/code-cache/kept.js";
import { provideCodeGenerator } from "./images/kernel-source.js";
import { functionPart } from "./images/linking/function-part.js";
import { readFunctions } from "./images/linking/image-functions.js";
import { linkKernel } from "./images/linking/link-images.js";
import { generatedKernel, isGlobalUsed } from "./images/programs/generated-kernels.js";
import { readModule } from "./images/read-module.js";
import { parts } from "./images/registry/optional-parts.js";

parts.functions = functionPart;

provideCodeGenerator({
  getModules,
  groupKernels: (context, device) => new GroupKernels(context, device),
  openStore: codeStore,
  arrangeFused,
  readModule,
  readFunctions,
  isGlobalUsed,
  link: (loaded, { symbol, name }, device, given) => linkKernel(loaded, symbol, name, device, given),
  source: generatedKernel,
});
