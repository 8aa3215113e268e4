// A short name of what a module's images are, by which linked images (`lanewise link`) say what they stand for: images that were
// built anew have another one. FNV-1a of 32 bits, twice, over the images' text.

/** `images` as they stand in emitted code, base64. */
export function fingerprintOf(images: readonly string[]): string {
  const text = images.join(",");
  const hash = (seed: number): string => {
    let state = seed;
    for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
    return (state >>> 0).toString(16).padStart(8, "0");
  };
  return `${text.length.toString(16)}-${hash(0x811c9dc5)}${hash(0x9747b28c)}`;
}
