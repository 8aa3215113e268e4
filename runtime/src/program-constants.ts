// The constants of a specialized program that it still reads when it runs, since they are indexed by what is not known before. They are the
// program's own; their memory is freed when nothing leads to the program any more.

import type { Module } from "@lanewise/ir";
import type { Block } from "./allocator.js";
import { LanewiseError } from "./errors.js";
import type { GlobalPlace, GlobalStorage } from "./global-storage.js";

interface Kept {
  readonly storage: GlobalStorage;
  readonly blocks: Block[];
}

const released = new FinalizationRegistry<Kept>(({ storage, blocks }) => {
  for (const block of blocks) storage.release(block);
});

export class ProgramConstants {
  readonly #kept: Kept;
  readonly #module: Module;
  readonly #places = new Map<number, GlobalPlace>();

  /** Of a module whose constants begin with the values that the program is compiled for. */
  constructor(storage: GlobalStorage, module: Module) {
    this.#kept = { storage, blocks: [] };
    this.#module = module;
  }

  /** Where the module's constant of that index lies. */
  place(index: number): GlobalPlace {
    const known = this.#places.get(index);
    if (known) return known;
    const global = this.#module.globals[index];
    if (!global) throw new LanewiseError("compile_program_error", `A specialized program has no global ${index}.`);
    const { block, place } = this.#kept.storage.constant(global, this.#module.structs);
    if (this.#kept.blocks.length === 0) released.register(this, this.#kept);
    this.#kept.blocks.push(block);
    this.#places.set(index, place);
    return place;
  }
}
