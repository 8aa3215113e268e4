// The functions of queues for device globals. Each object that `deviceGlobal` makes refers to them, so that bundles without globals do not contain
// them.

import { accessCompiled, accessGlobal, createGlobalCopy, createGlobalMemoryCopy } from "./global-copy.js";
import { createValueRead, createValueWrite } from "./global-value.js";
import { createPlainGlobalCopy } from "./plain-global-copy.js";

export type GlobalPart = typeof globalPart;

export const globalPart = {
  access: accessGlobal,
  accessCompiled,
  createCopy: createGlobalCopy,
  createMemoryCopy: createGlobalMemoryCopy,
  createPlainCopy: createPlainGlobalCopy,
  createValueRead,
  createValueWrite,
};
