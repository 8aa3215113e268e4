// Buffers and accessors. What other rooms may import of it.

export { Buffer, type bufferPart } from "./buffer.js";
export type { GroupAccessors } from "./group-accessors.js";
export { noBuffer } from "./no-buffer.js";
