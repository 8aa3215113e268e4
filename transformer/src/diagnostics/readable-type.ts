// Shortens TypeScript's text of a type for messages: omits buffers of typed arrays, and queues' array types.
// `UsmArray<Float32ArrayConstructor>[]` becomes `Float32Array[]`.

export function readableType(text: string): string {
  return text
    .replace(/Array<(ArrayBufferLike|ArrayBuffer|SharedArrayBuffer)>/g, "Array")
    .replace(/Usm\w*Array<(\w+Array)(?:Constructor)?>/g, "$1");
}
