// Messages for the hash functions: one array of bytes for all of them, and where each starts.

import type { Queue } from "lanewise";

export interface Messages {
  readonly count: number;
  /** One message after the other. */
  readonly bytes: Uint8Array;
  /** Message i is bytes[starts[i]] to bytes[starts[i + 1] - 1]. */
  readonly starts: Int32Array;
}

export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export function pack(q: Queue, messages: readonly Uint8Array[]): Messages {
  const starts = q.mallocShared(Int32Array, messages.length + 1);
  messages.forEach((message, i) => {
    starts[i + 1] = (starts[i] ?? 0) + message.length;
  });
  // At least one byte: there may be nothing but empty messages.
  const bytes = q.mallocShared(Uint8Array, (starts[messages.length] ?? 0) + 1);
  messages.forEach((message, i) => {
    bytes.set(message, starts[i]);
  });
  return { count: messages.length, bytes, starts };
}

/** Words of 32 bits as hexadecimal digits, `perMessage` words for each message. */
export function digests(words: Uint32Array, perMessage: number): string[] {
  const digits = (word: number): string => word.toString(16).padStart(8, "0");
  return Array.from({ length: words.length / perMessage }, (_, i) =>
    Array.from(words.subarray(perMessage * i, perMessage * (i + 1)), digits).join(""),
  );
}
