// Shortens TypeScript's text of a type for messages: omits buffers of typed arrays, and queues' array types, and cuts what no line can hold.
// `UsmArray<Float32ArrayConstructor>[]` becomes `Float32Array[]`.

const MOST_CHARACTERS = 100;

export function readableType(text: string): string {
  const short = text
    .replace(/Array<(ArrayBufferLike|ArrayBuffer|SharedArrayBuffer)>/g, "Array")
    .replace(/Usm\w*Array<(\w+Array)(?:Constructor)?>/g, "$1");
  return short.length > MOST_CHARACTERS ? `${short.slice(0, MOST_CHARACTERS - 2)} …` : short;
}
