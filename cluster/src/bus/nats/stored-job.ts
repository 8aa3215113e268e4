// The stored form of a job: its results belong to the latest client.

import type { KvEntry } from "@nats-io/kv";
import type { JobMessage } from "../messages.js";
import { seal, unseal } from "./sealed.js";

export interface StoredJob {
  readonly message: JobMessage;
  readonly client: string;
}

export const sealedJob = (job: StoredJob): string => seal(job);

/** Undefined if the job does not exist. Throws `corrupted`. */
export function storedJob(entry: KvEntry | null): StoredJob | undefined {
  if (entry?.operation !== "PUT") return undefined;
  return unseal(entry.value, `What is stored of job ${entry.key}`) as StoredJob; // only clients write it
}
