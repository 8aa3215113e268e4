// Launches, which check arguments, and the work that runs them: the exports for other rooms.

export { type Argument, type MovedArgument, writeArguments } from "./arguments.js";
export { toCaptureError } from "./capture-failure.js";
export { constantPart } from "./constant-part.js";
export { createLaunchWork } from "./create-launch-work.js";
export { elementKernel } from "./element-kernel.js";
export { groupPart } from "./group-part.js";
export { IssuedWork } from "./issued-work.js";
export { type CheckedLaunch, checkLaunch, createLaunch, cutIn, cutOf, localBytesOf, retain } from "./launch.js";
export { type AskedLaunch, LaunchReduction, launchParts } from "./launch-arguments.js";
export { isWriting } from "./launch-uses.js";
export { type LaunchSettings, LaunchWork, type Retained } from "./launch-work.js";
export { capturable, createLocalAccessor, localMemoryOf } from "./local-accessor.js";
export { placeLocals } from "./local-arguments.js";
export { moveArrays } from "./move-arrays.js";
export { createPlainLaunch, type PlainLaunch } from "./plain-launch.js";
export { checkStructs } from "./struct-arguments.js";
