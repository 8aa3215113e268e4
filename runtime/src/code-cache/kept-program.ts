// Generated code that is kept from one run of the program to the next (docs/decisions/0017-code-cache.md). A program is named by
// all that decides it: the images, its kernel, how it is launched, options, what the engine can do, our version.

import type { WasmProgram } from "@lanewise/codegen";
import { host } from "../host/host.js";
import type { LoadedImage } from "../image-library.js";
import { VERSION } from "../version.js";
import type { CodeStore } from "./code-store.js";
import { decodeEntry, encodeEntry } from "./entry.js";

/** What a program's module was made from, as text; undefined where nothing is kept. */
export function originOf(images: readonly LoadedImage[], kernel: string, form: object): string | undefined {
  const store = host.codeStore();
  return store && JSON.stringify({ kernel, images: images.map((image) => digestOf(store, image)), form });
}

const digests = new WeakMap<LoadedImage, string>();

function digestOf(store: CodeStore, loaded: LoadedImage): string {
  const known = digests.get(loaded) ?? store.digest(loaded.image.code);
  digests.set(loaded, known);
  return known;
}

/** What is kept of `origin` and `options`, else what `generate` makes, which is kept then. */
export function keptProgram(origin: string | undefined, options: object, generate: () => WasmProgram): WasmProgram {
  const store = origin === undefined ? undefined : host.codeStore();
  if (!store) return generate();
  const key = JSON.stringify({ lanewise: VERSION, revision: store.revision, origin, options });
  const name = store.digest(key);
  const known = store.read(name, (bytes) => decodeEntry(store, key, bytes));
  if (known) return known;
  const made = generateFor(store, name, generate);
  store.write(name, encodeEntry(store, key, made));
  return made;
}

function generateFor(store: CodeStore, name: string, generate: () => WasmProgram): WasmProgram {
  try {
    return generate();
  } catch (error) {
    store.abandon(name);
    throw error;
  }
}
