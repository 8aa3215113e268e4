// What is stored of a job: the latest client of it has its results.

import type { KvEntry } from "@nats-io/kv";
import type { JobMessage } from "../messages.js";
import { seal, unseal } from "./sealed.js";

export interface StoredJob {
  readonly message: JobMessage;
  readonly client: string;
}

export const sealedJob = (job: StoredJob): string => seal(job);

/** Undefined: the job is not there. Throws `corrupted`. */
export function storedJob(entry: KvEntry | null): StoredJob | undefined {
  if (entry?.operation !== "PUT") return undefined;
  return unseal(entry.value, `What is stored of job ${entry.key}`) as StoredJob; // clients alone write it
}
