// One message with a JSON header and bytes: the hash of all that follows, the header's length, the header, and the outputs in order.

import { createHash } from "node:crypto";
import { ClusterError } from "../../errors.js";
import type { ChunkResult, KernelFailureMessage } from "../messages.js";

const HASH_BYTES = 32;
const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

export function encodeResult(result: ChunkResult): Uint8Array {
  const outputs = result.kind === "done" ? result.outputs : [];
  const header = result.kind === "done" ? { ...result, outputs: outputs.map(({ length }) => length) } : result;
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const body = Buffer.concat([length, text, ...outputs]);
  return Buffer.concat([sha256(body), body]);
}

/** Throws `corrupted` if the bytes are not those that were encoded. */
export function decodeResult(stored: Uint8Array): ChunkResult {
  const frame = stored.subarray(HASH_BYTES);
  if (!sha256(frame).equals(stored.subarray(0, HASH_BYTES)))
    throw new ClusterError("corrupted", `A result of ${stored.length} bytes came back damaged.`);
  const buffer = Buffer.from(frame.buffer, frame.byteOffset, frame.length);
  const end = frame.length >= 4 ? 4 + buffer.readUInt32LE() : 0;
  if (end < 4 || end > frame.length) throw new ClusterError("protocol", "A result has an unknown form.");
  const header: unknown = JSON.parse(buffer.toString("utf8", 4, end));
  if (typeof header !== "object" || header === null || !("kind" in header))
    throw new ClusterError("protocol", "A result does not state its kind.");
  const { worker, ms } = { worker: "", ms: 0, ...header };
  const by = { worker: String(worker), ms: Number(ms) };
  if (header.kind === "failed" && "failure" in header && isFailure(header.failure))
    return { ...by, kind: "failed", failure: header.failure };
  if (header.kind === "refused" && "message" in header && typeof header.message === "string")
    return { ...by, kind: "refused", message: header.message };
  if (header.kind !== "done" || !("outputs" in header) || !Array.isArray(header.outputs))
    throw new ClusterError("protocol", "A result has an unknown form.");
  let at = end;
  const outputs = header.outputs.map((size: unknown) => {
    if (typeof size !== "number" || !Number.isInteger(size) || size < 0 || at + size > frame.length)
      throw new ClusterError("protocol", "A result has fewer bytes than it states.");
    at += size;
    return frame.slice(at - size, at);
  });
  return { ...by, kind: "done", outputs };
}

const formOfFailure = {
  ...{ code: "string", message: "string", kernel: "string", isInCall: "boolean" },
  ...{ array: "string?", index: "number?", length: "number?", file: "string?", line: "number?", column: "number?" },
} as const satisfies Record<Exclude<keyof KernelFailureMessage, "workItem">, string>;

/** Checks the form, because the client makes an error of it, and a worker may be dishonest. */
function isFailure(value: unknown): value is KernelFailureMessage {
  if (typeof value !== "object" || value === null || !("workItem" in value)) return false;
  const { workItem } = value;
  const hasForm = Object.entries(formOfFailure).every(([name, form]) => {
    const found = typeof Reflect.get(value, name);
    return found === form.replace("?", "") || (form.endsWith("?") && found === "undefined");
  });
  return hasForm && Array.isArray(workItem) && workItem.every((index) => typeof index === "number");
}
