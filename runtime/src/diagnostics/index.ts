// Reports of kernels that fail, print or are timed: the exports for other rooms.

export { printingPart } from "./console-ring.js";
export { showSource } from "./failure-source.js";
export { errorOfLaunch, type LaunchIdentity, notRun, placeOf, toKernelError } from "./kernel-failure.js";
export { leadTo } from "./lead-to.js";
export type { OnLog } from "./log-message.js";
export { profiled, profiledCompilation, profileOf, profiler } from "./profile.js";
export { originsOf } from "./source-origins.js";
