// What runs programs on the calling thread and on workers, over memory that the host maps. What other rooms may import of it.

export { CpuDevice } from "./cpu-device.js";
export { privateCopyPart } from "./private-copies.js";
