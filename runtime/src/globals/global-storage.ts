// The device globals of one device and context: one storage per global, made and initialised at first need, shared by all
// programs there (R2); with device_image_scope, and of constants, one per image (F4). It holds places only; who may copy what is
// checked in global-copy.ts. A place is freed when nothing loaded has the global any more and nobody uses the place.

import { type Global, layoutOf, type StructDefinition } from "@lanewise/ir";
import type { DeviceMemory } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import type { ImageLookups, LoadedImage } from "../images/index.js";
import {
  definitionInImage,
  definitionOf,
  type GlobalDefinition,
  type ImageGlobal,
  isSameDefinition,
} from "../images/registry/index.js";
import type { Block } from "../memory/index.js";

export interface GlobalPlace {
  readonly address: number;
  readonly size: number;
}

/** The place of a global. */
export interface KeptPlace extends GlobalPlace {
  /** Its bytes may be others' by now. */
  readonly isFreed: boolean;
}

interface Stored extends KeptPlace {
  readonly block: Block;
  readonly owner: Owner;
  isFreed: boolean;
  /** Programs, and commands that are not final. */
  uses: number;
}

/** Whose storage it is. Images are held weakly: what is kept of one must not keep it. */
type Owner =
  | { readonly kind: "all"; readonly definition: GlobalDefinition; readonly askedBy: Asker | undefined }
  | {
      readonly kind: "image";
      readonly image: WeakRef<LoadedImage>;
      readonly id: string;
      readonly storage: Global["storage"];
    }
  | { readonly kind: "program" };

/** The image that a shared global was first needed for; undefined: a copy. */
interface Asker {
  readonly name: string;
  readonly image: WeakRef<LoadedImage>;
}

export class GlobalStorage {
  readonly #memory: DeviceMemory;
  readonly #images: ImageLookups;
  readonly #shared = new Map<string, Stored>();
  /** Constants and globals with device_image_scope belong to their image. */
  readonly #ofImage = new WeakMap<LoadedImage, Map<ImageGlobal["key"], Stored>>();
  readonly #all = new Set<Stored>();
  #size = 0;
  #changes = 0;

  /** `images` are of the copy of lanewise whose device it is: this may be another's code. */
  constructor(memory: DeviceMemory, images: ImageLookups) {
    this.#memory = memory;
    this.#images = images;
  }

  /** Bytes of all storage. */
  get size(): number {
    return this.#size;
  }

  /** How many places there are. */
  get count(): number {
    return this.#all.size;
  }

  /** All storage to which there may be pointers, which excludes constants. */
  get places(): readonly KeptPlace[] {
    return [...this.#all].filter(({ owner }) => owner.kind === "all" || isPointedTo(owner));
  }

  /** How often `places` has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** The place of an image's global; made and initialised the first time. */
  placeInImage(loaded: LoadedImage, found: ImageGlobal): KeptPlace {
    if (isOfImage[found.global.storage]) return this.#placeOfImage(loaded, found);
    return this.#place(definitionInImage(loaded, found), loaded);
  }

  /** The place that all programs of the device share, or the programs of the only image that has the global. */
  place(definition: GlobalDefinition): KeptPlace {
    if (definition.properties.deviceImageScope) {
      const { loaded, global } = this.#imageOf(definition.id);
      return this.placeInImage(loaded, global);
    }
    return this.#place(definition, undefined);
  }

  /** Storage for a constant of one program, with its value: freed by who releases it last. */
  constant({ id, type, initial }: ImageGlobal["global"], structs: readonly StructDefinition[]): KeptPlace {
    return this.#make({ id, size: layoutOf(type, structs).size, initial }, { kind: "program" });
  }

  /** Says that a program or a command uses a place. */
  retain(place: KeptPlace): void {
    // All places are made here.
    (place as Stored).uses += 1;
  }

  /** The opposite of `retain`. */
  release(place: KeptPlace): void {
    const stored = place as Stored; // as above
    stored.uses -= 1;
    this.#freeIfUnused(stored);
  }

  /** Frees what is of modules and libraries that are unloaded, as far as nobody uses it. */
  forgetUnloaded(): void {
    for (const stored of this.#all) this.#freeIfUnused(stored);
  }

  #placeOfImage(loaded: LoadedImage, found: ImageGlobal): Stored {
    const places = this.#ofImage.get(loaded) ?? new Map<ImageGlobal["key"], Stored>();
    this.#ofImage.set(loaded, places);
    const known = places.get(found.key);
    if (known && !known.isFreed) return known;
    const { id, storage } = found.global;
    const owner = { kind: "image", image: new WeakRef(loaded), id, storage } as const;
    const made = this.#make(definitionInImage(loaded, found), owner);
    places.set(found.key, made);
    return made;
  }

  /** With device_image_scope the value belongs to one image: there must be exactly one, and a kernel that uses it (C4, C5). */
  #imageOf(id: string): { readonly loaded: LoadedImage; readonly global: ImageGlobal } {
    const images = [...new Set([...this.#images.imagesWithGlobal(id), ...this.#imagesOfBundles(id)])];
    const [loaded] = images;
    if (images.length > 1) {
      const owners = images.map(({ owner }) => owner).join(", ");
      throw new LanewiseError(
        "invalid",
        `Device global ${id} has deviceImageScope and is in ${images.length} images (${owners}).`,
        {
          help: 'Put the kernels that use it into one image: write them in one module, or build with split: "off". Take bundles of a loaded module from thisModule: a bundle made from bytes has images of its own.',
        },
      );
    }
    const global = loaded && this.#images.usedGlobal(loaded, id);
    if (global) return { loaded, global };
    throw new LanewiseError(
      "kernel_not_supported",
      `Device global ${id} has deviceImageScope, and no kernel uses it, so it has no value.`,
      { help: "Use it in a kernel, or declare it without deviceImageScope." },
    );
  }

  /** Images that are built for this device, and that no module has: a value of the global is in each. */
  #imagesOfBundles(id: string): LoadedImage[] {
    return [...this.#all].flatMap(({ owner }) => {
      const image = owner.kind === "image" && owner.id === id ? owner.image.deref() : undefined;
      return image && this.#images.isOfBundle(image) ? [image] : [];
    });
  }

  #place(definition: GlobalDefinition, askedBy: LoadedImage | undefined): Stored {
    const { id } = definition;
    const known = this.#shared.get(id);
    if (known?.owner.kind === "all") {
      if (isSameDefinition(known.owner.definition, definition)) return known;
      // After a hot reload the new definition has new storage; programs of old images keep the old one until they are gone.
      if (this.#isCurrent(known.owner)) throw differing(id, known.owner.askedBy?.name, askedBy?.owner);
    }
    const asker = askedBy && { name: askedBy.owner, image: new WeakRef(askedBy) };
    const made = this.#make(definition, { kind: "all", definition, askedBy: asker });
    this.#shared.set(id, made);
    if (known) this.#freeIfUnused(known);
    return made;
  }

  #make({ id, size, initial }: Pick<GlobalDefinition, "id" | "size" | "initial">, owner: Owner): Stored {
    const block = this.#memory.allocate(size, `Storage of ${id}`);
    if (initial) this.#memory.write(block.offset, initial);
    this.#size += block.size;
    this.#changes += 1;
    const made = { address: block.offset, size, block, owner, isFreed: false, uses: 0 };
    this.#all.add(made);
    return made;
  }

  #freeIfUnused(stored: Stored): void {
    const { block, owner } = stored;
    if (stored.isFreed || stored.uses > 0 || this.#isWanted(stored)) return;
    stored.isFreed = true;
    this.#all.delete(stored);
    if (owner.kind === "all" && this.#shared.get(owner.definition.id) === stored) {
      this.#shared.delete(owner.definition.id);
    }
    this.#size -= block.size;
    this.#changes += 1;
    this.#memory.release(block);
  }

  /** Whether somebody may yet ask for that place. */
  #isWanted(stored: Stored): boolean {
    const { owner } = stored;
    switch (owner.kind) {
      case "all":
        return this.#shared.get(owner.definition.id) === stored && this.#isCurrent(owner);
      case "image": {
        const image = owner.image.deref();
        return image !== undefined && (this.#images.isLoaded(image) || this.#images.isHeld(image));
      }
      case "program":
        return false;
    }
  }

  /** Whether a loaded module or image still says that the global is so. */
  #isCurrent({ definition, askedBy }: Owner & { readonly kind: "all" }): boolean {
    const declared = definitionOf(definition.id);
    if (declared && isSameDefinition(declared, definition)) return true;
    const asker = askedBy?.image.deref();
    return asker !== undefined && this.#images.isLoaded(asker);
  }
}

function isPointedTo(owner: Owner): boolean {
  return owner.kind === "image" && owner.storage === "image";
}

function differing(id: string, first: string | undefined, second: string | undefined): LanewiseError {
  const from = (image: string | undefined) => (image === undefined ? "its declaration" : `an image of ${image}`);
  return new LanewiseError(
    "compile_program_error",
    `Device global ${id} has one type or initial value in ${from(first)} and another in ${from(second)}.`,
    { help: "Build all modules of the program again." },
  );
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

/** Modules that have device globals or constant tables hand it over (optional-parts.ts). */
export const globalStoragePart = (memory: DeviceMemory, images: ImageLookups): GlobalStorage =>
  new GlobalStorage(memory, images);
