// The cache of linking between compilations: modules, images and ahead-of-time code, valid while their inputs are the same.

import type { Module } from "@lanewise/ir";
import { createKept, type Kept } from "../watch/kept.js";
import type { prebuilt } from "./ahead-of-time.js";
import { assertValid, linkWithin } from "./link-within.js";
import type { SplitImage } from "./split-images.js";

export interface LinkMemory {
  readonly within: Kept<Module>;
  readonly valid: Kept<Module>;
  readonly images: Kept<SplitImage>;
  readonly prebuilt: Kept<ReturnType<typeof prebuilt>>;
}

export function createLinkMemory(): LinkMemory {
  return { within: createKept(), valid: createKept(), images: createKept(), prebuilt: createKept() };
}

export function sweepLinkMemory(memory: LinkMemory): void {
  for (const kept of Object.values(memory)) kept.sweep();
}

export function linkedWithin({ within }: LinkMemory, module: Module): Module {
  return within.of(module.name, [module], () => linkWithin(module));
}

export function assertValidOnce({ valid }: LinkMemory, module: Module): void {
  valid.of(module.name, [module], () => {
    assertValid(module, "lowering");
    return module;
  });
}
