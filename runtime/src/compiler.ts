// The code generator as `lanewise` has it; imported for its effect.

import { getModules } from "./bundle/get-bundle.js";
import { GroupKernels } from "./bundle/group-kernels.js";
import { codeStore } from "./code-cache/kept.js";
import { readFunctions } from "./foreign/wasm-functions.js";
import { functionPart } from "./function-part.js";
import { generatedKernel, isGlobalUsed } from "./generated-kernels.js";
import { arrangeFused } from "./graph/arrange-fused.js";
import { provideCodeGenerator } from "./kernel-source.js";
import { linkKernel } from "./link-images.js";
import { parts } from "./parts.js";
import { readModule } from "./read-module.js";

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
