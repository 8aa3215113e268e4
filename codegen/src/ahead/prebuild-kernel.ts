// Generates the programs of one kernel ahead of time: for each usual form of launch, for one thread and for several. It does the work of the
// runtime's program manager without a launch.

import {
  areInBlocks,
  builtins,
  coverageOf,
  defaultSubGroupSize,
  describeReductions,
  type Fn,
  type Module,
} from "@lanewise/ir";
import type { LocalSizes } from "../groups/bind-local-size.js";
import { type DividedKernel, divideKernel } from "../groups/divide-kernel.js";
import { groupKindOf } from "../groups/group-kind.js";
import { knownLaunch } from "../groups/group-plan.js";
import { inlineWithPaths } from "../inline.js";
import { kernelFacts } from "../kernel-facts.js";
import { offsetIndices } from "../offset.js";
import type { WasmFeatures, WasmProgram } from "../program.js";
import { combineCopies } from "../reductions/combine-copies.js";
import { findCombiner } from "../reductions/find-combiner.js";
import type { KernelReduction } from "../reductions/kernel-reduction.js";
import { reduceKernel } from "../reductions/reduce-kernel.js";
import { specialize } from "../specialize/specialize.js";
import { compileWasm } from "../wasm/compile.js";
import { constantParameters, specializationConstants } from "./constant-parameters.js";
import { kernelLayouts } from "./kernel-layouts.js";
import { kernelsOf } from "./link-own.js";
import { UnusualReductions, usualReductions } from "./usual-reductions.js";
import type {
  ConstantParameter,
  PrebuiltCombining,
  PrebuiltForm,
  PrebuiltModule,
  PrebuiltProgram,
} from "./wasm-image.js";

/** Options of the build target. */
export interface PrebuildOptions {
  readonly features: WasmFeatures;
  readonly bounds: "checked" | "unchecked";
  readonly fp: "default" | "strict";
  /** Whether the image must support every launch because no IR accompanies it. */
  readonly isAlone: boolean;
  /** The work-group sizes to compile for, by dimensions. */
  readonly workGroups: readonly (readonly number[])[];
  /** Number of a kernel's parameters that are reducers, which come last. */
  readonly reducersOf: (symbol: string) => number;
}

/** Return the index of a table or module that programs share. */
export interface SharedParts {
  readonly tables: (module: Module) => number;
  readonly code: (bytes: Uint8Array<ArrayBuffer>) => number;
}

/** Throws if a form cannot be compiled. */
export function prebuildPrograms(
  module: Module,
  kernel: number,
  options: PrebuildOptions,
  shared: SharedParts,
): readonly PrebuiltProgram[] {
  const reducers = options.reducersOf(module.functions[kernel]?.symbol ?? "");
  const { module: valued, constants } = withConstants(inlineWithPaths(module, kernel), kernel, reducers, options);
  const reductions = usualReductions(valued, kernel, reducers);
  const combined = usualReductions(module, kernel, reducers);
  checkCombiners(module, kernel, combined);
  const forms = formsOf(module, kernel, reductions, options);
  return kernelLayouts(valued, kernel).flatMap(({ columns, module: split, added }) => {
    const moved = {
      constants: constants.map((one) => shifted(one, added)),
      reductions: reductions.map((one) => shifted(one, added)),
    };
    const asked = { given: module, combined, valued, split, kernel, ...moved };
    return forms.map((form) => prebuild(asked, { ...form, columns }, options, shared));
  });
}

/** The code that combines copies is compiled once, for all values of constants. */
function checkCombiners(module: Module, kernel: number, reductions: readonly KernelReduction[]): void {
  for (const { op, parameter } of reductions) {
    const combiner = op === "function" ? findCombiner(module, kernel, new Set([parameter])) : undefined;
    if (combiner === undefined || specializationConstants(module, combiner).length === 0) continue;
    throw new UnusualReductions("the function that it reduces by uses specialization constants");
  }
}

function shifted<T extends { readonly parameter: number }>(one: T, by: number): T {
  return { ...one, parameter: one.parameter + by };
}

/** What a kernel's programs have in common. */
interface AskedKernel {
  readonly given: Module;
  /** The original kernel's reductions, whose functions are still called. */
  readonly combined: readonly KernelReduction[];
  /** The module whose constants have values or are parameters. */
  readonly valued: Module;
  /** `valued` with arrays of structs split. */
  readonly split: Module;
  readonly kernel: number;
  readonly constants: readonly ConstantParameter[];
  readonly reductions: readonly KernelReduction[];
}

function withConstants(module: Module, kernel: number, reducers: number, { isAlone }: PrebuildOptions) {
  if (isAlone) return constantParameters(module, kernel, reducers);
  const hasConstants = module.globals.some(({ storage }) => storage === "specialization");
  const none = { constants: new Map(), parameters: new Map() };
  return { module: hasConstants ? specialize(module, kernel, none) : module, constants: [] };
}

const shapes = { 0: ["rows"], 1: ["rows"], 2: ["rows", "flat"], 3: ["rows", "flat"] } as const;

function formsOf(
  module: Module,
  kernel: number,
  reduced: readonly KernelReduction[],
  { isAlone, workGroups }: PrebuildOptions,
): readonly Omit<PrebuiltForm, "columns">[] {
  const reductions = describeReductions(reduced);
  const shapesOf = (dimensions: Fn["dimensions"]) => (areInBlocks(reduced) ? (["rows"] as const) : shapes[dimensions]);
  const dimensions = module.functions[kernel]?.dimensions ?? 0;
  const groups = groupKindOf(module, kernel);
  const subGroupSize = defaultSubGroupSize;
  if (groups === "none") {
    const offsets = isAlone && dimensions > 0 ? [false, true] : [false];
    return shapesOf(dimensions).flatMap((shape) =>
      offsets.map((hasOffset) => ({ shape, hasOffset, local: null, subGroupSize: null, reductions })),
    );
  }
  const sizes = workGroups.filter(({ length }) => length === dimensions).map(toLocalSizes);
  return sizes.flatMap((local) => {
    const own = groups === "regions" ? [shapeOfGroup(dimensions, local)] : shapesOf(dimensions);
    return own.map((shape) => ({ shape, hasOffset: false, local, subGroupSize, reductions }));
  });
}

function toLocalSizes([first = 1, second = 1, third = 1]: readonly number[]): LocalSizes {
  return [first, second, third];
}

/** Chooses like a launch (runtime/src/images/programs/shape.ts); such a form is found by its group size alone. */
function shapeOfGroup(dimensions: Fn["dimensions"], local: LocalSizes): "rows" | "flat" {
  const inner = local[Math.max(dimensions, 1) - 1] ?? 1;
  return dimensions < 2 || inner >= 16 || inner % 4 === 0 ? "rows" : "flat";
}

function prebuild(
  { given, combined, valued, split, kernel, constants, reductions }: AskedKernel,
  form: PrebuiltForm,
  options: PrebuildOptions,
  shared: SharedParts,
): PrebuiltProgram {
  const offset = form.hasOffset ? offsetIndices(split, kernel) : split;
  const whole = reduce(offset, kernel, reductions, form);
  // Like the runtime's `areInOrder`: no gangs then.
  const isInOrder = reductions.some((one) => one.form === "copies");
  const settings: PrebuildOptions = isInOrder ? { ...options, features: "scalar" } : options;
  const divided = divide(whole, kernel, form, areInBlocks(reductions), settings);
  const { parameters, nanoseconds, hasAtomics, isBounded, access, console } = kernelFacts(whole, kernel);
  const compile = (threads: "one" | "many", privatise: boolean) =>
    compileAll(divided, kernel, { ...settings, threads, privatise, shape: form.shape }, shared);
  const many = hasAtomics ? compile("many", true) : null;
  const isPrivatised = many?.some(({ privatised }) => privatised.length > 0) ?? false;
  return {
    form,
    tables: shared.tables({ ...whole, sites: divided.module.sites }),
    parameters,
    constants,
    nanoseconds,
    hasAtomics,
    isBounded,
    access: { parameters: access.parameters, globals: [...access.globals], hasPointers: access.hasPointers },
    coverage: coverageOf(valued, kernel).map((one) => one ?? null),
    console: console ?? null,
    plan: divided.plan ?? null,
    one: compile("one", false),
    many,
    shared: isPrivatised ? compile("many", false) : null,
    combining: combined.map((reduction) => combine(given, kernel, reduction, settings, shared)),
  };
}

function reduce(module: Module, kernel: number, reductions: readonly KernelReduction[], form: PrebuiltForm): Module {
  const { local, subGroupSize } = form;
  const sizes = local && subGroupSize ? { local, subGroupSize } : undefined;
  try {
    return reduceKernel(module, kernel, reductions, { kind: groupKindOf(module, kernel), sizes });
  } catch (error) {
    throw new UnusualReductions(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function combine(
  given: Module,
  kernel: number,
  reduction: KernelReduction,
  { features, bounds, fp }: PrebuildOptions,
  shared: SharedParts,
): PrebuiltCombining {
  const made = combineCopies(given, kernel, reduction);
  const settings = {
    features,
    bounds,
    fp,
    threads: "one",
    privatise: false,
    shape: "rows",
    sharedMemory: true,
  } as const;
  const fn = made.module.functions[made.kernel];
  return {
    tables: shared.tables(made.module),
    parameters: fn ? fn.locals.slice(0, fn.parameters) : [],
    code: toPrebuilt(compileWasm({ ...settings, ...made }), shared),
  };
}

function divide(
  module: Module,
  kernel: number,
  form: PrebuiltForm,
  isWhole: boolean,
  { features }: PrebuildOptions,
): DividedKernel {
  const { local, subGroupSize } = form;
  if (!local) return { module, plan: undefined, subGroups: undefined };
  return divideKernel(module, kernel, { local, features, isWhole, ...(subGroupSize && { subGroupSize }) });
}

interface CodeOptions extends PrebuildOptions {
  readonly threads: "one" | "many";
  readonly privatise: boolean;
  readonly shape: "rows" | "flat";
}

/** Compiles the kernel, or each of its regions, over shared memory like the devices'. */
function compileAll(
  { module, plan, subGroups }: DividedKernel,
  kernel: number,
  { features, bounds, fp, threads, privatise, shape }: CodeOptions,
  shared: SharedParts,
): readonly PrebuiltModule[] {
  const common = { module, features, bounds, fp, threads, subGroups, sharedMemory: true } as const;
  // A gang that is a sub-group forms a row.
  const settings = { ...common, shape: subGroups ? "rows" : shape } as const;
  if (!plan) return [toPrebuilt(compileWasm({ ...settings, kernel, privatise }), shared)];
  const known = knownLaunch(plan);
  // After the regions come the foreign functions that they call.
  return kernelsOf(module).map((region) =>
    toPrebuilt(compileWasm({ ...settings, kernel: region, known, privatise: false }), shared),
  );
}

function toPrebuilt(
  { bytes, gang, privatised, globals, math, foreign, stackSize, report }: WasmProgram,
  shared: SharedParts,
): PrebuiltModule {
  const named = { math: mathNames(math), ...(foreign.length > 0 && { foreign }), reason: report.reason };
  return { module: shared.code(bytes), gang, privatised, globals, stackSize, ...named };
}

/** The "math" imports of the code, in the header's form. */
export function mathNames(math: WasmProgram["math"]): PrebuiltModule["math"] {
  return Object.fromEntries(math.map((name) => [name, name === "rem" ? name : builtins[name].math]));
}
