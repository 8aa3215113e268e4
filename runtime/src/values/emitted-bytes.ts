// Decodes bytes in emitted text. For 4 MB, Buffer and the methods of Uint8Array take some 10 ms; decoding one byte at a time would take a second.

/** The parts of newer engines and of Node's Buffer that are used. */
interface Decoder {
  readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
  readonly fromHex?: (text: string) => Uint8Array<ArrayBuffer>;
}
interface NodeBuffer {
  from(text: string, encoding: "base64" | "hex"): Uint8Array<ArrayBuffer>;
}

/** "LWIM", the start of every image, in hexadecimal digits. */
const MAGIC = "4c57494d";

/** The bytes of an image, in base64 or in hexadecimal digits (transformer/src/link/image-text.ts). They have their own buffer, at offset 0. */
export function imageBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!text.startsWith(MAGIC)) return fromBase64(text);
  const decoder: Decoder = Uint8Array;
  return fromBuffer(text, "hex") ?? decoder.fromHex?.(text) ?? fromDigits(text);
}

/** Returns bytes with their own buffer, at offset 0. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const decoder: Decoder = Uint8Array;
  return fromBuffer(text, "base64") ?? decoder.fromBase64?.(text) ?? fromCharacters(atob(text));
}

function fromBuffer(text: string, encoding: "base64" | "hex"): Uint8Array<ArrayBuffer> | undefined {
  const buffer: unknown = Reflect.get(globalThis, "Buffer");
  if (typeof buffer !== "function" || !("from" in buffer)) return undefined;
  // Bundlers' replacements have the same method. Short Buffers share a pool, so copy them.
  return new Uint8Array((buffer as unknown as NodeBuffer).from(text, encoding));
}

function fromCharacters(characters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

function fromDigits(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}
