// Decodes bytes in emitted text. For 4 MB, Buffer and Uint8Array.fromBase64 take some 10 ms; decoding one byte at a time would take a second.

/** The parts of newer engines and of Node's Buffer that are used. */
interface Decoder {
  readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}
interface NodeBuffer {
  from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer>;
}

/** Returns bytes with their own buffer, at offset 0. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const buffer = nodeBuffer();
  // Short Buffers share a pool, so copy them.
  if (buffer) return new Uint8Array(buffer.from(text, "base64"));
  const decoder: Decoder = Uint8Array;
  return decoder.fromBase64 ? decoder.fromBase64(text) : fromCharacters(atob(text));
}

function nodeBuffer(): NodeBuffer | undefined {
  const buffer: unknown = Reflect.get(globalThis, "Buffer");
  // Bundlers' replacements have the same method.
  return typeof buffer === "function" && "from" in buffer ? (buffer as unknown as NodeBuffer) : undefined;
}

function fromCharacters(characters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
