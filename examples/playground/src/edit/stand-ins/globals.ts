// Stands for Node's `process` and `Buffer` where the compiler runs in a page: it writes images of IR, in base64. Imported before the compiler.

function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

Object.assign(globalThis, {
  process: { cwd: () => "/", platform: "browser", versions: {}, env: {}, argv: [] },
  Buffer: { from: (bytes: Uint8Array) => ({ toString: () => base64Of(bytes) }) },
});
