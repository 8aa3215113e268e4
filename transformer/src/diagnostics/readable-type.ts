// TypeScript's text of a type without what says nothing to the reader of a message: buffers of typed arrays, and that an array of a
// queue is one. `UsmArray<Float32ArrayConstructor>[]` is `Float32Array[]`.

export function readableType(text: string): string {
  return text
    .replace(/Array<(ArrayBufferLike|ArrayBuffer|SharedArrayBuffer)>/g, "Array")
    .replace(/Usm\w*Array<(\w+Array)(?:Constructor)?>/g, "$1");
}
