// Queues and handlers. What other rooms may import of it.

export { BasicQueue } from "./basic-queue.js";
export type { Queue } from "./queue.js";
export type { LaunchOptions, NdRangeOptions, RangeOptions } from "./queue-options.js";
