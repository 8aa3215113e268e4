// Loads another compiler's WebAssembly binary as an image: its code, its exports, and its data as one global.

import type { DeviceImage, Module } from "@lanewise/ir";
import type { LoadedImage } from "../index.js";
import { type ForeignBinary, openForeignBinary } from "./foreign-binary.js";

const DEFAULT_STACK_SIZE = 65536;

/** `stackSize`: bytes of each thread's stack for its functions. */
export function loadForeign(
  bytes: Uint8Array,
  owner: string,
  stackSize: number | undefined,
  what: string,
): LoadedImage {
  const code = bytes.slice();
  const binary = openForeignBinary(code, what);
  const exported = Object.fromEntries([...binary.exports.keys()].map((name) => [name, 1]));
  const properties = { "SYCL/exported symbols": exported };
  const module: Module = { name: owner, files: [], structs: [], globals: dataOf(binary), sites: [], functions: [] };
  const image: DeviceImage = { format: "wasm", features: [], files: [], symbols: [], properties, code };
  const own = { owner, image, prebuilt: [], text: undefined, isTrusted: true };
  return { ...own, module: () => module, foreign: { binary, stackSize: stackSize ?? DEFAULT_STACK_SIZE } };
}

/** Its data, as one global of the image, which is allocated and freed like others. */
function dataOf({ memorySize, memoryAlign }: ForeignBinary): Module["globals"] {
  if (memorySize === 0) return [];
  const type = { kind: "array", element: "u8", length: memorySize + memoryAlign } as const;
  const at = { file: 0, line: 1, column: 1 };
  return [{ id: "data", name: "data", type, initial: undefined, storage: "constant", hostAccess: "none", at }];
}
