// A short name for the contents of a module's images, by which linked images (`lanewise link`) and precompiled WebAssembly state what they were made
// from. Rebuilt images get another fingerprint unless only source positions changed. FNV-1a of 32 bits, twice.

import type { DeviceImage, PropertySets } from "./image.js";

const SET = "lanewise/fingerprint";
const KEY = "code";

export function fingerprintOf(texts: readonly string[]): string {
  const text = texts.join(",");
  const hash = (seed: number): string => {
    let state = seed;
    for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
    return (state >>> 0).toString(16).padStart(8, "0");
  };
  return `${text.length.toString(16)}-${hash(0x811c9dc5)}${hash(0x9747b28c)}`;
}

/** The property sets of an image of format "ir", with the fingerprint that `imageFingerprint` reads. `code` is its module without positions. */
export function withFingerprint(properties: PropertySets, code: Uint8Array): PropertySets {
  const built = ["lanewise/options", "lanewise/reducers"] as const;
  const characters = Array.from(code, (byte) => String.fromCharCode(byte));
  const found = fingerprintOf([characters.join(""), JSON.stringify(built.map((set) => properties[set]))]);
  return { ...properties, [SET]: { [KEY]: Uint8Array.from(found, (character) => character.charCodeAt(0)) } };
}

/** The fingerprint of an image as emitted code contains it, in base64. WebAssembly-only images are hashed as a whole. */
export function imageFingerprint({ format, properties }: DeviceImage, text: string): string {
  const own = properties[SET]?.[KEY];
  return format === "ir" && own instanceof Uint8Array ? String.fromCharCode(...own) : fingerprintOf([text]);
}

/** The fingerprint of a module's images: of its IR ones, or, if it has none, of all. */
export function moduleFingerprint(images: readonly { readonly image: DeviceImage; readonly text: string }[]): string {
  const withIr = images.filter(({ image }) => image.format === "ir");
  const decisive = withIr.length > 0 ? withIr : images;
  return fingerprintOf(decisive.map(({ image, text }) => imageFingerprint(image, text)));
}
