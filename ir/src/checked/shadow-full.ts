// What a check throws that may keep no more of memory.

/** Memory for the shadow has run out. */
export class ShadowFull extends Error {
  override readonly name = "ShadowFull";
}
