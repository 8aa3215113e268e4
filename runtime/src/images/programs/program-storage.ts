// The device memory that a program holds: the storage of the globals that it uses, and its own constants, which it still reads when it
// runs, since they are indexed by what is not known before. It is given back when the program manager has let the program go and its last
// launch is final; of a program that nobody lets go, as those of bundles, when nothing leads to it any more.

import type { ProgramText } from "../../device/cpu/instances/index.js";
import { LanewiseError } from "../../errors/index.js";
import type { GlobalStorage, KeptPlace } from "../../globals/index.js";
import type { LoadedImage } from "../index.js";
import type { ImageGlobal } from "../registry/index.js";
import type { ModuleTables } from "./program.js";

/** What is given back. It does not lead to the program. */
interface Held {
  readonly places: KeptPlace[];
  /** What other threads have made functions of. */
  readonly texts: ProgramText[];
}

/** The globals of a program. */
export interface ProgramGlobals {
  /** What the program was made of. */
  readonly images: readonly LoadedImage[];
  /** With the values of constants that the program is made for. */
  readonly module: Pick<ModuleTables, "globals" | "structs">;
  /** Where a global comes from, by its index in the module. */
  readonly origin: (index: number) => { readonly loaded: LoadedImage; readonly global: ImageGlobal };
}

/** Of all programs of one device and context. */
export class ProgramHoldings {
  /** Made at first need. */
  readonly storage: () => GlobalStorage;
  readonly #forget: (text: ProgramText) => void;
  /** A field, so that the context may go with all its programs. */
  readonly #unreachable = new FinalizationRegistry<Held>((held) => this.giveBack(held));

  /** `forget` tells the threads that a program is no more. */
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

  /** Where the module's global of that index lies. */
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

  /** Where a global of one of the images lies that it is linked with. */
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

  /** Says that threads may be given the text. */
  add(text: ProgramText): void {
    this.#held.texts.push(text);
  }

  /** Says that a launch was submitted. Throws where the memory was given back: a recorded launch may come after that. */
  retain(): void {
    if (this.#isLetGo && this.#launches === 0) {
      const owners = [...new Set(this.#globals.images.map(({ owner }) => owner))].join(", ");
      throw new LanewiseError("unloaded", `A launch was made before its device code was unloaded, of ${owners}.`, {
        help: "Record it again.",
      });
    }
    this.#launches += 1;
  }

  /** Says that it is final. */
  release(): void {
    this.#launches -= 1;
    this.#giveBackIfDone();
  }

  /** Nobody will find the program any more. */
  letGo(): void {
    this.#isLetGo = true;
    this.#giveBackIfDone();
  }

  #giveBackIfDone(): void {
    if (this.#isLetGo && this.#launches === 0) this.#holdings.giveBack(this.#held);
  }
}
