// Checks launches, for races and numbers, instead of running them. Exports what other rooms may import.

export { type CheckedKernel, describeItem, lineOf, placeOf } from "./checked-kernel.js";
export { type CheckedProgram, runLaunch } from "./checked-launch.js";
export { turnOn, type UncheckedLaunch } from "./turn-on.js";
