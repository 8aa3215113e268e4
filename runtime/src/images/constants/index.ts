// Specialization constants: the exports for other rooms.

export { createConstantObject, withHostValues } from "./host-constant.js";
export {
  type ChosenValues,
  chooseValues,
  importedConstant,
  type KernelConstants,
  kernelConstants,
  type LaunchValues,
  type UsedConstant,
  usedConstant,
} from "./kernel-constants.js";
export { SpecializationSet, type SpecializationValues } from "./specialization-set.js";
