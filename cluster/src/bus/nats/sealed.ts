// Plain data as text after its hash, so that damage is detected before the data is used.

import { ClusterError } from "../../errors.js";
import { hashOf } from "../../job/blobs.js";

const DIGITS = 32;

export function seal(message: unknown): string {
  const text = JSON.stringify(message);
  return hashOf(Buffer.from(text)).slice(0, DIGITS) + text;
}

/** Returns the sealed data, in the form that its writer gave it. Throws `corrupted`; `what` names the data. */
export function unseal(data: Uint8Array, what: string): unknown {
  const [hash, text] = [Buffer.from(data.subarray(0, DIGITS)).toString(), data.subarray(DIGITS)];
  if (hashOf(text).slice(0, DIGITS) !== hash) throw new ClusterError("corrupted", `${what} was damaged.`);
  return JSON.parse(Buffer.from(text).toString());
}
