// From a kernel's symbol to a program that runs on a device: one that is known, else one that was made ahead of time, else one that is
// generated from IR. One program per kernel, values that it is specialized by, options, shape and layouts of its arrays of structs, kept
// as long as its image is registered; of those for other values than the defaults, the ones that were used last (recent-programs.ts).

import { areInBlocks, describeReductions } from "@lanewise/ir";
import { ByImages } from "./by-images.js";
import { LanewiseError } from "./errors.js";
import { type FoundKernel, isHeld, isLoaded, type LoadedImage } from "./image-library.js";
import { chooseValues, type LaunchValues } from "./kernel-constants.js";
import { type AskedVariant, builtVariant, type KernelVariant } from "./kernel-options.js";
import { codeGenerator, type ProgramPlace } from "./kernel-source.js";
import { KernelSources } from "./kernel-sources.js";
import type { LinkedKernel } from "./link-images.js";
import { replacedBuiltins } from "./math-library.js";
import { prebuiltKernels } from "./prebuilt-kernels.js";
import type { Program } from "./program.js";
import { DEFAULT_SUB_GROUP_SIZE, type LaunchRange, singleTaskRange, toRange } from "./range.js";
import { RecentPrograms } from "./recent-programs.js";
import type { ReductionForm } from "./reduction-form.js";
import { shapeOf, shapeOfGroup } from "./shape.js";
import type { SpecializationValues } from "./specialization-set.js";

/** A kernel of an image, and its programs so far. */
interface KernelPrograms {
  readonly built: KernelVariant;
  /** Whether all images that it is linked of are: else indices are checked, whatever was asked for. */
  readonly isTrusted: boolean;
  readonly sources: KernelSources;
  readonly programs: Map<number | string, Program>;
  /** Those for other values than the defaults. */
  readonly specialized: RecentPrograms<Program>;
}

/** What a launch without a bundle found. */
interface FoundPrograms {
  readonly programs: KernelPrograms;
  /** What they were made of, and their key among the programs of these. */
  readonly images: readonly LoadedImage[];
  readonly key: string;
  /** `ReplacedBuiltins.key`. */
  readonly math: string;
}

export class ProgramManager {
  readonly #place: ProgramPlace;
  /** What launches without a bundle find, by image. */
  readonly #kernels = new Map<LoadedImage, Map<string, FoundPrograms>>();
  /** By the images that a kernel is linked with. */
  readonly #programs = new ByImages<KernelPrograms>();
  /** By what a bundle has: the same, linked again since. */
  readonly #current = new WeakMap<LinkedKernel, LinkedKernel>();

  constructor(place: ProgramPlace) {
    this.#place = place;
  }

  /** How many programs launches without a bundle find. */
  get count(): number {
    const kernels = [...this.#kernels.values()].flatMap((ofImage) => [...ofImage.values()]);
    return kernels.reduce((sum, { programs: all }) => sum + all.programs.size + all.specialized.size, 0);
  }

  /** Lets go of the programs of images that are unloaded, and of those that were linked with one, but for those that a bundle has. */
  forgetUnloaded(): void {
    for (const [loaded, kernels] of this.#kernels) {
      if (!isLoaded(loaded)) this.#kernels.delete(loaded);
      for (const [symbol, { images, key, programs: all }] of kernels) {
        if (images.every(isLoaded)) continue;
        kernels.delete(symbol);
        if (images.every(isHeld)) continue;
        this.#programs.of(images).delete(key);
        for (const { places } of [...all.programs.values(), ...all.specialized]) places.letGo();
      }
    }
  }

  /** `columns` are the indices of the captures that are arrays of structs in columns. */
  program(
    found: FoundKernel,
    asked: AskedVariant,
    range: LaunchRange,
    columns: readonly number[],
    reductions: readonly ReductionForm[] = [],
    given: LaunchValues = {},
  ): Program {
    const { built: asBuilt, isTrusted, sources, programs, specialized } = this.#programsOf(found);
    const { groups, constants } = sources.known;
    const built = found.variant ?? asBuilt;
    const local = groups === "none" ? undefined : range.local;
    const { subGroupSize = DEFAULT_SUB_GROUP_SIZE } = range;
    const sizes = local && { local, subGroupSize };
    if (groups !== "none" && !local) throw needsGroups(found.symbol.name);
    const inRegions = local !== undefined && groups === "regions";
    const shape = inRegions ? shapeOfGroup(range, local) : areInBlocks(reductions) ? "rows" : shapeOf(range);
    const bounds = isTrusted ? (asked.bounds ?? built.bounds) : "checked";
    const fp = asked.fp ?? built.fp;
    const hasOffset = range.offset !== undefined;
    const options =
      (bounds === "checked" ? 0 : 1) + (fp === "default" ? 0 : 2) + (shape === "rows" ? 0 : 4) + (hasOffset ? 8 : 0);
    const isPlain = columns.length === 0 && !local && reductions.length === 0;
    const key = isPlain
      ? options
      : `${options} ${columns.join()} ${local?.join() ?? ""} ${subGroupSize} ${describeReductions(reductions)}`;
    const chosen = constants && chooseValues(constants, given, found.symbol.name);
    const { key: values } = chosen ?? { key: "" };
    const ofValues = values === "" ? undefined : `${key} | ${values}`;
    const known = ofValues === undefined ? programs.get(key) : specialized.get(ofValues);
    if (known) return known;
    const form = { shape, columns, hasOffset, groups, sizes, reductions, values };
    const program = sources.program({ bounds, fp }, form, chosen);
    if (ofValues === undefined) programs.set(key, program);
    else specialized.set(ofValues, program)?.places.letGo();
    return program;
  }

  /**
   * Makes what a launch of a kernel needs that is not over work-groups, and neither begins elsewhere nor reduces, nor is specialized by
   * what it captures. Specialization constants have their defaults.
   */
  prepare(found: FoundKernel, constants: SpecializationValues): readonly Program[] {
    const { groups, constants: used, isReducing } = this.#programsOf(found).sources.known;
    if (groups !== "none" || isReducing || (used && used.parameters.length > 0)) return [];
    return usualRanges[found.symbol.dimensions].map((range) => {
      const program = this.program(found, { bounds: undefined, fp: undefined }, range, [], [], { constants });
      for (const privatise of [true, false]) program.parallel(privatise);
      return program;
    });
  }

  #programsOf(found: FoundKernel): KernelPrograms {
    const { loaded, symbol } = found;
    if (found.linked) return this.#linkedWith(found, this.#relinked(found, found.linked)).programs;
    let kernels = this.#kernels.get(loaded);
    if (!kernels) {
      kernels = new Map();
      this.#kernels.set(loaded, kernels);
    }
    const { key: math } = replacedBuiltins();
    const known = kernels.get(symbol.symbol);
    if (known?.math === math && known.programs.sources.areCurrent) return known.programs;
    const linked = isReady(found, this.#place) ? undefined : codeGenerator()?.link(loaded, symbol, this.#place.device);
    const made = { ...this.#linkedWith(found, linked), math };
    kernels.set(symbol.symbol, made);
    return made.programs;
  }

  /**
   * A kernel that is linked with the same images again, by a launch or a bundle, has the same programs. Undefined: what was generated ahead
   * of time needs no other image.
   */
  #linkedWith(found: FoundKernel, linked: LinkedKernel | undefined): Omit<FoundPrograms, "math"> {
    const images = linked?.images ?? [found.loaded];
    const ofImages = this.#programs.of(images);
    const key = keyOf(found.symbol.symbol, linked);
    const programs = ofImages.get(key) ?? kernelPrograms({ ...found, ...(linked && { linked }) }, this.#place);
    ofImages.set(key, programs);
    return { programs, images, key };
  }

  /** What a bundle was linked to, with all functions that its references may lead to now. */
  #relinked({ loaded, symbol }: FoundKernel, given: LinkedKernel): LinkedKernel {
    const known = this.#current.get(given) ?? given;
    if (known.references.areCurrent()) return known;
    const linked = codeGenerator()?.link(loaded, symbol, this.#place.device, given.given) ?? known;
    this.#current.set(given, linked);
    return linked;
  }
}

/** By what a kernel's programs are found, of those that are linked with the same images: references may lead to functions of new ones. */
function keyOf(symbol: string, linked: LinkedKernel | undefined): string {
  const ids = linked?.references.ids ?? "";
  return ids === "" ? symbol : `${symbol} ${ids}`;
}

/** Whether there is code that was generated ahead of time, so that nothing need be linked now. */
function isReady(found: FoundKernel, place: ProgramPlace): boolean {
  return found.loaded.image.format !== "ir" || prebuiltKernels(found, place).sources.length > 0;
}

function kernelPrograms(found: FoundKernel, place: ProgramPlace): KernelPrograms {
  return {
    built: builtVariant(found.loaded.image, found.loaded.isTrusted),
    isTrusted: (found.linked?.images ?? [found.loaded]).every((loaded) => loaded.isTrusted),
    sources: new KernelSources(found, place),
    programs: new Map(),
    specialized: new RecentPrograms(),
  };
}

/** By dimensions: a range of each shape. */
const usualRanges = {
  0: [singleTaskRange],
  1: [toRange(1)],
  2: [toRange([64, 64]), toRange([64, 8])],
  3: [toRange([1, 1, 64]), toRange([1, 64, 8])],
} as const;

/** For a launch over a range without groups. */
function needsGroups(name: string): LanewiseError {
  return new LanewiseError("invalid", `Kernel ${name} uses work-groups; launch it over ndRange(global, local).`);
}
