// Failed attempts on their way to the client of a job: published to a connected client, and stored for one that connects later. Published ones may
// come from anybody, and stored ones may be damaged.

import { ClusterError } from "../../errors.js";
import type { AttemptFailure } from "../messages.js";
import { seal, unseal } from "./sealed.js";

interface ToldFailure {
  readonly chunk: number;
  readonly failure: AttemptFailure;
}

export const tellFailure = (told: ToldFailure): string => JSON.stringify(told);

/** Undefined if it is not a failure of a chunk of such a job: other messages are ignored. */
export function toldFailure(data: Uint8Array, chunks: number): ToldFailure | undefined {
  const told = parsed(data);
  if (typeof told !== "object" || told === null || !("chunk" in told) || !("failure" in told)) return undefined;
  const { chunk, failure } = told;
  const isChunk = typeof chunk === "number" && Number.isInteger(chunk) && chunk >= 0 && chunk < chunks;
  return isChunk && isFailure(failure) ? { chunk, failure } : undefined;
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isFailure = (value: unknown): value is AttemptFailure =>
  typeof value === "object" &&
  value !== null &&
  (["code", "message", "worker", "attempt"] as const).every((name) => typeof Reflect.get(value, name) === "string");

export const sealedFailure = (failure: AttemptFailure): string => seal(failure);

/** Stored under `<run>.<chunk>.failed.<attempt>`. A damaged one is still a failed attempt; only the reason is lost. */
export function storedFailure(key: string, data: Uint8Array): ToldFailure {
  const [, chunk, , attempt = ""] = key.split(".");
  return { chunk: Number(chunk), failure: intactFailure(data) ?? damagedFailure(attempt) };
}

function intactFailure(data: Uint8Array): AttemptFailure | undefined {
  try {
    const failure = unseal(data, "What is stored of a failed attempt");
    return isFailure(failure) ? failure : undefined;
  } catch (error) {
    if (error instanceof ClusterError && error.code === "corrupted") return undefined;
    throw error;
  }
}

const damagedFailure = (attempt: string): AttemptFailure => ({
  code: "corrupted",
  message: "An attempt failed, and its stored reason is damaged.",
  worker: "the store",
  attempt,
});
