// Reads a URL with the platform's own `fetch`.

/** Rejects if the server answers with an error. */
export async function fetchBytes(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the server answered ${answer.status} ${answer.statusText}`.trimEnd());
  return new Uint8Array(await answer.arrayBuffer());
}
