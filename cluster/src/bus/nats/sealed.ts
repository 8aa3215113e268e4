// Plain data as text behind its hash, so that damage is found before anything is computed of it.

import { ClusterError } from "../../errors.js";
import { hashOf } from "../../job/blobs.js";

const DIGITS = 32;

export function seal(message: unknown): string {
  const text = JSON.stringify(message);
  return hashOf(Buffer.from(text)).slice(0, DIGITS) + text;
}

/** What was sealed, which has the form that its writer gave it. Throws `corrupted`; `what` names it. */
export function unseal(data: Uint8Array, what: string): unknown {
  const [hash, text] = [Buffer.from(data.subarray(0, DIGITS)).toString(), data.subarray(DIGITS)];
  if (hashOf(text).slice(0, DIGITS) !== hash) throw new ClusterError("corrupted", `${what} was damaged.`);
  return JSON.parse(Buffer.from(text).toString());
}
