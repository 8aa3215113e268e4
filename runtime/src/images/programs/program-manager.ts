// Finds the program for a kernel's symbol on a device: a cached one, else one made ahead of time, else one generated from IR. There is one program
// per kernel, values by which it is specialized, options, shape and layouts of its arrays of structs. Programs are cached as long as their image is
// registered; of those specialized for other values than the defaults, only the last used (recent-programs.ts).

import { areInBlocks, defaultSubGroupSize, describeReductions, type Steps } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import { type LaunchRange, singleTaskRange, toRange } from "../../values/index.js";
import type { LaunchValues, SpecializationValues } from "../constants/index.js";
import { replacedBuiltins } from "../functions/index.js";
import {
  ByImages,
  codeGenerator,
  type FoundKernel,
  isHeld,
  isLoaded,
  type LoadedImage,
  type ProgramPlace,
} from "../index.js";
import type { LinkedKernel } from "../linking/index.js";
import { imagePart } from "../registry/index.js";
import { type AskedVariant, builtVariant, type KernelVariant } from "./kernel-options.js";
import { KernelSources } from "./kernel-sources.js";
import { prebuiltKernels } from "./prebuilt-kernels.js";
import type { Program } from "./program.js";
import { RecentPrograms } from "./recent-programs.js";
import type { ReductionForm } from "./reduction-form.js";
import { shapeOf, shapeOfGroup } from "./shape.js";

/** A kernel of an image, with its programs so far. */
interface KernelPrograms {
  readonly built: KernelVariant;
  /** Whether all images that it is linked from are trusted: if not, indices are always checked. */
  readonly isTrusted: boolean;
  readonly sources: KernelSources;
  readonly programs: Map<number | string, Program>;
  /** The programs for other values than the defaults. */
  readonly specialized: RecentPrograms<Program>;
}

/** The programs that a launch without a bundle found. */
interface FoundPrograms {
  readonly programs: KernelPrograms;
  /** The images from which they were made, and the key among the programs of these images. */
  readonly images: readonly LoadedImage[];
  readonly key: string;
  /** `ReplacedBuiltins.key`. */
  readonly math: string;
}

export class ProgramManager {
  readonly #place: ProgramPlace;
  /** The programs that launches without a bundle find, by image. */
  readonly #kernels = new Map<LoadedImage, Map<string, FoundPrograms>>();
  /** By the images with which a kernel is linked. */
  readonly #programs = new ByImages<KernelPrograms>();
  /** Maps a bundle's linked kernel to the same kernel, linked again since. */
  readonly #current = new WeakMap<LinkedKernel, LinkedKernel>();

  constructor(place: ProgramPlace) {
    this.#place = place;
  }

  /** How many programs are cached for launches without a bundle. */
  get count(): number {
    const kernels = [...this.#kernels.values()].flatMap((ofImage) => [...ofImage.values()]);
    return kernels.reduce((sum, { programs: all }) => sum + all.programs.size + all.specialized.size, 0);
  }

  /** Drops the programs of unloaded images, and those linked with one, except those of bundles. */
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

  /** `columns` and `fractions` are indices of captures, as in LaunchForm. `isLater`: `prepare` will generate the code. */
  program(
    found: FoundKernel,
    asked: AskedVariant,
    range: LaunchRange,
    columns: readonly number[],
    fractions: readonly number[],
    reductions: readonly ReductionForm[] = [],
    given: LaunchValues = {},
    isLater = false,
  ): Program {
    const { built: asBuilt, isTrusted, sources, programs, specialized } = this.#programsOf(found);
    const { groups, constants } = sources.known;
    const built = found.variant ?? asBuilt;
    const local = groups === "none" ? undefined : range.local;
    const { subGroupSize = defaultSubGroupSize } = range;
    const sizes = local && { local, subGroupSize };
    if (groups !== "none" && !local) throw needsGroups(found.symbol.name);
    const inRegions = local !== undefined && groups === "regions";
    const shape = inRegions ? shapeOfGroup(range, local) : areInBlocks(reductions) ? "rows" : shapeOf(range);
    const bounds = isTrusted ? (asked.bounds ?? built.bounds) : "checked";
    const fp = asked.fp ?? built.fp;
    const hasOffset = range.offset !== undefined;
    const { precision } = asked;
    const options =
      (bounds === "checked" ? 0 : 1) +
      (fp === "default" ? 0 : 2) +
      (shape === "rows" ? 0 : 4) +
      (hasOffset ? 8 : 0) +
      (precision === "f32" ? 16 : 0);
    const isPlain = columns.length === 0 && fractions.length === 0 && !local && reductions.length === 0;
    const key = isPlain
      ? options
      : `${options} ${columns.join()} ${fractions.join()} ${local?.join() ?? ""} ${subGroupSize} ${describeReductions(reductions)}`;
    const chosen = constants && imagePart("constants").chooseValues(constants, given, found.symbol.name);
    const { key: values } = chosen ?? { key: "" };
    const ofValues = values === "" ? undefined : `${key} | ${values}`;
    const known = ofValues === undefined ? programs.get(key) : specialized.get(ofValues);
    if (known) return known;
    const form = { shape, columns, fractions, hasOffset, groups, sizes, reductions, values };
    const program = sources.program({ bounds, fp, precision }, form, chosen);
    // If there is nothing to wait for, compile now, so that the submitting call throws if it fails.
    if (!isLater && !program.loading()) program.executable();
    if (ofValues === undefined) programs.set(key, program);
    else specialized.set(ofValues, program)?.places.letGo();
    return program;
  }

  /**
   * Prepares the programs of a kernel's plain launches: without work-groups, offset, reductions, or captures that specialize it. Specialization
   * constants have the given values.
   */
  *prepare(found: FoundKernel, constants: SpecializationValues): Steps<readonly Program[]> {
    const { groups, constants: used, isReducing } = this.#programsOf(found).sources.known;
    if (groups !== "none" || isReducing || (used && used.parameters.length > 0)) return [];
    const programs: Program[] = [];
    for (const range of usualRanges[found.symbol.dimensions]) {
      const program = this.program(found, { bounds: undefined, fp: undefined }, range, [], [], [], { constants }, true);
      yield;
      yield* program.prepare();
      programs.push(program);
    }
    return programs;
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
   * A kernel that a launch or bundle links again with the same images has the same programs. `linked` is undefined for code generated ahead of time,
   * which needs no other image.
   */
  #linkedWith(found: FoundKernel, linked: LinkedKernel | undefined): Omit<FoundPrograms, "math"> {
    const images = linked?.images ?? [found.loaded];
    const ofImages = this.#programs.of(images);
    const key = keyOf(found.symbol.symbol, linked);
    const programs = ofImages.get(key) ?? kernelPrograms({ ...found, ...(linked && { linked }) }, this.#place);
    ofImages.set(key, programs);
    return { programs, images, key };
  }

  /** A bundle's kernel, linked again if its references can reach other functions now. */
  #relinked({ loaded, symbol }: FoundKernel, given: LinkedKernel): LinkedKernel {
    const known = this.#current.get(given) ?? given;
    if (known.references.areCurrent()) return known;
    const linked = codeGenerator()?.link(loaded, symbol, this.#place.device, given.given) ?? known;
    this.#current.set(given, linked);
    return linked;
  }
}

/** The key of a kernel's programs among those linked with the same images: references may reach functions of newer images. */
function keyOf(symbol: string, linked: LinkedKernel | undefined): string {
  const ids = linked?.references.ids ?? "";
  return ids === "" ? symbol : `${symbol} ${ids}`;
}

/** Whether there is code that was generated ahead of time, so that nothing has to be linked now. */
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

/** A range of each shape, by dimensions. */
const usualRanges = {
  0: [singleTaskRange],
  1: [toRange(1)],
  2: [toRange([64, 64]), toRange([64, 8])],
  3: [toRange([1, 1, 64]), toRange([1, 64, 8])],
} as const;

/** The error for a launch over a range without groups. */
function needsGroups(name: string): LanewiseError {
  return new LanewiseError("invalid", `Kernel ${name} uses work-groups; launch it over ndRange(global, local).`);
}
