// The public surface of @lanewise/cluster.

export { type ClusterLaunchOptions, ClusterQueue, type ConnectOptions } from "./cluster-queue.js";
export { ClusterError, type ClusterErrorCode } from "./errors.js";
export type { Progress } from "./job/run-job.js";
export type { Mapper } from "./kernel/mappers.js";
export type { ClusterLimits } from "./limits.js";
