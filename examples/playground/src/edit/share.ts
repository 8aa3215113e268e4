// A program in the address, behind its #: compressed, and in letters that addresses have.

export async function toHash(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#text=${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Undefined if the address has no program, or a damaged one. */
export async function fromHash(hash: string): Promise<string | undefined> {
  const letters = /^#text=([\w-]+)$/.exec(hash)?.[1];
  if (letters === undefined) return undefined;
  try {
    const binary = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch {
    // A link that somebody cut: the page says so and shows the first program.
    return undefined;
  }
}
