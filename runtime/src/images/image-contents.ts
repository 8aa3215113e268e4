// Decodes the images that a module or a library has registered, when something in them is first needed, and decides whether they are used: images
// that `lanewise link` made replace those of other modules.

import { decodeImage, FormatError, fingerprintOf, imageFingerprint, moduleFingerprint } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { imageBytes } from "../values/index.js";
import { isWasm } from "./foreign/index.js";
import type { LoadedImage } from "./image-library.js";
import { codeGenerator } from "./kernel-source.js";
import { type DecodedImage, hasIr, loadImages, unreadable } from "./load-image.js";
import { notTrusted } from "./outside-images.js";
import { type LibraryRegistration, type Registration, registry } from "./registry/index.js";

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
const fingerprints = new WeakMap<Registration, string>();

/** Whether other images replace these: linked ones replace a module's; a rebuilt module's replace linked ones. */
function isSuperseded(registration: Registration): boolean {
  if (registration.linked) {
    const changed = changedIn(registration.linked);
    if (changed !== undefined) sayUnused(registration, changed);
    return changed !== undefined;
  }
  for (const { linked } of registry().modules.values()) {
    if (linked && Object.hasOwn(linked, registration.module) && changedIn(linked) === undefined) return true;
  }
  return false;
}

/** The first module that was rebuilt since. */
function changedIn(linked: NonNullable<Registration["linked"]>): string | undefined {
  return Object.keys(linked).find((name) => {
    const loaded = registry().modules.get(name);
    if (!loaded) return false;
    const known = fingerprints.get(loaded) ?? fingerprintOfImages(loaded);
    fingerprints.set(loaded, known);
    return known !== linked[name];
  });
}

/** Unreadable images count as changed; the error is reported where they are used. */
function fingerprintOfImages({ images }: Registration): string {
  try {
    return moduleFingerprint(images.map((text) => ({ image: decodeImage(imageBytes(text)), text })));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return fingerprintOf(images);
  }
}

const unused = new WeakSet<Registration>();

/** Warns once for each linked file. */
function sayUnused(registration: Registration, changed: string): void {
  if (unused.has(registration)) return;
  unused.add(registration);
  console.warn(
    `Lanewise: the linked images ${registration.module} are out of date, because ${changed} was built again. Kernels are linked at their first launch instead. Run \`lanewise link\` again.`,
  );
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
      const fingerprint = isText ? imageFingerprint(image, encoded) : undefined;
      decoded.push({ image, what, fingerprint, modules: given ?? [], isTrusted });
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
