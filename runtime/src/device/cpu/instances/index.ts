// Functions that a thread makes of a program: the exports for other rooms. They import nothing of other packages, so that workers load little.

export {
  type ForeignCalls,
  type ForeignInstances,
  type ForeignText,
  type FunctionText,
  instantiateCalls,
  instantiateForeign,
  stackPointer,
} from "./foreign-instance.js";
export type { MathName, MathNames } from "./math-imports.js";
export {
  type GroupText,
  instanceOf,
  instantiate,
  instantiateKernel,
  type KernelText,
  type ProgramText,
} from "./program-text.js";
export { type GroupFrame, groupRun } from "./run-groups.js";
