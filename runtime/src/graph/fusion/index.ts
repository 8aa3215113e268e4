// Launches of a graph that are fused: the exports for other rooms.

export type { arrangeFused } from "./arrange-fused.js";
export type { FusionReport, InternalReport } from "./fusion-report.js";
