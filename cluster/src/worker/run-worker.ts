// A worker: claims chunks, fetches their inputs, computes, commits, acknowledges. It claims at most two chunks at once, so that the next one's inputs
// arrive while one is computed.

import type { Claim, WorkerBus } from "../bus/bus.js";
import type { AttemptFailure, BlobRef, ChunkResult, JobMessage } from "../bus/messages.js";
import { ClusterError } from "../errors.js";
import { hashOf } from "../job/blobs.js";
import { BlobCache } from "./blob-cache.js";
import { checkClaim } from "./check-claim.js";
import type { Compute } from "./compute.js";
import type { ComputeInput } from "./compute-task.js";

const AHEAD = 2;

export interface WorkerSettings {
  /** Unique among the workers of the bus. */
  readonly name: string;
  /** Bytes of cached inputs. */
  readonly cacheBytes: number;
  readonly bytesPerChunk: number;
}

/** Settles when the bus is closed and no work is left. Rejects with `no_gpu` if the device is gone. */
export async function runWorker(bus: WorkerBus, compute: Compute, settings: WorkerSettings): Promise<void> {
  const cache = new BlobCache(settings.cacheBytes);
  try {
    await Promise.all(Array.from({ length: AHEAD }, () => claimAll(bus, settings, compute, cache)));
  } finally {
    await Promise.all([compute.end(), bus.close()]);
  }
}

async function claimAll(bus: WorkerBus, settings: WorkerSettings, compute: Compute, cache: BlobCache): Promise<void> {
  for (let claim = await bus.claim(); claim; claim = await bus.claim()) {
    await serve(claim, { bus, settings, compute, cache });
  }
}

interface Serving {
  readonly bus: WorkerBus;
  readonly settings: WorkerSettings;
  readonly compute: Compute;
  readonly cache: BlobCache;
}

/** Reports an error as a failure of its chunk; the worker continues, unless it has lost its device. */
async function serve(claim: Claim, serving: Serving): Promise<void> {
  let result: ChunkResult;
  try {
    result = await resultOf(claim, serving);
    // Returns false if another worker was first, with the same result.
    await claim.commit(result);
  } catch (error) {
    await claim.release(attemptFailure(error, claim.attempt, serving.settings.name));
    if (error instanceof ClusterError && error.code === "no_gpu") throw error;
    return;
  }
  await claim.acknowledge();
}

async function resultOf({ job, chunk }: Claim, { bus, settings, compute, cache }: Serving): Promise<ChunkResult> {
  checkClaim(job, chunk, settings.bytesPerChunk);
  const fetched = (blob: BlobRef) => cache.get(blob, () => fetchChecked(bus, job, blob));
  const [image, ...inputs] = await Promise.all([
    fetched(job.image),
    ...chunk.inputs.map(async (blob): Promise<ComputeInput> => {
      const bytes = blob.isZero ? undefined : await fetched(blob);
      return { hash: blob.hash, size: blob.size, bytes };
    }),
  ]);
  const answer = await compute.run({
    imageHash: job.image.hash,
    image,
    symbol: job.symbol,
    sizes: [chunk.end - chunk.begin, ...job.sizes.slice(1)],
    row: chunk.begin,
    arguments: job.arguments,
    inputs,
    reductions: job.reductions,
  });
  const done = { worker: settings.name, ms: answer.ms };
  if (answer.kind === "done") return { ...done, kind: "done", outputs: answer.outputs };
  if (answer.kind === "failed") return { ...done, kind: "failed", failure: answer.failure };
  if (answer.kind === "refused") return { ...done, kind: "refused", message: answer.message };
  throw new AttemptError(answer.code, answer.message);
}

/** An error whose code may be one of lanewise. */
class AttemptError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

async function fetchChecked(bus: WorkerBus, job: JobMessage, blob: BlobRef): Promise<Uint8Array> {
  const bytes = await bus.fetch(job, blob);
  if (bytes.length === blob.size && hashOf(bytes) === blob.hash) return bytes;
  throw new ClusterError(
    "corrupted",
    `${bytes.length} bytes with another hash arrived instead of ${blob.hash}, which has ${blob.size} bytes.`,
  );
}

function attemptFailure(error: unknown, attempt: string, worker: string): AttemptFailure {
  const code = error instanceof ClusterError || error instanceof AttemptError ? error.code : "worker_failed";
  return { code, message: error instanceof Error ? error.message : String(error), worker, attempt };
}
