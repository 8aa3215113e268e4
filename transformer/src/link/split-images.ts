// Post-link: builds a program's device images from the IR of its modules (requirements L1, L2, L5, L8 to L10). A split decides
// which entry points (kernels and exported functions) share an image; the image contains only what they reach. Imported functions
// of modules in the same image become calls; others stay imports, or are copied in with `rdc: "off"` (X9).

import { type DeviceImage, linkModules, type Module, type Part } from "@lanewise/ir";
import type { BuildOptions, Split } from "../build-options.js";
import { groupModules, imageScopeIds } from "./group-modules.js";
import { imageOf } from "./image-of.js";
import type { LinkMemory } from "./link-memory.js";
import { assertValid } from "./link-within.js";
import type { ReducersOf } from "./properties.js";

/** Entry points of one or several modules that become one image. */
interface Plan {
  readonly modules: readonly Module[];
  readonly entries: readonly Part[];
}

export interface SplitImage {
  readonly image: DeviceImage;
  /** The module that it was made from, also for format "wasm". */
  readonly module: Module;
  /** The modules whose functions were linked in. */
  readonly linked?: readonly string[];
  /** For format "wasm": the modules stored in files instead of the image. */
  readonly modules?: readonly Uint8Array[];
}

export interface SplitProgram {
  /** Images by the name of the module that embeds them. */
  readonly ofModules: ReadonlyMap<string, readonly SplitImage[]>;
  /** Images of several modules, which import a separate module that has them. */
  readonly shared: readonly { readonly modules: readonly string[]; readonly image: SplitImage }[];
}

/** Splits verified modules with distinct names. `sharedName` is the name of the module with the shared images. */
export function splitImages(
  modules: readonly Module[],
  options: BuildOptions,
  sharedName: string,
  reducersOf: ReducersOf,
  { images: kept }: LinkMemory,
): SplitProgram {
  const decisive = JSON.stringify(options);
  const groups = groupings[options.split ?? "per_source"](modules).filter((group) => group.length > 0);
  const known = options.rdc === "off" ? modules : [];
  const ofModules = new Map<string, readonly SplitImage[]>();
  const shared: { modules: readonly string[]; image: SplitImage }[] = [];
  const imageOfPlan = (plan: Plan, name: string): SplitImage => {
    const entries = plan.entries.map(({ module, index }) => `${module} ${index}`).join();
    const parts = [decisive, name, entries, plan.modules.length, ...plan.modules, ...known];
    return kept.of(`${name} ${entries}`, parts, () => makeImage(plan, name, known, options, reducersOf));
  };
  for (const group of groups) {
    const [first] = group;
    if (first && group.length === 1) {
      const images = plansOf(first, options.split).map((plan) => imageOfPlan(plan, first.name));
      ofModules.set(first.name, images);
    } else {
      const plan = { modules: group, entries: group.flatMap((module, index) => entriesOf(module, index)) };
      if (plan.entries.length === 0) continue;
      shared.push({ modules: group.map(({ name }) => name), image: imageOfPlan(plan, sharedName) });
    }
  }
  return { ofModules, shared };
}

const groupings = {
  per_source: (modules) => modules.map((module) => [module]),
  per_kernel: (modules) => modules.map((module) => [module]),
  off: (modules) => [modules],
  auto: groupModules,
} as const satisfies Record<Split, (modules: readonly Module[]) => readonly (readonly Module[])[]>;

/**
 * A launch reads and verifies a whole image, which took half a second for 500 kernels: a module with more kernels than `most` gets an image per
 * `together` kernels.
 */
const kernelsOfImage = { most: 32, together: 16 } as const;

/** The images of a module. Images with only some of its kernels have copies of its exported functions; the last image exports them (L9). */
function plansOf(module: Module, split: Split | undefined): Plan[] {
  const entries = entriesOf(module, 0);
  const isKernel = ({ index }: Part) => module.functions[index]?.linkage === "kernel";
  const kernels = entries.filter(isKernel);
  // A device global with device_image_scope has its value in one image only.
  const isWhole = split === "off" || kernels.length <= kernelsOfImage.most || imageScopeIds(module).size > 0;
  if (split !== "per_kernel" && isWhole) return entries.length > 0 ? [{ modules: [module], entries }] : [];
  const images = inGroups(kernels, split === "per_kernel" ? 1 : kernelsOfImage.together);
  const exported = entries.filter((entry) => !isKernel(entry));
  const parts = exported.length > 0 ? [...images, exported] : images;
  return parts.map((own) => ({ modules: [module], entries: own }));
}

function inGroups<T>(all: readonly T[], size: number): (readonly T[])[] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}

function entriesOf({ functions }: Module, module: number): Part[] {
  return functions.flatMap(({ linkage }, index) =>
    linkage === "kernel" || linkage === "exported" ? [{ module, index }] : [],
  );
}

/** Builds a plan's image. `known` modules supply exported functions that the plan's modules lack, as copies. */
function makeImage(
  { modules, entries }: Plan,
  name: string,
  known: readonly Module[],
  options: BuildOptions,
  reducersOf: ReducersOf,
): SplitImage {
  const all = [...modules, ...known.filter((one) => !modules.includes(one))];
  const { module, functions } = linkModules({ name, modules: all, entries });
  assertValid(module, "splitting");
  const from = new Set(functions.map((part) => part.module).filter((index) => index >= modules.length));
  const linked = [...from].flatMap((index) => all[index]?.name ?? []);
  return { module, image: imageOf(module, options, reducersOf), linked };
}
