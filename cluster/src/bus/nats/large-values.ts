// Values of any size in a key-value bucket: a value too large for one message is first stored in parts, under keys unique to the writer, and the key
// then gets their location. So the key is created once, and by one writer, whatever the size.

import type { KV } from "@nats-io/kv";
import { ClusterError } from "../../errors.js";
import { seal, unseal } from "./sealed.js";

const INLINE = 0;
const PARTS = 1;

/** Returns false if the key already exists. `partsKey` differs from that of any other writer. */
export async function createLarge(
  kv: KV,
  key: string,
  partsKey: string,
  bytes: Uint8Array,
  partBytes: number,
): Promise<boolean> {
  const isInline = bytes.length < partBytes;
  const count = isInline ? 0 : await putParts(kv, partsKey, bytes, partBytes);
  const value = isInline
    ? Buffer.concat([Buffer.of(INLINE), bytes])
    : Buffer.from(`\u0001${seal({ partsKey, count } satisfies PartsPlace)}`);
  try {
    await kv.create(key, value);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

export async function putParts(kv: KV, partsKey: string, bytes: Uint8Array, partBytes: number): Promise<number> {
  const count = Math.ceil(bytes.length / partBytes);
  for (let part = 0; part < count; part++)
    await kv.put(`${partsKey}.${part}`, bytes.subarray(part * partBytes, (part + 1) * partBytes));
  return count;
}

/** Throws `corrupted` if it is not what was stored. The reader of the bytes checks those for damage. */
export async function readLarge(kv: KV, value: Uint8Array): Promise<Uint8Array> {
  if (value[0] === INLINE) return value.subarray(1);
  if (value[0] !== PARTS) throw new ClusterError("corrupted", "A stored value has an unknown form.");
  // Written by createLarge.
  const place = unseal(value.subarray(1), "A stored value's place") as PartsPlace;
  const parts = await readParts(kv, place.partsKey, place.count);
  if (parts) return parts;
  throw new ClusterError("corrupted", `A part of ${place.partsKey} is missing.`);
}

interface PartsPlace {
  readonly partsKey: string;
  readonly count: number;
}

/** Undefined if a part is missing. */
export async function readParts(kv: KV, partsKey: string, count: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for (let part = 0; part < count; part++) {
    const entry = await kv.get(`${partsKey}.${part}`);
    if (entry?.operation !== "PUT") return undefined;
    parts.push(entry.value);
  }
  return Buffer.concat(parts);
}

/** Whether a key could not be created because it exists: the server's code for a wrong last sequence. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === 10071;
}
