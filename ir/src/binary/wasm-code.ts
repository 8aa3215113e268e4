// The code of a device image of format "wasm": a JSON header and WebAssembly modules, one after another. The code generator defines the header. An
// image whose modules are separate files has only the header.

import { FormatError } from "./binary-io.js";

// Every JavaScript host has these, but no compiler library without DOM or Node types declares them.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export interface WasmCode<Header> {
  readonly header: Header;
  readonly modules: readonly Uint8Array<ArrayBuffer>[];
}

interface Head {
  /** Each module's length in bytes. */
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

/** Decodes the code; throws FormatError. The header is the one `encodeWasmCode` got, from the same version of the format. */
export function decodeWasmCode<Header>(code: Uint8Array): WasmCode<Header> {
  const { lengths, header, end } = decodeHead(code);
  let at = end;
  const modules = lengths.map((length) => {
    const module = code.slice(at, at + length);
    at += length;
    return module;
  });
  if (at !== code.length) throw new FormatError("corrupt", "The code of the image is longer or shorter than it says.");
  // The header was written together with the lengths.
  return { header: header as Header, modules };
}

function decodeHead(code: Uint8Array): Head & { readonly end: number } {
  try {
    const length = new DataView(code.buffer, code.byteOffset, code.byteLength).getUint32(0, true);
    const end = 4 + length;
    // The caller checks it against the code's length.
    const head = JSON.parse(new TextDecoder().decode(code.subarray(4, end))) as Head;
    if (!(Array.isArray(head.lengths) && head.header instanceof Object)) throw new Error("it has other fields");
    return { lengths: head.lengths, header: head.header, end };
  } catch (cause) {
    throw new FormatError("corrupt", `The code of the image has no header: ${String(cause)}`);
  }
}
