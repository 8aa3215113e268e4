// The device globals of one device and context: one storage per global, created and initialised when first needed, shared by all programs there
// (R2); with device_image_scope, and for constants, one per image (F4). It only has the storage; global-copy.ts checks who may copy what. Storage
// is freed when nothing loaded has the global any more and nothing uses it.

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

/** The storage of a global. */
export interface KeptPlace extends GlobalPlace {
  /** Then its bytes may have been reused. */
  readonly isFreed: boolean;
}

interface Stored extends KeptPlace {
  readonly block: Block;
  readonly owner: Owner;
  isFreed: boolean;
  /** How many programs and unfinished commands use it. */
  uses: number;
}

/** The owner of storage. Images are held weakly, so that their storage does not keep them alive. */
type Owner =
  | { readonly kind: "all"; readonly definition: GlobalDefinition; readonly askedBy: Asker | undefined }
  | {
      readonly kind: "image";
      readonly image: WeakRef<LoadedImage>;
      readonly id: string;
      readonly storage: Global["storage"];
    }
  | { readonly kind: "program" };

/** The image that first needed a shared global; undefined if a copy did. */
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

  /** `images` come from the copy of lanewise that has the device; this code may come from another copy. */
  constructor(memory: DeviceMemory, images: ImageLookups) {
    this.#memory = memory;
    this.#images = images;
  }

  /** Bytes of all storage. */
  get size(): number {
    return this.#size;
  }

  /** How many globals have storage. */
  get count(): number {
    return this.#all.size;
  }

  /** All storage that pointers may lead to, which excludes constants. */
  get places(): readonly KeptPlace[] {
    return [...this.#all].filter(({ owner }) => owner.kind === "all" || isPointedTo(owner));
  }

  /** How often `places` has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns the storage of an image's global; creates and initialises it the first time. */
  placeInImage(loaded: LoadedImage, found: ImageGlobal): KeptPlace {
    if (isOfImage[found.global.storage]) return this.#placeOfImage(loaded, found);
    return this.#place(definitionInImage(loaded, found), loaded);
  }

  /** Returns the storage that all programs of the device share, or that the programs of the only image with the global share. */
  place(definition: GlobalDefinition): KeptPlace {
    if (definition.properties.deviceImageScope) {
      const { loaded, global } = this.#imageOf(definition.id);
      return this.placeInImage(loaded, global);
    }
    return this.#place(definition, undefined);
  }

  /** Creates storage for a constant of one program, with its value; the last release frees it. */
  constant({ id, type, initial }: ImageGlobal["global"], structs: readonly StructDefinition[]): KeptPlace {
    return this.#make({ id, size: layoutOf(type, structs).size, initial }, { kind: "program" });
  }

  /** Records that a program or a command uses the storage. */
  retain(place: KeptPlace): void {
    // All storage is created by this class.
    (place as Stored).uses += 1;
  }

  /** Reverses `retain`. */
  release(place: KeptPlace): void {
    const stored = place as Stored; // as above
    stored.uses -= 1;
    this.#freeIfUnused(stored);
  }

  /** Frees the unused storage of unloaded modules and libraries. */
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

  /** Returns the image that has a global with device_image_scope: there must be exactly one, and a kernel that uses it (C4, C5). */
  #imageOf(id: string): { readonly loaded: LoadedImage; readonly global: ImageGlobal } {
    const images = [...new Set([...this.#images.imagesWithGlobal(id), ...this.#imagesOfBundles(id)])];
    const [loaded] = images;
    if (images.length > 1) {
      const owners = images.map(({ owner }) => owner).join(", ");
      throw new LanewiseError(
        "invalid",
        `Device global ${id} has deviceImageScope, but is in ${images.length} images (${owners}).`,
        {
          help: 'Put the kernels that use it into one image: write them in one module, or build with split: "off". Take bundles of a loaded module from thisModule: a bundle made from bytes has images of its own.',
        },
      );
    }
    const global = loaded && this.#images.usedGlobal(loaded, id);
    if (global) return { loaded, global };
    throw new LanewiseError(
      "kernel_not_supported",
      `Device global ${id} has no value: it has deviceImageScope, and no kernel uses it.`,
      { help: "Use it in a kernel, or declare it without deviceImageScope." },
    );
  }

  /** Returns the images of bundles built for this device, which no module has; each has its own value of the global. */
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
      // After a hot reload the new definition gets new storage; programs of old images keep the old storage while they exist.
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

  /** Whether the storage may still be requested. */
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

  /** Whether a loaded module or image still has this definition of the global. */
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
 * Whether each image has its own storage, or all images share the device's. Local memory becomes parameters before it needs storage, and
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

/** The optional part for device globals and constant tables; modules with either provide it (optional-parts.ts). */
export const globalStoragePart = (memory: DeviceMemory, images: ImageLookups): GlobalStorage =>
  new GlobalStorage(memory, images);
