// The error a check throws when its shadow memory is full.

/** Memory for the shadow has run out. */
export class ShadowFull extends Error {
  override readonly name = "ShadowFull";
}
