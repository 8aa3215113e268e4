// The cluster's own errors, besides those of lanewise: one class with a code. The table has the help line of each code.

const help = {
  invalid: "The arguments do not fit together; nothing was submitted.",
  kernel_not_supported: "Run this kernel on a Queue of lanewise, or change what the message names.",
  job_conflict: "Give the new job an id of its own; an id belongs to one kernel with one set of inputs.",
  limit: "Cut the range finer with `rowsPerChunk`, send less, or raise the limit that the message names.",
  poisoned: "See `errors` for each attempt.",
  corrupted: "Run the job again: the bytes that arrived do not have the requested hash.",
  inputs_gone: "The client of the job has left: run it again with the same job id, or submit with `durable: true`.",
  no_server: "Start nats-server with JetStream (`nats-server -js`), and check address and credentials.",
  job_gone: "Somebody has deleted it, or the server has lost its store: run the job again.",
  no_gpu: "Install the package webgpu beside lanewise, and the GPU's driver; `lanewise devices` lists what it finds.",
  store_full: "Give JetStream more room, or delete the data of old jobs.",
  worker_failed: "The chunk is tried again elsewhere; see `cause`.",
  protocol: "Use one version of @lanewise/cluster for clients and workers.",
  closed: "Connect again.",
  cancelled: "The job's signal was aborted.",
} as const satisfies Record<string, string>;

/** The codes of `ClusterError`. */
export type ClusterErrorCode = keyof typeof help;

interface Details {
  readonly cause?: unknown;
  readonly help?: string;
  /** For a chunk that failed repeatedly: the error of each attempt. */
  readonly errors?: readonly unknown[];
}

/**
 * Any error of the cluster itself; a kernel that fails rejects with a KernelError of lanewise.
 *
 * @example
 * ```ts
 * try {
 *   await q.parallelFor(n, kernel);
 * } catch (error) {
 *   if (error instanceof ClusterError) console.error(error.code, error.help);
 * }
 * ```
 */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
  readonly code: ClusterErrorCode;
  readonly help: string;
  readonly errors: readonly unknown[];

  constructor(code: ClusterErrorCode, message: string, details: Details = {}) {
    const advice = details.help ?? help[code];
    super(`${message}\n  help: ${advice}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.help = advice;
    this.errors = details.errors ?? [];
  }
}

export function cancelled(signal: AbortSignal | undefined): ClusterError {
  return new ClusterError("cancelled", "The job was cancelled.", { cause: signal?.reason });
}

/** Whether a code from another process is one of these. */
export function isClusterErrorCode(code: unknown): code is ClusterErrorCode {
  return typeof code === "string" && Object.hasOwn(help, code);
}
