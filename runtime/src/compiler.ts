// Installs the code generator of `lanewise`; imported for its effect.

import { codeStore } from "./images/code-cache/kept.js";
import { functionPart } from "./images/functions/function-part.js";
import { generatedKernel, isGlobalUsed } from "./images/generation/generated-kernels.js";
import { provideCodeGenerator } from "./images/kernel-source.js";
import { readFunctions } from "./images/linking/image-functions.js";
import { linkKernel } from "./images/linking/link-images.js";
import { readModule } from "./images/read-module.js";
import { parts } from "./images/registry/optional-parts.js";

parts.functions = functionPart;

provideCodeGenerator({
  openStore: codeStore,
  readModule,
  readFunctions,
  isGlobalUsed,
  link: (loaded, { symbol, name }, device, given) => linkKernel(loaded, symbol, name, device, given),
  source: generatedKernel,
});
