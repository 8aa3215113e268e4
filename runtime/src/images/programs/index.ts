// Programs, which are kernels in the form that a launch runs: the exports for other rooms.

export {
  type AskedVariant,
  askVariant,
  type Bounds,
  builtVariant,
  type KernelOptions,
  type KernelVariant,
  kernelOptions,
  type PrecisionOption,
  precisionOption,
} from "./kernel-options.js";
export { MAX_LOCAL_MEMORY, type NamedMemory, tooMuchLocalMemory } from "./local-limit.js";
export { Pace } from "./pace.js";
export { changeOf } from "./prebuilt-changes.js";
export {
  type CombiningProgram,
  type ConstantArgument,
  type GroupsOfProgram,
  type ModuleTables,
  makeProgram,
  type Program,
} from "./program.js";
export { ProgramManager } from "./program-manager.js";
export { type ProgramGlobals, ProgramHoldings, ProgramPlaces } from "./program-storage.js";
export { areInOrder, type ReductionForm } from "./reduction-form.js";
export { rowLength, type Shape, shapeOf } from "./shape.js";
