// Queues and handlers: the exports for other rooms.

export { BasicQueue } from "./basic-queue.js";
export type { createDrawing } from "./canvas.js";
export { copyPart } from "./copy-part.js";
export type { groupsPart } from "./groups-part.js";
export type { Queue } from "./queue.js";
export type { LaunchOptions, NdRangeOptions, RangeOptions } from "./queue-options.js";
