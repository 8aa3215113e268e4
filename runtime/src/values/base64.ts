// Bytes in emitted text. Of 4 MB, Buffer and Uint8Array.fromBase64 take some 10 ms; a byte at a time would be a second.

/** What is used of newer engines, and of Node's Buffer. */
interface Decoder {
  readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}
interface NodeBuffer {
  from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer>;
}

/** The bytes are their own: they begin at an offset of 0 in a buffer that nothing else is in. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const buffer = nodeBuffer();
  // Short ones lie in a pool that Buffers share.
  if (buffer) return new Uint8Array(buffer.from(text, "base64"));
  const decoder: Decoder = Uint8Array;
  return decoder.fromBase64 ? decoder.fromBase64(text) : fromCharacters(atob(text));
}

function nodeBuffer(): NodeBuffer | undefined {
  const buffer: unknown = Reflect.get(globalThis, "Buffer");
  // What bundlers put in its place has the same method.
  return typeof buffer === "function" && "from" in buffer ? (buffer as unknown as NodeBuffer) : undefined;
}

function fromCharacters(characters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
