// A short name of what a module's images are, by which linked images (`lanewise link`) and WebAssembly that was made ahead of time say what they
// were made of: images that were built anew have another one, unless nothing but the places in their files is new. FNV-1a of 32 bits, twice.

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

/** The property sets of an image of format "ir" with what `imageFingerprint` gives. `code` is its module without positions. */
export function withFingerprint(properties: PropertySets, code: Uint8Array): PropertySets {
  const built = ["lanewise/options", "lanewise/reducers"] as const;
  const characters = Array.from(code, (byte) => String.fromCharCode(byte));
  const found = fingerprintOf([characters.join(""), JSON.stringify(built.map((set) => properties[set]))]);
  return { ...properties, [SET]: { [KEY]: Uint8Array.from(found, (character) => character.charCodeAt(0)) } };
}

/** Of an image as it stands in emitted code, base64. Those of WebAssembly alone have the fingerprint of all that is in them. */
export function imageFingerprint({ format, properties }: DeviceImage, text: string): string {
  const own = properties[SET]?.[KEY];
  return format === "ir" && own instanceof Uint8Array ? String.fromCharCode(...own) : fingerprintOf([text]);
}

/** Of a module's images, which it has as IR and perhaps, made of that, as WebAssembly. */
export function moduleFingerprint(images: readonly { readonly image: DeviceImage; readonly text: string }[]): string {
  const withIr = images.filter(({ image }) => image.format === "ir");
  const decisive = withIr.length > 0 ? withIr : images;
  return fingerprintOf(decisive.map(({ image, text }) => imageFingerprint(image, text)));
}
