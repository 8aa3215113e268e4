// Trims a device global's initial bytes for images and emitted code: memory starts zeroed, so final zeros are redundant.

/** The bytes up to the last nonzero one, sharing their memory; undefined if all are zero. */
export function withoutFinalZeros(bytes: Uint8Array | undefined): Uint8Array | undefined {
  const last = bytes?.findLastIndex((byte) => byte !== 0) ?? -1;
  return last < 0 ? undefined : bytes?.subarray(0, last + 1);
}
