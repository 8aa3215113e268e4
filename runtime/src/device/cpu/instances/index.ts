// Functions that a thread makes of a program: they import nothing of other packages, so that workers load little. What other rooms may import of it.

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
export { type GroupText, instanceOf, instantiate, type KernelText, type ProgramText } from "./program-text.js";
export { type GroupFrame, groupRun } from "./run-groups.js";
