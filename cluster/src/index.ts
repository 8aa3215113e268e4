// The public API of @lanewise/cluster.

export { type ClusterStatus, clusterStatus } from "./bus/nats/nats-status.js";
export type { NatsOptions } from "./bus/nats/nats-stores.js";
export {
  type ClusterLaunchOptions,
  ClusterQueue,
  type ConnectOptions,
  type LocalOptions,
  type ServerOptions,
} from "./cluster-queue.js";
export { ClusterError, type ClusterErrorCode } from "./errors.js";
export type { Progress } from "./job/run-job.js";
export type { Mapper } from "./kernel/mappers.js";
export type { ClusterLimits } from "./limits.js";
export { type BarStream, progressBar } from "./progress-bar.js";
export { startWorker, type WorkerOptions } from "./worker/nats-worker-command.js";
