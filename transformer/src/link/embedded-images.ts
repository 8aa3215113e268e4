// Finds device images in built JavaScript, even if bundled or minified.

/** "LWIM", the start of every image, in base64; the sixth digit also depends on the next byte. */
const EMBEDDED_IMAGE = /["'`](TFdJT[A-Za-z0-9+/]+=*)["'`]/g;

/** The images as base64, in source order. */
export function embeddedImages(text: string): string[] {
  return [...text.matchAll(EMBEDDED_IMAGE)].map(([, base64 = ""]) => base64);
}
