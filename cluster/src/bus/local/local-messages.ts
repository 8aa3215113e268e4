// The messages between the pool and its processes.

import type { ComputeSettings } from "../../worker/compute-task.js";
import type { AttemptFailure, ChunkMessage, ChunkResult, JobMessage } from "../messages.js";

/** The settings with which a process starts. */
export interface ChildSettings extends ComputeSettings {
  readonly name: string;
  readonly cacheBytes: number;
  readonly bytesPerChunk: number;
  readonly heartbeatMs: number;
}

/** A request of a process. Each gets one answer. */
export type ChildRequest =
  | { readonly kind: "claim" }
  | { readonly kind: "fetch"; readonly job: string; readonly hash: string }
  | { readonly kind: "commit"; readonly attempt: string; readonly result: ChunkResult }
  | { readonly kind: "acknowledge"; readonly attempt: string }
  | { readonly kind: "release"; readonly attempt: string; readonly failure: AttemptFailure }
  | { readonly kind: "no device"; readonly reason: string };

/** Without a request, it is a heartbeat. */
export interface ChildMessage {
  readonly id: number;
  readonly request: ChildRequest | undefined;
}

export interface DeliveredChunk {
  readonly job: JobMessage;
  readonly chunk: ChunkMessage;
  readonly attempt: string;
}

export interface PoolAnswer {
  readonly id: number;
  readonly value: PoolValue;
}

export type PoolValue =
  | { readonly kind: "chunk"; readonly delivered: DeliveredChunk }
  | { readonly kind: "closed" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "gone" }
  | { readonly kind: "committed"; readonly isFirst: boolean }
  | { readonly kind: "noted" };
