// The running of programs on the calling thread and on workers, over host-mapped memory: the exports for other rooms.

export { CpuDevice } from "./cpu-device.js";
export { privateCopyPart } from "./private-copies.js";
