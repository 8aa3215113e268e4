// Modules that kernels call across instances, on one device. Another compiler's data are initialised once, when a program first calls one of its
// functions, however many threads instantiate it later. The storage of globals allocates and frees the data (load-foreign.ts declares a global for
// them).

import { type ForeignFunction, invariant, symbolOfForeign } from "@lanewise/ir";
import type { PlacedForeign } from "../../device/cpu/index.js";
import { type ForeignText, instantiateForeign, stackPointer } from "../../device/cpu/instances/index.js";
import type { MappedMemory } from "../../memory/index.js";
import type { ForeignBinary, ForeignProviders } from "../foreign/index.js";
import type { ProgramPlaces } from "../programs/index.js";
import { functionIn, placeFunction } from "./function-text.js";

const PAGE = 65536;
/** The alignment of stacks. */
const ALIGN = 16;

export class ForeignModules {
  readonly #memory: MappedMemory;
  /** By the data's storage, which changes when a module is loaded again; for modules without data, by image. */
  readonly #texts = new WeakMap<object, ForeignText>();

  constructor(memory: MappedMemory) {
    this.#memory = memory;
  }

  /** The module that has the function, for a program that holds the `places`. */
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
      // Linkers generate them as functions without parameters.
      for (const name of initialisers) (exports[name] as ForeignFunction)();
    } finally {
      this.#memory.release(stack);
    }
  }
}
