// Notifies each device and context when a module or library is unloaded or replaced, so that it drops what it has made of the images. This list
// belongs to one copy of lanewise; the registry, which all copies share, calls each copy.

import { forgetFoundKernels } from "./image-library.js";
import { registry } from "./registry/index.js";

export interface Keeper {
  /** Drops what belongs to images that are no longer loaded. */
  forgetUnloaded(): void;
}

/** Weak, so that unreachable contexts are collected. */
const keepers = new Set<WeakRef<Keeper>>();
const refs = new WeakMap<Keeper, WeakRef<Keeper>>();
const gone = new FinalizationRegistry<WeakRef<Keeper>>((ref) => keepers.delete(ref));

export function addKeeper(keeper: Keeper): void {
  const ref = new WeakRef(keeper);
  keepers.add(ref);
  refs.set(keeper, ref);
  gone.register(keeper, ref);
  registry().listeners.add(tellKeepers);
}

export function removeKeeper(keeper: Keeper): void {
  const ref = refs.get(keeper);
  if (ref) keepers.delete(ref);
}

function tellKeepers(): void {
  forgetFoundKernels();
  for (const ref of keepers) ref.deref()?.forgetUnloaded();
}
