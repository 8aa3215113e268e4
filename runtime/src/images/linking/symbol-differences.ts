// Warns of device functions that several loaded images export (requirement Y2). The first one is used. That makes no difference if they are equal, as
// in an image that was loaded twice; if they differ, warns once.

import { encodeModule, linkModules, type Module } from "@lanewise/ir";
import type { LoadedImage } from "../index.js";

/** The symbols already reported. */
const reported = new Set<string>();

/** `candidates` are all images that export the symbol, in the order of the search. */
export function reportDifferences(symbol: string, [first, ...others]: readonly LoadedImage[]): void {
  if (!first || others.length === 0 || reported.has(symbol)) return;
  const other = others.find((candidate) => !isSame(first, candidate, symbol));
  if (!other) return;
  reported.add(symbol);
  console.warn(
    `Lanewise: device function ${symbol} differs between an image of ${first.owner} and one of ${other.owner}; kernels call the first one.`,
  );
}

function isSame(a: LoadedImage, b: LoadedImage, symbol: string): boolean {
  if (areEqual(a.image.code, b.image.code)) return true;
  // The behaviour of WebAssembly is unknown.
  if (a.image.format === "wasm") return false;
  return areEqual(codeOf(a.module(), symbol), codeOf(b.module(), symbol));
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** A function with all its callees in its module, independent of its position in the source. */
function codeOf(module: Module, symbol: string): Uint8Array {
  const index = module.functions.findIndex((fn) => fn.linkage === "exported" && fn.symbol === symbol);
  const { module: part } = linkModules({ name: "", modules: [module], entries: [{ module: 0, index }] });
  const functions = part.functions.map((fn) => ({ ...fn, name: "" }));
  // Replacing positions by positions keeps the shape of a module.
  return encodeModule(withoutPositions({ ...part, files: [""], functions }) as Module);
}

const nowhere = { file: 0, line: 1, column: 1 };

function withoutPositions(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(withoutPositions);
  const entries = Object.entries(value).map(([key, part]) => [key, key === "at" ? nowhere : withoutPositions(part)]);
  return Object.fromEntries(entries);
}
