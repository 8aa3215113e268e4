// The device globals of one device and context: one storage per global, made and initialised at first need, shared by all
// programs there (R2); with device_image_scope, and of constants, one per image (F4). It holds places only; who may copy what is
// checked in global-copy.ts.

import { type Global, layoutOf, type StructDefinition } from "@lanewise/ir";
import type { Block } from "./allocator.js";
import type { DeviceMemory } from "./device-memory.js";
import { LanewiseError } from "./errors.js";
import { definitionInImage, definitionOf, type GlobalDefinition, isSameDefinition } from "./global-definition.js";
import { isLoaded, type LoadedImage } from "./image-library.js";

export interface GlobalPlace {
  readonly address: number;
  readonly size: number;
}

interface Stored extends GlobalPlace {
  readonly definition: GlobalDefinition;
  /** The image that asked for it; undefined: a copy. */
  readonly askedBy: LoadedImage | undefined;
}

export class GlobalStorage {
  readonly #memory: DeviceMemory;
  readonly #shared = new Map<string, Stored>();
  /** Constants and globals with device_image_scope belong to their image. */
  readonly #ofImage = new WeakMap<LoadedImage, Map<number, GlobalPlace>>();
  readonly #places: GlobalPlace[] = [];
  #size = 0;

  constructor(memory: DeviceMemory) {
    this.#memory = memory;
  }

  /** Bytes of all storage so far. */
  get size(): number {
    return this.#size;
  }

  /** All storage so far to which there may be pointers, which excludes constants; it stays. */
  get places(): readonly GlobalPlace[] {
    return this.#places;
  }

  /** The place of an image's global, by its index there; made and initialised the first time. */
  placeInImage(loaded: LoadedImage, index: number): GlobalPlace {
    const global = loaded.module().globals[index];
    if (!global) throw new LanewiseError("compile_program_error", `${loaded.owner} has no global ${index}.`);
    if (isOfImage[global.storage]) return this.#placeOfImage(loaded, global, index);
    return this.#place(definitionInImage(loaded, global), loaded);
  }

  /** The place that all programs of the device share. */
  place(definition: GlobalDefinition): GlobalPlace {
    return this.#place(definition, undefined);
  }

  /** Storage for a constant of one program, with its value; `release` frees it. */
  constant({ id, type, initial }: Global, structs: readonly StructDefinition[]): { block: Block; place: GlobalPlace } {
    const { size } = layoutOf(type, structs);
    const block = this.#allocate(id, size, initial);
    return { block, place: { address: block.offset, size } };
  }

  release(block: Block): void {
    this.#size -= block.size;
    this.#memory.release(block);
  }

  #placeOfImage(loaded: LoadedImage, global: Global, index: number): GlobalPlace {
    const places = this.#ofImage.get(loaded) ?? new Map<number, GlobalPlace>();
    this.#ofImage.set(loaded, places);
    const known = places.get(index);
    if (known) return known;
    const made = this.#make(definitionInImage(loaded, global));
    if (global.storage === "image") this.#places.push(made);
    places.set(index, made);
    return made;
  }

  #place(definition: GlobalDefinition, askedBy: LoadedImage | undefined): GlobalPlace {
    const { id } = definition;
    const known = this.#shared.get(id);
    if (known && isSameDefinition(known.definition, definition)) return known;
    // After a hot reload the new definition has new storage; programs of old images keep the old one until they are gone.
    if (known && isCurrent(known)) {
      const owner = (loaded: LoadedImage | undefined) => (loaded ? `an image of ${loaded.owner}` : "its declaration");
      throw new LanewiseError(
        "compile_program_error",
        `Device global ${id} has one type or initial value in ${owner(known.askedBy)} and another in ${owner(askedBy)}.`,
        { help: "Build all modules of the program again." },
      );
    }
    const place = this.#make(definition);
    this.#places.push(place);
    const made = { ...place, definition, askedBy };
    this.#shared.set(id, made);
    return made;
  }

  #make({ id, size, initial }: GlobalDefinition): GlobalPlace {
    return { address: this.#allocate(id, size, initial).offset, size };
  }

  #allocate(id: string, size: number, initial: Uint8Array | undefined): Block {
    const block = this.#memory.allocate(size, `Storage of ${id}`);
    if (initial) this.#memory.bytes(block.offset, size).set(initial);
    this.#size += block.size;
    return block;
  }
}

/**
 * Whose storage it is: the image's, or the device's that all images share. Local memory becomes parameters before it needs a place, and
 * specialization constants belong to programs.
 */
const isOfImage = {
  device: false,
  imported: false,
  image: true,
  constant: true,
  specialization: true,
  local: false,
} as const satisfies Record<Global["storage"], boolean>;

/** Whether a loaded module or image still says that the global is so. */
function isCurrent({ definition, askedBy }: Stored): boolean {
  const declared = definitionOf(definition.id);
  if (declared && isSameDefinition(declared, definition)) return true;
  return askedBy !== undefined && isLoaded(askedBy);
}
