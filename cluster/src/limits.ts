// Limits, with their defaults. Exceeding one is an error with the code `limit`, which names it.

/** How large jobs and their chunks may be. */
export interface ClusterLimits {
  /** Input bytes, and output bytes, of a chunk. Default: 256 MiB. */
  readonly bytesPerChunk: number;
  /** Bytes of all inputs of a job, which the client keeps in memory while it runs. Default: 4 GiB. */
  readonly bytesPerJob: number;
  /** The number of distinct failed attempts of a chunk after which the job fails. Default: 3. */
  readonly failuresPerChunk: number;
}

export const defaultLimits: ClusterLimits = {
  bytesPerChunk: 256 * 2 ** 20,
  bytesPerJob: 4 * 2 ** 30,
  failuresPerChunk: 3,
};
