// The device globals of one device and context: one storage per global, made and initialised at first need, shared by all
// programs there (R2). It holds places only; who may copy what is checked in global-copy.ts.

import { type Global, layoutOf, type Module, typeName } from "@lanewise/ir";
import type { DeviceMemory } from "./device-memory.js";
import { LanewiseError } from "./errors.js";
import { isLoaded, type LoadedImage } from "./image-library.js";

export interface GlobalPlace {
  readonly address: number;
  readonly size: number;
}

interface Stored extends GlobalPlace {
  readonly definedBy: LoadedImage;
  /** Type, size and initial value: programs with another one cannot share the storage. */
  readonly signature: string;
}

export class GlobalStorage {
  readonly #memory: DeviceMemory;
  readonly #shared = new Map<string, Stored>();
  /** Constants and globals with device_image_scope belong to their image. */
  readonly #ofImage = new WeakMap<LoadedImage, Map<number, Stored>>();
  #size = 0;

  constructor(memory: DeviceMemory) {
    this.#memory = memory;
  }

  /** Bytes of all storage so far. */
  get size(): number {
    return this.#size;
  }

  /** The place of the image's global `index`; made and initialised the first time. */
  place(loaded: LoadedImage, index: number): GlobalPlace {
    const module = loaded.module();
    const global = module.globals[index];
    if (!global) throw new LanewiseError("compile_program_error", `${module.name} has no global ${index}.`);
    return global.storage === "device"
      ? this.#placeOfDevice(loaded, module, global)
      : this.#placeOfImage(loaded, module, global, index);
  }

  #placeOfImage(loaded: LoadedImage, module: Module, global: Global, index: number): GlobalPlace {
    let places = this.#ofImage.get(loaded);
    if (!places) {
      places = new Map();
      this.#ofImage.set(loaded, places);
    }
    const known = places.get(index);
    if (known) return known;
    const made = this.#make(loaded, module, global);
    places.set(index, made);
    return made;
  }

  #placeOfDevice(loaded: LoadedImage, module: Module, global: Global): GlobalPlace {
    const known = this.#shared.get(global.id);
    if (known && (known.definedBy === loaded || known.signature === signatureOf(module, global))) return known;
    // After a hot reload the new definition has new storage; programs of old images keep the old one until they are gone.
    if (known && isLoaded(known.definedBy)) {
      throw new LanewiseError(
        "compile_program_error",
        `Device global ${global.id} has one type or initial value in an image of ${known.definedBy.owner} and another in one of ${loaded.owner}.`,
      );
    }
    const made = this.#make(loaded, module, global);
    this.#shared.set(global.id, made);
    return made;
  }

  #make(definedBy: LoadedImage, module: Module, global: Global): Stored {
    const { size } = layoutOf(global.type, module.structs);
    const block = this.#memory.allocate(size, `Storage of device global ${global.id}`);
    if (global.initial) this.#memory.bytes(block.offset, size).set(global.initial);
    this.#size += block.size;
    return { address: block.offset, size, definedBy, signature: signatureOf(module, global) };
  }
}

function signatureOf(module: Module, global: Global): string {
  const { size } = layoutOf(global.type, module.structs);
  const structs = JSON.stringify(module.structs);
  const initial = global.initial?.some((byte) => byte !== 0) ? global.initial.join() : "";
  return `${typeName(global.type)} ${size} ${typeName(global.type).includes("struct<") ? structs : ""} ${initial}`;
}
