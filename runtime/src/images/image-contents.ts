// Decodes the images that a module or a library has registered, when something in them is first needed, and decides whether they are used: images
// that `lanewise link` made replace those of other modules (images/parts/links.ts).

import { decodeImage } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { imageBytes } from "../values/index.js";
import { isWasm } from "./foreign/index.js";
import type { LoadedImage } from "./image-library.js";
import { codeGenerator } from "./kernel-source.js";
import { type DecodedImage, hasIr, loadImages, unreadable } from "./load-image.js";
import { notTrusted } from "./outside-images.js";
import { imagePart, type LibraryRegistration, type Registration, registry } from "./registry/index.js";

interface Contents {
  readonly images: readonly LoadedImage[];
  /** Why images of this registration cannot be read. */
  readonly failures: readonly LanewiseError[];
}

/** A registration with images. */
export type ImageSource = Registration | LibraryRegistration;

const contents = new WeakMap<ImageSource, Contents>();
/** The registrations of images; a bundle's own images have none. */
const sources = new WeakMap<LoadedImage, ImageSource>();

/** The registration of the image, if it is still registered. */
export function sourceOf(loaded: LoadedImage): ImageSource | undefined {
  const source = sources.get(loaded);
  return source && isRegistered(source) ? source : undefined;
}

/** Whether no module or library ever had it: a bundle was made from its bytes. */
export function isOfBundle(loaded: LoadedImage): boolean {
  return !sources.has(loaded);
}

function isRegistered(source: ImageSource): boolean {
  const { modules, libraries } = registry();
  return isModule(source) ? modules.get(source.module) === source : libraries.has(source);
}

function isModule(source: ImageSource): source is Registration {
  return "module" in source;
}

export function nameOf(source: ImageSource): string {
  return isModule(source) ? source.module : source.name;
}

const noContents: Contents = { images: [], failures: [] };
/** Whether other images replace the module's: those that `lanewise link` made, or a rebuilt module's replace linked ones. */
function isSuperseded(registration: Registration): boolean {
  const all = [...registry().modules.values()];
  return all.some(({ linked }) => linked !== undefined) && imagePart("links").isSuperseded(registration);
}

/** A module's contents are empty if other images replace its images. */
export function contentsOf(source: ImageSource): Contents {
  if (isModule(source) && isSuperseded(source)) return noContents;
  const known = contents.get(source);
  if (known) return known;
  const name = nameOf(source);
  const whole = isModule(source) ? `module ${name}` : name;
  const isTrusted = isModule(source) || source.isTrusted === true;
  const decoded: DecodedImage[] = [];
  const foreign: LoadedImage[] = [];
  const failures: LanewiseError[] = [];
  source.images.forEach((encoded, index) => {
    const what = `image ${index} of ${whole}`;
    try {
      const isText = typeof encoded === "string";
      const bytes = isText ? imageBytes(encoded) : encoded;
      if (isWasm(bytes)) {
        foreign.push(loadForeign(bytes, source, what));
        return;
      }
      const image = decodeImage(bytes);
      const given = isModule(source) ? source.wasm?.[index] : undefined;
      const text = isText ? encoded : undefined;
      decoded.push({ image, what, text, modules: given ?? [], isTrusted });
    } catch (error) {
      failures.push(error instanceof LanewiseError ? error : unreadable(what, error));
    }
  });
  // Of an untrusted library only IR is used, because it is verified.
  const used = isTrusted ? decoded : decoded.filter(({ image }) => image.format === "ir");
  const native = isTrusted ? undefined : decoded.find(({ image }) => image.format !== "ir" && !hasIr(decoded, image));
  if (native) failures.push(notTrusted(`${native.what} is WebAssembly, without IR of the same kernels`));
  const images = [...loadImages(used, name), ...foreign];
  for (const loaded of images) sources.set(loaded, source);
  const read = { images, failures };
  contents.set(source, read);
  return read;
}

/** Only `deviceDlopen` accepts such bytes; programs without a code generator cannot call their functions. */
function loadForeign(bytes: Uint8Array, source: ImageSource, what: string): LoadedImage {
  if (codeGenerator() && !isModule(source) && source.loadForeign) {
    return source.loadForeign(bytes, source.name, source.stackSize, what);
  }
  throw new LanewiseError(
    "kernel_not_supported",
    `Cannot load ${what}: lanewise/aot cannot link WebAssembly binaries.`,
  );
}
