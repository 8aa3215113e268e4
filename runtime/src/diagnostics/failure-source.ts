// Finds the user's source for a KernelError: the line with a mark, if the host finds it.

import type { KernelPlace } from "../errors/index.js";
import { host, type ShownSource } from "../host/index.js";
import type { Program } from "../images/programs/index.js";
import { originsOf } from "./source-origins.js";

/** The source at a position in one of a program's modules, as far as available. */
export function showSource({ symbol, images }: Program, place: KernelPlace, name = ""): ShownSource | undefined {
  return host.showSource(originsOf(symbol, images), place, name);
}
