// Generated code that is kept from one run of the program to the next (docs/decisions/0017-code-cache.md). A program is named by
// all that decides it: the images, its kernel, how it is launched, options, what the engine can do, our version.

import type { WasmProgram } from "@lanewise/codegen";
import { wasmFeatures } from "../features.js";
import { host } from "../host/host.js";
import type { LoadedImage } from "../image-library.js";
import { VERSION } from "../version.js";
import type { CodeStore } from "./code-store.js";
import { decodeEntry, encodeEntry } from "./entry.js";

/** What a program's module was made from, as text; undefined where nothing is kept. */
export function originOf(images: readonly LoadedImage[], kernel: string, form: object): string | undefined {
  const store = host.codeStore();
  // What kernels ask of their target is answered by what the engine has.
  return (
    store && textOf({ kernel, images: images.map((image) => digestOf(store, image)), features: wasmFeatures(), form })
  );
}

/** As JSON, which would leave out what is in a map. */
function textOf(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? [...part] : part));
}

const digests = new WeakMap<LoadedImage, string>();

function digestOf(store: CodeStore, loaded: LoadedImage): string {
  const known = digests.get(loaded) ?? store.digest(loaded.image.code);
  digests.set(loaded, known);
  return known;
}

/** What is kept of `origin` and `options`, else what `generate` makes, which is kept then. */
export function keptProgram(origin: string | undefined, options: object, generate: () => WasmProgram): WasmProgram {
  const start = performance.now();
  const store = origin === undefined ? undefined : host.codeStore();
  const kept = store && origin !== undefined ? find(store, origin, options) : undefined;
  if (kept?.program) {
    count("loaded", start);
    return kept.program;
  }
  const made = generateFor(kept, generate);
  if (kept) kept.store.write(kept.name, encodeEntry(kept.store, kept.key, made));
  count("generated", start);
  return made;
}

/** How many programs this process has made or loaded, and how long that took, in ms. */
export const codeTimes = { generated: { programs: 0, ms: 0 }, loaded: { programs: 0, ms: 0 } };

function count(how: keyof typeof codeTimes, start: number): void {
  codeTimes[how].programs += 1;
  codeTimes[how].ms += performance.now() - start;
}

interface Kept {
  readonly store: CodeStore;
  readonly name: string;
  readonly key: string;
  readonly program: WasmProgram | undefined;
}

function find(store: CodeStore, origin: string, options: object): Kept {
  const key = textOf({ lanewise: VERSION, revision: store.revision, origin, options });
  const name = store.digest(key);
  return { store, name, key, program: store.read(name, (bytes) => decodeEntry(store, key, bytes)) };
}

function generateFor(kept: Kept | undefined, generate: () => WasmProgram): WasmProgram {
  try {
    return generate();
  } catch (error) {
    kept?.store.abandon(kept.name);
    throw error;
  }
}
