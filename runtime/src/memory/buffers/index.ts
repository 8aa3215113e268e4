// Buffers and accessors: the exports for other rooms.

export { Buffer, type bufferPart } from "./buffer.js";
export type { GroupAccessors } from "./group-accessors.js";
export { noBuffer } from "./no-buffer.js";
