// From a kernel's symbol to a program that runs on a device: find its image, decode and verify, link, select, specialize, split what lies
// in columns, compile. One program per kernel, values that it is specialized by, options, shape and layouts of its arrays of structs, kept
// as long as its image is registered; of those for other values than the defaults, the ones that were used last (recent-programs.ts).

import {
  type CombiningKernel,
  combineCopies,
  costOf,
  type GroupForm,
  type GroupPlan,
  offsetIndices,
  specialize,
  splitColumns,
} from "@lanewise/codegen";
import {
  type ArgumentLayout,
  accessOf,
  argumentLayout,
  CONSOLE_ID,
  type Coverage,
  coverageOf,
  type KernelAccess,
  type KernelSymbol,
  type Local,
  type Module,
} from "@lanewise/ir";
import { ByImages } from "./by-images.js";
import { loadingOf, type Origin, originOf } from "./code-cache/kept.js";
import { type KeptDivision, keptDivision } from "./code-cache/kept-division.js";
import type { DeviceKind } from "./device.js";
import type { DeviceMemory } from "./device-memory.js";
import { LanewiseError } from "./errors.js";
import { wasmFeatures } from "./features.js";
import { ForeignModules } from "./foreign/foreign-modules.js";
import type { GlobalPlace, GlobalStorage } from "./global-storage.js";
import { type FoundKernel, isHeld, isLoaded, type LoadedImage } from "./image-library.js";
import {
  type ChosenValues,
  chooseValues,
  type KernelConstants,
  kernelConstants,
  type LaunchValues,
} from "./kernel-constants.js";
import { type GroupKind, type GroupSizes, groupKindOf, inGroups, needsGroups } from "./kernel-groups.js";
import { type AskedVariant, builtVariant, type KernelVariant } from "./kernel-options.js";
import { areInBlocks, areInOrder, describeReductions, withReductions } from "./kernel-reductions.js";
import { type LinkedKernel, linkKernel } from "./link-images.js";
import { replacedBuiltins } from "./math-library.js";
import { Pace } from "./pace.js";
import { ProgramHoldings, ProgramPlaces } from "./program-places.js";
import { DEFAULT_SUB_GROUP_SIZE, type LaunchRange, singleTaskRange, toRange } from "./range.js";
import { RecentPrograms } from "./recent-programs.js";
import type { ReductionForm } from "./reduction-target.js";
import { type Shape, shapeOf, shapeOfGroup } from "./shape.js";
import type { SpecializationValues } from "./specialization-set.js";
import { compileGroups } from "./targets/group-target.js";
import type { ProgramText } from "./targets/program-text.js";
import type { Executable, TargetInput } from "./targets/target.js";
import { targets } from "./targets/targets.js";

export interface Program {
  readonly symbol: KernelSymbol;
  /** A kernel of work-groups is not divided into regions there. */
  readonly module: Module;
  /** The kernel's index in it. */
  readonly kernel: number;
  /** What it was made from, and for. */
  readonly linked: LinkedKernel;
  readonly variant: KernelVariant;
  /** What `run` takes: those of `symbol`, but one for each column where an array lies in columns. */
  readonly parameters: readonly Local[];
  readonly layout: ArgumentLayout;
  /** Resolves, soon in any case, when it is known whether its code is kept; undefined: it is known, or there is code. */
  readonly loading: () => Promise<void> | undefined;
  /** For one thread. Made when it is first wanted. */
  readonly executable: () => Executable;
  /** For several threads at the same time, with copies of their own or without; the same one where it makes no difference. */
  readonly parallel: (privatise: boolean) => Executable;
  /** Where a global of the module lies. */
  readonly globalPlace: (index: number) => GlobalPlace;
  /** What keeps these places; a launch retains it. */
  readonly places: ProgramPlaces;
  /** Index of the console's ring in the module; undefined if the kernel does not print. */
  readonly console: number | undefined;
  /** Whether `parallel` gives other code, with atomics that wait for each other. */
  readonly hasAtomics: boolean;
  /** What it does with `parameters`, and with globals. */
  readonly access: KernelAccess;
  /** Whether it needs the table of pointers. */
  readonly hasPointers: boolean;
  /** Whether `run` counts work-groups, and how many work-items each has; else 1. */
  readonly isOfGroups: boolean;
  readonly groupSize: number;
  /** Bytes of a group's local memory that the launch says nothing of. */
  readonly localMemory: number;
  /** How a parameter of `symbol` is written as a whole; undefined if it may not be. */
  readonly coverage: (parameter: number) => Coverage | undefined;
  /** Of each reduction, what combines the copies that the kernel leaves. */
  readonly combining: readonly (() => CombiningProgram)[];
  /** Learns over all launches of the program. */
  readonly pace: Pace;
}

/** A kernel that is run when another one is done (codegen/src/reductions/combine-copies.ts). */
export interface CombiningProgram {
  readonly module: Module;
  readonly layout: ArgumentLayout;
  readonly executable: Executable;
}

/** A kernel of an image, and its programs so far. */
interface KernelPrograms {
  readonly built: KernelVariant;
  readonly linked: LinkedKernel;
  readonly groups: GroupKind;
  readonly constants: KernelConstants | undefined;
  readonly programs: Map<number | string, Program>;
  /** Those for other values than the defaults. */
  readonly specialized: RecentPrograms<Program>;
}

/** What a kernel was linked with when it was last launched. */
interface FoundPrograms {
  readonly programs: KernelPrograms;
  readonly linked: LinkedKernel;
  /** Who replaced functions of Math then. */
  readonly math: string;
}

/** What of a launch decides its program. */
interface LaunchForm {
  readonly shape: Shape;
  readonly columns: readonly number[];
  readonly hasOffset: boolean;
  readonly groups: GroupKind;
  /** The sizes of its work-groups and sub-groups, for kernels that know of them. */
  readonly sizes: GroupSizes | undefined;
  /** Of its last parameters, which are reducers. */
  readonly reductions: readonly ReductionForm[];
  /** The key of the values that it is specialized by; empty for defaults. */
  readonly values: string;
}

export class ProgramManager {
  readonly #device: DeviceKind;
  readonly #memory: DeviceMemory;
  readonly #foreign: ForeignModules;
  readonly #holdings: ProgramHoldings;
  /** What launches without a bundle find, by image. */
  readonly #kernels = new Map<LoadedImage, Map<string, FoundPrograms>>();
  /** By the images that a kernel is linked with. */
  readonly #programs = new ByImages<KernelPrograms>();
  /** By what a bundle has: the same, linked again since. */
  readonly #current = new WeakMap<LinkedKernel, LinkedKernel>();

  /** `forget` tells the threads that a program is no more. */
  constructor(device: DeviceKind, memory: DeviceMemory, globals: GlobalStorage, forget: (text: ProgramText) => void) {
    this.#device = device;
    this.#memory = memory;
    this.#foreign = new ForeignModules(memory);
    this.#holdings = new ProgramHoldings(globals, forget);
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
      for (const [symbol, { linked, programs: all }] of kernels) {
        if (linked.images.every(isLoaded)) continue;
        kernels.delete(symbol);
        if (linked.images.every(isHeld)) continue;
        this.#programs.of(linked.images).delete(keyOf(symbol, linked));
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
    const { built: asBuilt, linked, programs, groups, constants, specialized } = this.#programsOf(found);
    const built = found.variant ?? asBuilt;
    const local = groups === "none" ? undefined : range.local;
    const { subGroupSize = DEFAULT_SUB_GROUP_SIZE } = range;
    const sizes = local && { local, subGroupSize };
    if (groups !== "none" && !local) throw needsGroups(found.symbol.name);
    const inRegions = local !== undefined && groups === "regions";
    const shape = inRegions ? shapeOfGroup(range, local) : areInBlocks(reductions) ? "rows" : shapeOf(range);
    const bounds = asked.bounds ?? built.bounds;
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
    const program = this.#build(linked, found.symbol, { bounds, fp }, form, chosen);
    if (ofValues === undefined) programs.set(key, program);
    else specialized.set(ofValues, program)?.places.letGo();
    return program;
  }

  /**
   * Makes what a launch of a kernel needs that is not over work-groups, and neither begins elsewhere nor reduces, nor is specialized by
   * what it captures. Specialization constants have their defaults.
   */
  prepare(found: FoundKernel, constants: SpecializationValues): readonly Program[] {
    const { groups, constants: used } = this.#programsOf(found);
    if (groups !== "none" || (used && used.parameters.length > 0)) return [];
    return usualRanges[found.symbol.dimensions].map((range) => {
      const program = this.program(found, { bounds: undefined, fp: undefined }, range, [], [], { constants });
      for (const privatise of [true, false]) program.parallel(privatise);
      return program;
    });
  }

  #programsOf({ loaded, symbol: { symbol, name }, linked: given }: FoundKernel): KernelPrograms {
    if (given) return this.#linkedWith(loaded, this.#relinked(given, loaded, symbol, name), symbol, name);
    let kernels = this.#kernels.get(loaded);
    if (!kernels) {
      kernels = new Map();
      this.#kernels.set(loaded, kernels);
    }
    const { key: math } = replacedBuiltins();
    const known = kernels.get(symbol);
    if (known?.math === math && known.linked.references.areCurrent()) return known.programs;
    const linked = linkKernel(loaded, symbol, name, this.#device);
    const programs = this.#linkedWith(loaded, linked, symbol, name);
    kernels.set(symbol, { programs, linked, math });
    return programs;
  }

  /** A kernel that is linked with the same images again, by a launch or a bundle, has the same programs. */
  #linkedWith(loaded: LoadedImage, linked: LinkedKernel, symbol: string, name: string): KernelPrograms {
    const ofImages = this.#programs.of(linked.images);
    const key = keyOf(symbol, linked);
    const made = ofImages.get(key) ?? kernelPrograms(loaded, linked, name);
    ofImages.set(key, made);
    return made;
  }

  /** What a bundle was linked to, with all functions that its references may lead to now. */
  #relinked(given: LinkedKernel, loaded: LoadedImage, symbol: string, name: string): LinkedKernel {
    const known = this.#current.get(given) ?? given;
    if (known.references.areCurrent()) return known;
    const linked = linkKernel(loaded, symbol, name, this.#device, given.given);
    this.#current.set(given, linked);
    return linked;
  }

  /** `chosen`: undefined of a kernel that is specialized by nothing. */
  #build(
    linked: LinkedKernel,
    symbol: KernelSymbol,
    variant: KernelVariant,
    form: LaunchForm,
    chosen: ChosenValues | undefined,
  ): Program {
    const { shape, columns, hasOffset, groups, sizes, reductions } = form;
    const { kernel } = linked;
    const { ids } = linked.references;
    // Of what is no WebAssembly nothing is kept.
    const originIn = (used: object) =>
      this.#device === "cpu" ? originOf(linked.images, symbol.symbol, { ...used, ids }) : undefined;
    const origin = originIn(form);
    const valued = chosen ? specialize(linked.module, kernel, chosen.values()) : linked.module;
    const places = new ProgramPlaces(this.#holdings, linked, valued);
    const split = inColumns(valued, kernel, columns, symbol.name);
    const shifted = hasOffset ? offsetIndices(split, kernel) : split;
    const firstReducer = parametersOf(split, kernel).length - reductions.length;
    const whole = withReductions(shifted, kernel, reductions, { name: symbol.name, firstReducer, groups, sizes });
    const { module, sites, plan, subGroups } = sizes
      ? keptInGroups(whole, kernel, origin, this.#groupForm(sizes, reductions), symbol.name)
      : undivided(whole);
    const parameters = parametersOf(whole, kernel);
    const { nanoseconds, hasAtomics } = costOf(whole, kernel);
    const access = accessOf(whole, kernel);
    const groupSize = plan ? plan.localSizes.reduce((product, size) => product * size) : 1;
    // A gang that is a sub-group lies in a row.
    const settings = {
      ...variant,
      shape: subGroups ? "rows" : shape,
      isInOrder: areInOrder(reductions),
      foreignFunction: (name: string) => this.#foreign.function(linked.foreign, name, places),
    } as const;
    const compile = (threads: "one" | "many", privatise: boolean) =>
      this.#compile(places, symbol.name, { module, origin, kernel, ...settings, subGroups, threads, privatise }, plan);
    let alone: Executable | undefined;
    const executable = (): Executable => {
      alone ??= compile("one", false);
      return alone;
    };
    const loading = () => (alone || !origin ? undefined : loadingOf(origin.module));
    // Where nothing has to be waited for, the submitting call throws if it does not compile.
    if (!loading()) executable();
    let withCopies: Executable | undefined;
    let without: Executable | undefined;
    let coverage: ReturnType<typeof coverageOf> | undefined;
    const parallel = (privatise: boolean): Executable => {
      withCopies ??= hasAtomics ? compile("many", true) : executable();
      if (privatise || withCopies.privatised.length === 0) return withCopies;
      without ??= compile("many", false);
      return without;
    };
    return {
      symbol,
      module: { ...whole, sites },
      linked,
      variant,
      kernel,
      parameters,
      layout: argumentLayout(parameters),
      loading,
      executable,
      parallel,
      hasAtomics,
      access,
      hasPointers: access.hasPointers,
      console: consoleOf(whole, access),
      globalPlace: (index) => places.place(index),
      places,
      isOfGroups: plan !== undefined,
      groupSize,
      localMemory: plan?.localMemory ?? 0,
      coverage: (parameter) => {
        coverage ??= coverageOf(linked.module, kernel);
        return coverage[parameter];
      },
      combining: reductions.map(({ op }, index) => {
        let made: CombiningProgram | undefined;
        const combined = { parameter: firstReducer + index, op };
        const own = { ...settings, origin: originIn({ ...form, combined }) };
        return () => (made ??= this.#combining(places, symbol.name, combineCopies(split, kernel, combined), own));
      }),
      pace: new Pace(nanoseconds * groupSize),
    };
  }

  #combining(
    places: ProgramPlaces,
    name: string,
    { module, kernel }: CombiningKernel,
    settings: KernelVariant & Pick<TargetInput, "isInOrder" | "origin" | "foreignFunction">,
  ): CombiningProgram {
    const input = {
      ...settings,
      module: () => module,
      kernel,
      shape: "rows",
      threads: "one",
      privatise: false,
    } as const;
    const executable = this.#compile(places, name, input, undefined);
    return { module, layout: argumentLayout(parametersOf(module, kernel)), executable };
  }

  /** What is no WebAssembly has no gangs. What is combined in blocks is so group by group. */
  #groupForm(sizes: GroupSizes, reductions: readonly ReductionForm[]): GroupForm {
    const hasGangs = this.#device === "cpu" && !areInOrder(reductions);
    return { ...sizes, features: hasGangs ? wasmFeatures() : "scalar", isWhole: areInBlocks(reductions) };
  }

  #compile(
    places: ProgramPlaces,
    name: string,
    input: Omit<TargetInput, "memory" | "isSharedMemory" | "globalAddress">,
    plan: GroupPlan | undefined,
  ) {
    const target = targets[this.#device];
    const whole: TargetInput = {
      ...input,
      memory: this.#memory.memory,
      isSharedMemory: this.#memory.isShared,
      globalAddress: (index) => places.place(index).address,
    };
    try {
      const executable = plan ? compileGroups({ ...whole, plan }, target) : target(whole);
      if (executable.text) places.add(executable.text);
      return executable;
    } catch (error) {
      if (error instanceof LanewiseError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new LanewiseError("compile_program_error", `Kernel ${name} does not compile: ${reason}`, { cause: error });
    }
  }
}

/** By what a kernel's programs are found, of those that are linked with the same images: references may lead to functions of new ones. */
function keyOf(symbol: string, { references: { ids } }: LinkedKernel): string {
  return ids === "" ? symbol : `${symbol} ${ids}`;
}

function keptInGroups(module: Module, kernel: number, origin: Origin | undefined, form: GroupForm, name: string) {
  return keptDivision(origin, form, module.sites, () => inGroups(module, kernel, form, name));
}

const undivided = (module: Module): KeptDivision => ({
  module: () => module,
  sites: module.sites,
  plan: undefined,
  subGroups: undefined,
});

function kernelPrograms(loaded: LoadedImage, linked: LinkedKernel, name: string): KernelPrograms {
  return {
    built: builtVariant(loaded.image),
    linked,
    groups: groupKindOf(linked.module, linked.kernel),
    constants: kernelConstants(linked, name),
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

function consoleOf({ globals }: Module, access: KernelAccess): number | undefined {
  const index = globals.findIndex(({ id }) => id === CONSOLE_ID);
  return index >= 0 && access.globals.has(index) ? index : undefined;
}

function parametersOf(module: Module, kernel: number): readonly Local[] {
  const fn = module.functions[kernel];
  return fn ? fn.locals.slice(0, fn.parameters) : [];
}

/** The module with the kernel as it is for arrays of structs in columns; of captures that are none, the check of arguments tells. */
function inColumns(module: Module, kernel: number, columns: readonly number[], name: string): Module {
  const parameters = parametersOf(module, kernel);
  const split = columns.filter((index) => isSpanOfStructs(parameters[index]));
  if (split.length === 0) return module;
  try {
    return splitColumns(module, kernel, new Set(split)).module;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const arrays = split.map((index) => parameters[index]?.name).join(", ");
    throw new LanewiseError("kernel_not_supported", `Kernel ${name} cannot have ${arrays} in columns: ${reason}`, {
      cause: error,
      help: 'Allocate all arrays of that struct with one layout, "aos" or "soa".',
    });
  }
}

function isSpanOfStructs(parameter: Local | undefined): boolean {
  const type = parameter?.type;
  if (typeof type !== "object" || type.kind !== "span") return false;
  return typeof type.element === "object" && type.element.kind === "struct";
}
