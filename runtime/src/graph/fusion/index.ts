// Launches of a graph that become one kernel. What other rooms may import of it.

export type { arrangeFused } from "./arrange-fused.js";
export type { FusionReport, InternalReport } from "./fusion-report.js";
