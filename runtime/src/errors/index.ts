// The errors of the runtime: the exports for other rooms.

export { type ErrorCode, KernelError, type KernelFailure, type KernelPlace, LanewiseError } from "./errors.js";
export { lackedCapability } from "./lacked-capability.js";
export { overflowErrorTable } from "./overflow-errors.js";
export { raceErrorTable } from "./race-errors.js";
export { bundleErrors, gpuErrors, graphErrors, libraryErrors, linkErrors, memoryErrors } from "./rare-errors.js";
export { keepWholeStacks, startAtUser } from "./user-stack.js";
