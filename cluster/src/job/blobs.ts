// Identifies bytes by their hash.

import { createHash } from "node:crypto";
import type { BlobRef } from "../bus/messages.js";

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function blobRef(bytes: Uint8Array): BlobRef {
  const isZero = isAllZero(bytes);
  return { hash: isZero ? `zero-${bytes.length}` : hashOf(bytes), size: bytes.length, isZero };
}

/** Compares eight bytes at a time if they are aligned. */
function isAllZero(bytes: Uint8Array): boolean {
  const whole = bytes.byteOffset % 8 === 0 ? bytes.length - (bytes.length % 8) : 0;
  const words = whole > 0 ? new BigUint64Array(bytes.buffer, bytes.byteOffset, whole / 8) : new BigUint64Array();
  return words.every((word) => word === 0n) && bytes.subarray(whole).every((byte) => byte === 0);
}
