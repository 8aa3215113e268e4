// Bytes with a header in JSON, as one message: the header's length, the header, the bytes one after the other.

import { ClusterError } from "../../errors.js";
import type { ChunkResult } from "../messages.js";

export function encodeResult(result: ChunkResult): Uint8Array {
  const outputs = result.kind === "done" ? result.outputs : [];
  const header = result.kind === "done" ? { ...result, outputs: outputs.map(({ length }) => length) } : result;
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...outputs]);
}

export function decodeResult(frame: Uint8Array): ChunkResult {
  const buffer = Buffer.from(frame.buffer, frame.byteOffset, frame.length);
  const end = frame.length >= 4 ? 4 + buffer.readUInt32LE() : 0;
  if (end < 4 || end > frame.length) throw new ClusterError("protocol", "A result came in a form that is none.");
  const header: unknown = JSON.parse(buffer.toString("utf8", 4, end));
  if (typeof header !== "object" || header === null || !("kind" in header))
    throw new ClusterError("protocol", "A result came without its kind.");
  if (header.kind === "failed") return header as ChunkResult; // as encodeResult has written it
  if (header.kind !== "done" || !("outputs" in header) || !Array.isArray(header.outputs))
    throw new ClusterError("protocol", "A result came without its outputs.");
  let at = end;
  const outputs = header.outputs.map((size: unknown) => {
    if (typeof size !== "number" || !Number.isInteger(size) || size < 0 || at + size > frame.length)
      throw new ClusterError("protocol", "A result came with fewer bytes than it says.");
    at += size;
    return frame.slice(at - size, at);
  });
  const { worker, ms } = { worker: "", ms: 0, ...header };
  return { kind: "done", worker: String(worker), ms: Number(ms), outputs };
}
