// Functions of Math that loaded images replace (requirement X14): device functions exported as `lanewise:math/sin.f32` and the like. Registrations
// list them; images are decoded only for kernels that use such a function.

import { builtinOfSymbol } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import { imagesExporting, type LoadedImage, libraryImages } from "../index.js";
import { registry } from "../registry/index.js";

export interface ReplacedBuiltins {
  readonly symbols: ReadonlySet<string>;
  /** Says which images replace which builtins: a kernel linked under another key is linked again. */
  readonly key: string;
}

const current = { generation: -1, found: { symbols: new Set<string>(), key: "" } };

export function replacedBuiltins(): ReplacedBuiltins {
  const { generation, modules } = registry();
  if (current.generation === generation) return current.found;
  const ofModules = [...modules.values()].flatMap(({ module, builtins = [] }) =>
    builtins.map((symbol) => ({ owner: module, symbol })),
  );
  const ofLibraries = libraryImages().flatMap(({ owner, image }) => {
    const exported = Object.keys(image.properties["SYCL/exported symbols"] ?? {});
    return exported.flatMap((symbol) => (builtinOfSymbol(symbol) === undefined ? [] : [{ owner, symbol }]));
  });
  const all = [...ofModules, ...ofLibraries];
  const key = all.map(({ owner, symbol }) => `${owner} ${symbol}`).join("\n");
  current.generation = generation;
  current.found = { symbols: new Set(all.map(({ symbol }) => symbol)), key };
  return current.found;
}

/** The image whose function replaces a builtin in a kernel; throws if several images have different ones. */
export function replacementIn(symbol: string, kernel: string): LoadedImage | undefined {
  const [first, ...others] = imagesExporting(symbol);
  const other = others.find(({ image }) => !isSame(image.code, first?.image.code));
  if (!first || !other) return first;
  throw new LanewiseError(
    "link_program_error",
    `Kernel ${kernel} cannot be linked: an image of ${first.owner} and one of ${other.owner} both replace ${builtinOfSymbol(symbol)}.`,
    { help: "Load only one of them, or link the kernel's bundle with one." },
  );
}

function isSame(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return a.length === b?.length && a.every((byte, index) => byte === b[index]);
}
