// What queues do with device globals, in one piece: each object that `deviceGlobal` makes has it.

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
