// Values of any size in a key-value bucket: what is too large for one message is stored in parts first, under keys of the writer's own, and
// the key gets where they are. So the key is created once, and by one writer, whatever the size.

import type { KV } from "@nats-io/kv";
import { ClusterError } from "../../errors.js";

const INLINE = 0;
const PARTS = 1;

/** False: the key is there already. `partsKey` is unlike that of any other writer. */
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
    : Buffer.from(`\u0001${JSON.stringify({ partsKey, count })}`);
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

export async function readLarge(kv: KV, value: Uint8Array): Promise<Uint8Array> {
  if (value[0] === INLINE) return value.subarray(1);
  const place: unknown = value[0] === PARTS ? JSON.parse(Buffer.from(value.subarray(1)).toString()) : undefined;
  if (typeof place !== "object" || place === null || !("partsKey" in place) || !("count" in place))
    throw new ClusterError("protocol", "A stored value has a form that is none.");
  return (await readParts(kv, String(place.partsKey), Number(place.count))) ?? lost();
}

/** Undefined: they are not there. */
export async function readParts(kv: KV, partsKey: string, count: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for (let part = 0; part < count; part++) {
    const entry = await kv.get(`${partsKey}.${part}`);
    if (entry?.operation !== "PUT") return undefined;
    parts.push(entry.value);
  }
  return Buffer.concat(parts);
}

function lost(): never {
  throw new ClusterError("protocol", "A part of a stored value is missing.");
}

/** Whether a key could not be created because it is there: the server's code of a wrong last sequence. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === 10071;
}
