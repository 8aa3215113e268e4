// What of a device global's initial bytes stands in images and in emitted code: memory begins as zeros, so that those at the end say nothing.

/** The bytes up to the last that is not 0; undefined where all are. They share the memory. */
export function withoutFinalZeros(bytes: Uint8Array | undefined): Uint8Array | undefined {
  const last = bytes?.findLastIndex((byte) => byte !== 0) ?? -1;
  return last < 0 ? undefined : bytes?.subarray(0, last + 1);
}
