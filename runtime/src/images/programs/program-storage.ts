// The device memory that a program holds: the storage of its globals, and of constants that it reads at run time because their indices vary. It is
// released when the program manager has dropped the program and its last launch is final; for programs that are never dropped, such as those of
// bundles, when they are unreachable.

import type { ProgramText } from "../../device/cpu/instances/index.js";
import { LanewiseError } from "../../errors/index.js";
import type { GlobalStorage, KeptPlace } from "../../globals/index.js";
import type { LoadedImage } from "../index.js";
import type { ImageGlobal } from "../registry/index.js";
import type { ModuleTables } from "./program.js";

/** The resources to release. They do not refer to the program. */
interface Held {
  readonly places: KeptPlace[];
  /** The texts from which other threads have made functions. */
  readonly texts: ProgramText[];
}

/** The globals of a program. */
export interface ProgramGlobals {
  /** The images from which the program was made. */
  readonly images: readonly LoadedImage[];
  /** Includes the values of constants for which the program is made. */
  readonly module: Pick<ModuleTables, "globals" | "structs">;
  /** The origin of a global, by its index in the module. */
  readonly origin: (index: number) => { readonly loaded: LoadedImage; readonly global: ImageGlobal };
}

/** The resources of all programs of one device and context. */
export class ProgramHoldings {
  /** Created when first needed. */
  readonly storage: () => GlobalStorage;
  readonly #forget: (text: ProgramText) => void;
  /** A field, so that the context can be collected with all its programs. */
  readonly #unreachable = new FinalizationRegistry<Held>((held) => this.giveBack(held));

  /** `forget` drops a program from the threads. */
  constructor(storage: () => GlobalStorage, forget: (text: ProgramText) => void) {
    this.storage = storage;
    this.#forget = forget;
  }

  watch(places: ProgramPlaces, held: Held): void {
    this.#unreachable.register(places, held);
  }

  giveBack({ places, texts }: Held): void {
    for (const place of places.splice(0)) this.storage().release(place);
    for (const text of texts.splice(0)) this.#forget(text);
  }
}

export class ProgramPlaces {
  readonly #holdings: ProgramHoldings;
  readonly #globals: ProgramGlobals;
  readonly #places = new Map<number, KeptPlace>();
  readonly #held: Held = { places: [], texts: [] };
  #launches = 0;
  #isLetGo = false;

  constructor(holdings: ProgramHoldings, globals: ProgramGlobals) {
    this.#holdings = holdings;
    this.#globals = globals;
    holdings.watch(this, this.#held);
  }

  /** The storage of the module's global of that index. */
  place(index: number): KeptPlace {
    const known = this.#places.get(index);
    if (known) return known;
    const place = this.#hold(this.#find(index));
    this.#places.set(index, place);
    return place;
  }

  #find(index: number): KeptPlace {
    const storage = this.#holdings.storage();
    const { module, origin } = this.#globals;
    const global = module.globals[index];
    if (!global) throw new LanewiseError("compile_program_error", `A program has no global ${index}.`);
    if (global.storage === "specialization") return storage.constant(global, module.structs);
    const found = origin(index);
    return storage.placeInImage(found.loaded, found.global);
  }

  /** The storage of a global of one of the images that it is linked from. */
  ofImage(loaded: LoadedImage, key: number): KeptPlace {
    const { globals, structs } = loaded.module();
    const global = globals[key];
    if (!global) throw new LanewiseError("compile_program_error", `${loaded.owner} has no global ${key}.`);
    return this.#hold(this.#holdings.storage().placeInImage(loaded, { global, structs, key }));
  }

  #hold(place: KeptPlace): KeptPlace {
    if (this.#held.places.includes(place)) return place;
    this.#holdings.storage().retain(place);
    this.#held.places.push(place);
    return place;
  }

  /** Records a text that threads may be given. */
  add(text: ProgramText): void {
    this.#held.texts.push(text);
  }

  /** Counts a submitted launch. Throws if the memory was released: a launch may be recorded before and submitted after that. */
  retain(): void {
    if (this.#isLetGo && this.#launches === 0) {
      const owners = [...new Set(this.#globals.images.map(({ owner }) => owner))].join(", ");
      throw new LanewiseError("unloaded", `The launch was recorded before the device code of ${owners} was unloaded.`, {
        help: "Record it again.",
      });
    }
    this.#launches += 1;
  }

  /** Records that a launch is final. */
  release(): void {
    this.#launches -= 1;
    this.#giveBackIfDone();
  }

  /** Drops the program: no launch will find it any more. */
  letGo(): void {
    this.#isLetGo = true;
    this.#giveBackIfDone();
  }

  #giveBackIfDone(): void {
    if (this.#isLetGo && this.#launches === 0) this.#holdings.giveBack(this.#held);
  }
}
