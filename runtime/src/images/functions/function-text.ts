// The WebAssembly of device functions of images without IR (codegen/src/ahead/prebuild-functions.ts), for calls from programs of one device.

import type { FunctionCode } from "@lanewise/codegen";
import { finish, symbolOfForeign } from "@lanewise/ir";
import type { PlacedForeign } from "../../device/cpu/index.js";
import type { FunctionText, MathNames } from "../../device/cpu/instances/index.js";
import { LanewiseError } from "../../errors/index.js";
import type { MappedMemory } from "../../memory/index.js";
import { allImages, type LoadedImage, libraryImages, type PrebuiltCode } from "../index.js";

interface FoundFunction {
  readonly loaded: LoadedImage;
  readonly code: PrebuiltCode;
  readonly made: FunctionCode;
}

/** Finds the image's function, in its code for any engine: the functions are the same in all. */
export function functionIn(loaded: LoadedImage, symbol: string): FoundFunction | undefined {
  const [code] = loaded.image.format === "wasm" ? loaded.prebuilt : [];
  const made = code?.header.functions.find((one) => one.symbol === symbol)?.code;
  return code && made ? { loaded, code, made } : undefined;
}

/** Finds the function behind the symbol of a foreign function. */
function find(symbol: string): FoundFunction {
  const wanted = symbolOfForeign(symbol);
  for (const loaded of [...allImages(), ...libraryImages()]) {
    const found = functionIn(loaded, wanted);
    if (found) return found;
  }
  throw new LanewiseError("link_program_error", `No loaded image has the WebAssembly of ${wanted}.`, {
    help: "Load the module that declares it, in the version with which its callers were built.",
  });
}

/** The images whose functions the function calls, directly or not. */
export function imagesCalledBy({ made }: FoundFunction): readonly LoadedImage[] {
  return made.foreign.flatMap((symbol) => {
    const found = find(symbol);
    return [found.loaded, ...imagesCalledBy(found)];
  });
}

const placed = new WeakMap<MappedMemory, WeakMap<FunctionCode, PlacedForeign>>();

/** Returns the same object for all programs that call the function. */
export function placeFunction({ code, made }: FoundFunction, memory: MappedMemory): PlacedForeign {
  const ofMemory = placed.get(memory) ?? new WeakMap<FunctionCode, PlacedForeign>();
  placed.set(memory, ofMemory);
  const known = ofMemory.get(made);
  if (known) return known;
  const called = made.foreign.map((symbol) => [symbol, placeFunction(find(symbol), memory)] as const);
  const text: FunctionText = {
    module: finish(code.module(made.module, memory.isShared)),
    // The image names functions of Math, or "rem".
    math: made.math as MathNames,
    stackSize: made.stackSize,
    // Its callees are such functions, too.
    functions: Object.fromEntries(called.map(([symbol, { text }]) => [symbol, text as FunctionText])),
  };
  const stackSize = called.reduce((most, [, one]) => Math.max(most, one.stackSize), 0) + made.stackSize;
  const result = { text, stackSize };
  ofMemory.set(made, result);
  return result;
}

/** `symbol`: that of a foreign function. */
export function placeForeign(symbol: string, memory: MappedMemory): PlacedForeign {
  return placeFunction(find(symbol), memory);
}
