// Says why code generated ahead of time does not fit the loaded modules: it was linked with others.

import { allImages, type PrebuiltCode } from "../index.js";
import { globalIdOf, importedObject } from "../registry/index.js";

/** Why the code does not fit; undefined if it does. */
export function changeOf({ header }: Pick<PrebuiltCode, "header">): string | undefined {
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
  return loaded.length > 0 && loaded.every((one) => one.fingerprint !== fingerprint);
}

/** Whether the module is loaded with that image. */
function isLoadedAs(module: string, fingerprint: string | undefined): boolean {
  return allImages().some((one) => one.owner === module && one.fingerprint === fingerprint);
}
