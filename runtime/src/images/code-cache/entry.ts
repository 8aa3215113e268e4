// Cache entries as bytes: a mark, the checksum of all that follows, the length of a JSON header, the header, and the payload. The header has the
// whole key; the entry's name is a checksum of it.

import type { CodeStore } from "./code-store.js";

/** Changes with the format. */
const MARK = "lwcode2\n";
const CHECKSUM = 64;
const HEADER = MARK.length + CHECKSUM;

export interface EntryContent {
  /** A JSON value. */
  readonly data: unknown;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Header {
  readonly key: string;
  readonly data: unknown;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeEntry(store: CodeStore, key: string, { data, bytes }: EntryContent): Uint8Array<ArrayBuffer> {
  const header = encoder.encode(JSON.stringify({ key, data } satisfies Header));
  const body = new Uint8Array(4 + header.length + bytes.length);
  new DataView(body.buffer).setUint32(0, header.length, true);
  body.set(header, 4);
  body.set(bytes, 4 + header.length);
  const entry = new Uint8Array(HEADER + body.length);
  entry.set(encoder.encode(MARK + store.checksum(body).padEnd(CHECKSUM)));
  entry.set(body, HEADER);
  return entry;
}

/** Returns undefined if the bytes are damaged, of another format, or of another key. */
export function decodeEntry(store: CodeStore, key: string, entry: Uint8Array<ArrayBuffer>): EntryContent | undefined {
  const body = entry.subarray(HEADER);
  if (decoder.decode(entry.subarray(0, HEADER)) !== MARK + store.checksum(body).padEnd(CHECKSUM)) return undefined;
  const length = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(0, true);
  // The checksum matches, so encodeEntry wrote this.
  const header = JSON.parse(decoder.decode(body.subarray(4, 4 + length))) as Header;
  if (header.key !== key) return undefined;
  return { data: header.data, bytes: body.slice(4 + length) };
}

/** The key alone, for people; undefined if it cannot be read. */
export function keyOfEntry(entry: Uint8Array): string | undefined {
  if (decoder.decode(entry.subarray(0, MARK.length)) !== MARK) return undefined;
  const body = entry.subarray(HEADER);
  if (body.length < 4) return undefined;
  const length = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(0, true);
  try {
    return (JSON.parse(decoder.decode(body.subarray(4, 4 + length))) as Header).key;
  } catch {
    // A damaged entry: the next reader drops it.
    return undefined;
  }
}
