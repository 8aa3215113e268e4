// The code of a device image of format "wasm": a header in JSON and WebAssembly modules, one behind the other. What the header says is the code
// generator's affair. An image whose modules stand elsewhere, as files, has the header alone.

import { FormatError } from "./binary-io.js";

// In every JavaScript host, but in no library that the compiler knows without DOM or Node types.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export interface WasmCode<Header> {
  readonly header: Header;
  readonly modules: readonly Uint8Array<ArrayBuffer>[];
}

interface Head {
  /** Of each module, in bytes. */
  readonly lengths: readonly number[];
  readonly header: unknown;
}

export function encodeWasmCode(header: object, modules: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const lengths = modules.map(({ length }) => length);
  const head = new TextEncoder().encode(JSON.stringify({ lengths, header } satisfies Head));
  const code = new Uint8Array(lengths.reduce((sum, length) => sum + length, 4 + head.length));
  new DataView(code.buffer).setUint32(0, head.length, true);
  code.set(head, 4);
  let at = 4 + head.length;
  for (const module of modules) {
    code.set(module, at);
    at += module.length;
  }
  return code;
}

/** Throws FormatError. The header is what `encodeWasmCode` was given, of the same version of the format. */
export function decodeWasmCode<Header>(code: Uint8Array): WasmCode<Header> {
  const { lengths, header, end } = decodeHead(code);
  let at = end;
  const modules = lengths.map((length) => {
    const module = code.slice(at, at + length);
    at += length;
    return module;
  });
  if (at !== code.length) throw new FormatError("corrupt", "The code of the image is longer or shorter than it says.");
  // Whoever wrote the lengths wrote the header.
  return { header: header as Header, modules };
}

function decodeHead(code: Uint8Array): Head & { readonly end: number } {
  try {
    const length = new DataView(code.buffer, code.byteOffset, code.byteLength).getUint32(0, true);
    const end = 4 + length;
    // Checked by the caller against the code's length.
    const head = JSON.parse(new TextDecoder().decode(code.subarray(4, end))) as Head;
    if (!(Array.isArray(head.lengths) && head.header instanceof Object)) throw new Error("it has other fields");
    return { lengths: head.lengths, header: head.header, end };
  } catch (cause) {
    throw new FormatError("corrupt", `The code of the image has no header: ${String(cause)}`);
  }
}
