// The cache between runs of the program (docs/decisions/0017-code-cache.md). An entry's key holds everything that determines it: the images, the
// kernel, the form of its launch, the options, the engine's features, our version.

import type { Steps } from "@lanewise/ir";
import { wasmFeatures } from "../../host/index.js";
import { hostStore } from "../../host/store/index.js";
import type { LoadedImage } from "../index.js";
import type { CodeStore } from "./code-store.js";
import { decodeEntry, type EntryContent, encodeEntry } from "./entry.js";
import { VERSION } from "./version.js";

/** The source of a program's module. */
export interface Origin {
  readonly text: string;
  /** The module of the kernel. */
  readonly module: string;
}

let isOn = true;

/** Where code is cached now; undefined if it is not. */
export function codeStore(): CodeStore | undefined {
  return isOn ? hostStore() : undefined;
}

/** Also false if caching was requested but there is nowhere to cache. */
export function isCodeKept(): boolean {
  return codeStore()?.place !== undefined;
}

export function keepCode(isWanted: boolean): void {
  isOn = isWanted;
}

/** For a kernel of the first of the images; undefined if nothing is cached. */
export function originOf(images: readonly LoadedImage[], kernel: string, form: object): Origin | undefined {
  const store = codeStore();
  if (!store) return undefined;
  // Kernels that ask about their target get answers that depend on the engine's features.
  const features = wasmFeatures();
  const text = textOf({ kernel, images: images.map((image) => digestOf(store, image)), features, form });
  return { text, module: images[0]?.owner ?? "" };
}

/** Resolves, in any case soon, when the cached code of a module's kernels is known; undefined: it is known already. */
export function loadingOf(module: string): Promise<void> | undefined {
  return codeStore()?.loading(module);
}

/** JSON that includes the entries of maps. */
function textOf(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? [...part] : part));
}

const digests = new WeakMap<LoadedImage, string>();

function digestOf(store: CodeStore, loaded: LoadedImage): string {
  const known = digests.get(loaded) ?? store.digest(loaded.image.code);
  digests.set(loaded, known);
  return known;
}

/** How a value is encoded. Decoded content was encoded by this version. */
export interface KeptForm<T> {
  readonly encode: (made: T) => EntryContent;
  readonly decode: (content: EntryContent) => T;
}

interface Times {
  programs: number;
  ms: number;
}

/** How many programs this process has generated or loaded, and the time for that, in ms. */
export const codeTimes = { generated: { programs: 0, ms: 0 }, loaded: { programs: 0, ms: 0 } } satisfies Record<
  string,
  Times
>;

/** Returns the cached value for `origin` and `options`, or else makes and caches it. `programs`: the number of programs to count. */
export function* kept<T>(
  origin: Origin | undefined,
  options: object,
  programs: number,
  form: KeptForm<T>,
  make: () => Steps<T>,
): Steps<T> {
  const start = performance.now();
  const store = origin && codeStore();
  const place = store && placeOf(store, origin, options);
  const content = place?.store.read(place.name, (bytes) => decodeEntry(place.store, place.key, bytes));
  if (content) {
    const loaded = form.decode(content);
    count(codeTimes.loaded, programs, start);
    return loaded;
  }
  const made = yield* makeFor(place, make);
  if (place) place.store.write(place.name, encodeEntry(place.store, place.key, form.encode(made)), place.module);
  count(codeTimes.generated, programs, start);
  return made;
}

function count(times: Times, programs: number, start: number): void {
  times.programs += programs;
  times.ms += performance.now() - start;
}

interface Place {
  readonly store: CodeStore;
  readonly name: string;
  readonly key: string;
  readonly module: string;
}

function placeOf(store: CodeStore, origin: Origin, options: object): Place {
  const key = textOf({ lanewise: VERSION, revision: store.revision, origin: origin.text, options });
  return { store, name: store.checksum(key), key, module: origin.module };
}

function* makeFor<T>(place: Place | undefined, make: () => Steps<T>): Steps<T> {
  try {
    return yield* make();
  } catch (error) {
    place?.store.abandon(place.name);
    throw error;
  }
}
