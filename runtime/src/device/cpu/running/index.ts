// Runs programs on the calling thread and on workers, over host-mapped memory. Exports what other rooms may import.

export { CpuDevice } from "./cpu-device.js";
export { privateCopyPart } from "./private-copies.js";
