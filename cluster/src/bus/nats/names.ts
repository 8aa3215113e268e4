// The subjects, streams and buckets of NATS, in one place, because an operator's permissions name them, too (docs/cluster.md).

import { ClusterError } from "../../errors.js";
import type { JobMessage } from "../messages.js";

export const CHUNKS_STREAM = "lanewise-chunks";
export const CHUNK_SUBJECTS = "lanewise.chunks.>";
export const JOBS_BUCKET = "lanewise-jobs";
export const RESULTS_BUCKET = "lanewise-results";
export const BLOBS_BUCKET = "lanewise-blobs";
/** Without any one of them no job can continue. */
export const streamsOfJobs = [CHUNKS_STREAM, `KV_${JOBS_BUCKET}`, `KV_${RESULTS_BUCKET}`];
/** Workers' heartbeats, with their deliveries. */
export const BEATS = "lanewise.beats.*";
export const beatsOf = (worker: string): string => `lanewise.beats.${worker}`;

/** Makes a pin or other text valid as a part of subjects and names. */
export const token = (text: string): string => text.replaceAll(/[^-\w]/g, "_");

/** The name of a job with these inputs: another job with the same id has another name. */
export const runOf = ({ job, digest }: Pick<JobMessage, "job" | "digest">): string => `${job}_${digest.slice(0, 16)}`;

export const chunksOfPin = (pin: string): string => `lanewise.chunks.${token(pin)}.>`;
export const chunksOfRun = (pin: string, run: string): string => `lanewise.chunks.${token(pin)}.${run}.*`;
export const chunkSubject = (pin: string, run: string, chunk: number): string =>
  `lanewise.chunks.${token(pin)}.${run}.${chunk}`;
/** The run and chunk that the subject of a chunk's message names. */
export function chunkNamedBy(subject: string): { readonly run: string; readonly chunk: number } | undefined {
  const [, run, chunk] = /^lanewise\.chunks\.[^.]+\.([^.]+)\.(\d+)$/.exec(subject) ?? [];
  return run === undefined ? undefined : { run, chunk: Number(chunk) };
}
export const consumerOf = (pin: string): string => `workers-${token(pin)}`;
/** The subject on which the client of a job serves its inputs. */
export const blobsOf = (run: string): string => `lanewise.blobs.${run}`;
/** The subject on which workers report failures to the client, because the store may be full. */
export const failuresOf = (run: string): string => `lanewise.failures.${run}`;
export const resultKey = (run: string, chunk: number): string => `${run}.${chunk}`;
export const failureKey = (run: string, chunk: number, attempt: string): string =>
  `${run}.${chunk}.failed.${token(attempt)}`;

/** Job ids are parts of subjects and keys. */
export function assertJobId(job: string): void {
  if (/^[-\w]{1,64}$/.test(job)) return;
  throw new ClusterError(
    "invalid",
    `The job's id is ${JSON.stringify(job)}; expected 1 to 64 letters, digits, "-" and "_".`,
  );
}
