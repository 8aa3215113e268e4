// What is linked with the code of other modules: images that `lanewise link` made, and code generated ahead of time. Each belongs to the modules as
// they were then, which fingerprints tell.

import { decodeImage, FormatError, fingerprintOf, imageFingerprint, moduleFingerprint } from "@lanewise/ir";
import { imageBytes } from "../../values/index.js";
import { allImages, type LoadedImage, type PrebuiltCode } from "../index.js";
import { globalIdOf, importedObject, type Registration, registry } from "../registry/index.js";

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

/** Why the code does not fit; undefined if it does. */
function changeOf({ header }: Pick<PrebuiltCode, "header">): string | undefined {
  const changed = Object.keys(header.linked).find((module) => isOther(module, header.linked[module]));
  if (changed !== undefined) return `it was linked with another version of ${changed} than the loaded one`;
  const gone = Object.keys(header.called).find((module) => !isLoadedAs(module, header.called[module]));
  if (gone !== undefined) return `it calls the WebAssembly of another version of ${gone} than the loaded one`;
  const other = header.imports.find(({ owner, name, symbol }) => leadsTo(owner, name) !== symbol);
  return other && `it was linked with ${other.symbol}; the import of ${other.name} leads to another one`;
}

/** The symbol that the module's import of that name denotes. */
function leadsTo(owner: string, name: string): string | undefined {
  const object = importedObject(owner, name);
  return object && globalIdOf(object);
}

/** Whether a module is loaded with other code than the image was linked with. */
function isOther(module: string, fingerprint: string | undefined): boolean {
  const loaded = allImages().filter(({ owner, image }) => owner === module && image.format === "ir");
  return loaded.length > 0 && loaded.every((one) => fingerprintOfImage(one) !== fingerprint);
}

/** Whether the module is loaded with that image. */
function isLoadedAs(module: string, fingerprint: string | undefined): boolean {
  return allImages().some((one) => one.owner === module && fingerprintOfImage(one) === fingerprint);
}

/** The fingerprint of what the module registered; undefined for images that no module has. */
function fingerprintOfImage({ image, text }: LoadedImage): string | undefined {
  return text === undefined ? undefined : imageFingerprint(image, text);
}

export const linkPart = { isSuperseded, changeOf };
