// Launches that are checked, for races and numbers, instead of run: the exports for other rooms.

export { type CheckedKernel, describeItem, lineOf, placeOf } from "./checked-kernel.js";
export { type CheckedProgram, runLaunch } from "./checked-launch.js";
export { turnOn, type UncheckedLaunch } from "./turn-on.js";
