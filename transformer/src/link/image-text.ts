// Device images as text in emitted JavaScript. IR is in base64. WebAssembly is in hexadecimal digits: equal bytes are equal digits wherever they
// stand, so the servers' compression finds them again, and what is sent is a quarter to a third smaller than base64
// (docs/decisions/0114-images-in-digits.md). runtime/src/values/emitted-bytes.ts reads both.

import { type DeviceImage, encodeImage } from "@lanewise/ir";

/** Begins with "LWIM", as every image does; the sixth digit of base64 also depends on the next byte. */
const EMBEDDED_IMAGE = /["'`](TFdJT[A-Za-z0-9+/]+=*|4c57494d[0-9a-f]+)["'`]/g;

export function imageText(image: DeviceImage): string {
  return Buffer.from(encodeImage(image)).toString(image.format === "wasm" ? "hex" : "base64");
}

/** The images in built JavaScript, even bundled or minified, in source order. */
export function embeddedImages(text: string): string[] {
  return [...text.matchAll(EMBEDDED_IMAGE)].map(([, image = ""]) => image);
}

/** The bytes of an image's text. */
export function imageBytes(text: string): Uint8Array {
  return Buffer.from(text, text.startsWith("4c57494d") ? "hex" : "base64");
}
