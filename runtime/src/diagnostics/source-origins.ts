// Where the modules of a kernel were loaded from.

import type { SourceOrigin } from "../host/index.js";
import type { Program } from "../images/programs/index.js";
import { ownerOf, registry } from "../images/registry/index.js";

/** The origins of the modules from which a kernel is linked, its own first. */
export function originsOf({ symbol }: Program["symbol"], images: Program["images"]): SourceOrigin[] {
  const modules = new Set([ownerOf(symbol), ...images.map(({ owner }) => owner)]);
  return [...modules].flatMap((module) => {
    const { loadedFrom, loadedAt = 0 } = registry().modules.get(module) ?? {};
    return loadedFrom === undefined ? [] : [{ module, loadedFrom, loadedAt }];
  });
}
