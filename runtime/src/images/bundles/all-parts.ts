// Loads all optional parts, for readers of images that no module registers: such images may need any part.

import { codeParts } from "../generation/index.js";
import { globals, links, pointers, printing, privateCopies } from "../parts/index.js";
import { parts } from "../registry/index.js";
import { objectNamed } from "./named-objects.js";

export function haveAllParts(): void {
  Object.assign(parts, { objectNamed }, globals, links, printing, pointers, privateCopies);
  Object.assign(parts, ...Object.values(codeParts));
}
