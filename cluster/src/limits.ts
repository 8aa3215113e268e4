// Limits, with their defaults. More of anything is an error of the code `limit`, which names the limit.

export interface ClusterLimits {
  /** Bytes that a chunk brings in, and that it brings out. Default: 256 MiB. */
  readonly bytesPerChunk: number;
  /** Bytes of all inputs of a job, which the client holds while it runs. Default: 4 GiB. */
  readonly bytesPerJob: number;
  /** Attempts of a chunk that fail, by distinct failures, before the job does. Default: 3. */
  readonly failuresPerChunk: number;
}

export const defaultLimits: ClusterLimits = {
  bytesPerChunk: 256 * 2 ** 20,
  bytesPerJob: 4 * 2 ** 30,
  failuresPerChunk: 3,
};
