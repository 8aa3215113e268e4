// Modules that kernels call across instances, on one device. Of other compilers', the data are initialised once, when a program first calls a function of one, whatever the number
// of threads that instantiate it later. Where the data lie, and how long, is the storage's of globals (load-foreign.ts declares one).

import { type ForeignFunction, invariant, symbolOfForeign } from "@lanewise/ir";
import type { PlacedForeign } from "../../device/cpu/index.js";
import { type ForeignText, instantiateForeign, stackPointer } from "../../device/cpu/instances/index.js";
import type { MappedMemory } from "../../memory/index.js";
import type { ForeignBinary, ForeignProviders } from "../foreign/index.js";
import type { ProgramPlaces } from "../programs/index.js";
import { functionIn, placeFunction } from "./function-text.js";

const PAGE = 65536;
/** Of stacks. */
const ALIGN = 16;

export class ForeignModules {
  readonly #memory: MappedMemory;
  /** By the place of the data, which a module that is loaded again has anew; of modules without data by the image. */
  readonly #texts = new WeakMap<object, ForeignText>();

  constructor(memory: MappedMemory) {
    this.#memory = memory;
  }

  /** What has the function of that symbol, for a program that holds the `places`. */
  function(providers: ForeignProviders, symbol: string, places: ProgramPlaces): PlacedForeign {
    const loaded = providers.get(symbol);
    invariant(loaded, `${symbol} was found in another module`);
    if (!loaded.foreign) {
      const found = functionIn(loaded, symbolOfForeign(symbol));
      invariant(found, `${symbol} has code`);
      return placeFunction(found, this.#memory);
    }
    const { binary, stackSize } = loaded.foreign;
    const place = binary.memorySize === 0 ? undefined : places.ofImage(loaded, 0);
    const text = this.#texts.get(place ?? loaded) ?? this.#make(binary, place?.address ?? 0, stackSize);
    this.#texts.set(place ?? loaded, text);
    return { text, stackSize };
  }

  #make(binary: ForeignBinary, address: number, stackSize: number): ForeignText {
    const { memoryAlign, minimumPages, tableSize, objects, functions } = binary;
    this.#memory.reach(minimumPages * PAGE);
    const memoryBase = Math.ceil(address / memoryAlign) * memoryAlign;
    const rest = { memoryBase, tableSize, objects, functions };
    this.#initialise({ ...rest, module: binary.first }, binary.initialisers, stackSize);
    return { ...rest, module: binary.further };
  }

  #initialise(text: ForeignText, initialisers: readonly string[], stackSize: number): void {
    const stack = this.#memory.reserve(stackSize + ALIGN, "A stack");
    try {
      const top = Math.floor((stack.offset + stackSize) / ALIGN) * ALIGN;
      const { exports } = instantiateForeign(text, this.#memory.memory, stackPointer(top));
      // They are functions without parameters: linkers make them.
      for (const name of initialisers) (exports[name] as ForeignFunction)();
    } finally {
      this.#memory.release(stack);
    }
  }
}
