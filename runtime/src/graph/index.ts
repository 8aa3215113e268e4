// Recorded command graphs: the exports for other rooms.

export { type Arrangement, type InternalArray, inMemory, NOT_FUSED, nodeOf, refusal } from "./arrange.js";
export { CommandGraph, type RecordOptions, recordOptions } from "./command-graph.js";
export type { GraphNode } from "./graph-plan.js";
export { reasonAlone } from "./reason-alone.js";
export { asyncRecording, notRecordable, type RecordedCommand, type RecordedLaunch, Recording } from "./recording.js";
