// Recorded command graphs: the exports for other rooms.

export { type Arrangement, type InternalArray, inMemory, NOT_FUSED, nodeOf, refusal } from "./arrange.js";
export type { CommandGraph, RecordOptions } from "./command-graph.js";
export type { GraphNode } from "./graph-plan.js";
export { reasonAlone } from "./reason-alone.js";
export { recordCommands } from "./record-commands.js";
export type { RecordedCommand, RecordedLaunch, Recording } from "./recording.js";
