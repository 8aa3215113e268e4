// Device images in built JavaScript, also bundled or minified.

/** "LWIM", which opens every image, in base64; the sixth digit also depends on the byte behind it. */
const EMBEDDED_IMAGE = /["'`](TFdJT[A-Za-z0-9+/]+=*)["'`]/g;

/** As base64, in the order of the text. */
export function embeddedImages(text: string): string[] {
  return [...text.matchAll(EMBEDDED_IMAGE)].map(([, base64 = ""]) => base64);
}
