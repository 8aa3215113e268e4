// The programs of one kernel that are generated ahead of time: for each form of launch that is usual, for one thread and for several. What the
// runtime's program manager does for a launch, without one.

import { builtins, coverageOf, type Fn, type Module } from "@lanewise/ir";
import type { LocalSizes } from "../groups/bind-local-size.js";
import { type DividedKernel, divideKernel } from "../groups/divide-kernel.js";
import { groupKindOf } from "../groups/group-kind.js";
import { knownLaunch } from "../groups/group-plan.js";
import { defaultSubGroupSize } from "../groups/sub-groups.js";
import { kernelFacts } from "../kernel-facts.js";
import { offsetIndices } from "../offset.js";
import type { WasmFeatures, WasmProgram } from "../program.js";
import { specialize } from "../specialize/specialize.js";
import { compileWasm } from "../wasm/compile.js";
import { constantParameters } from "./constant-parameters.js";
import type { ConstantParameter, PrebuiltForm, PrebuiltModule, PrebuiltProgram } from "./wasm-image.js";

/** How a target is built. */
export interface PrebuildOptions {
  readonly features: WasmFeatures;
  readonly bounds: "checked" | "unchecked";
  readonly fp: "default" | "strict";
  /** Whether the image must do for every launch, because there is no IR beside it. */
  readonly isAlone: boolean;
  /** The sizes of work-groups that programs are made for, by dimensions. */
  readonly workGroups: readonly (readonly number[])[];
}

/** Of tables and modules that programs share, the index of one. */
export interface SharedParts {
  readonly tables: (module: Module) => number;
  readonly code: (bytes: Uint8Array<ArrayBuffer>) => number;
}

/** Throws where a form cannot be compiled. */
export function prebuildPrograms(
  module: Module,
  kernel: number,
  options: PrebuildOptions,
  shared: SharedParts,
): readonly PrebuiltProgram[] {
  const { module: valued, constants } = withConstants(module, kernel, options);
  return formsOf(module, kernel, options).map((form) => prebuild(valued, kernel, form, constants, options, shared));
}

function withConstants(module: Module, kernel: number, { isAlone }: PrebuildOptions) {
  if (isAlone) return constantParameters(module, kernel);
  const hasConstants = module.globals.some(({ storage }) => storage === "specialization");
  const none = { constants: new Map(), parameters: new Map() };
  return { module: hasConstants ? specialize(module, kernel, none) : module, constants: [] };
}

const shapes = { 0: ["rows"], 1: ["rows"], 2: ["rows", "flat"], 3: ["rows", "flat"] } as const;

function formsOf(module: Module, kernel: number, { isAlone, workGroups }: PrebuildOptions): readonly PrebuiltForm[] {
  const dimensions = module.functions[kernel]?.dimensions ?? 0;
  const groups = groupKindOf(module, kernel);
  const subGroupSize = defaultSubGroupSize;
  if (groups === "none") {
    const offsets = isAlone && dimensions > 0 ? [false, true] : [false];
    return shapes[dimensions].flatMap((shape) =>
      offsets.map((hasOffset) => ({ shape, hasOffset, local: null, subGroupSize: null })),
    );
  }
  const sizes = workGroups.filter(({ length }) => length === dimensions).map(toLocalSizes);
  return sizes.flatMap((local) => {
    const own = groups === "regions" ? [shapeOfGroup(dimensions, local)] : shapes[dimensions];
    return own.map((shape) => ({ shape, hasOffset: false, local, subGroupSize }));
  });
}

function toLocalSizes([first = 1, second = 1, third = 1]: readonly number[]): LocalSizes {
  return [first, second, third];
}

/** As a launch chooses it (runtime/src/shape.ts); such a form is found by its groups' size alone. */
function shapeOfGroup(dimensions: Fn["dimensions"], local: LocalSizes): "rows" | "flat" {
  const inner = local[Math.max(dimensions, 1) - 1] ?? 1;
  return dimensions < 2 || inner >= 16 || inner % 4 === 0 ? "rows" : "flat";
}

function prebuild(
  valued: Module,
  kernel: number,
  form: PrebuiltForm,
  constants: readonly ConstantParameter[],
  options: PrebuildOptions,
  shared: SharedParts,
): PrebuiltProgram {
  const whole = form.hasOffset ? offsetIndices(valued, kernel) : valued;
  const divided = divide(whole, kernel, form, options);
  const { parameters, nanoseconds, hasAtomics, access, console } = kernelFacts(whole, kernel);
  const compile = (threads: "one" | "many", privatise: boolean) =>
    compileAll(divided, kernel, { ...options, threads, privatise, shape: form.shape }, shared);
  const many = hasAtomics ? compile("many", true) : null;
  const isPrivatised = many?.some(({ privatised }) => privatised.length > 0) ?? false;
  return {
    form,
    tables: shared.tables({ ...whole, sites: divided.module.sites }),
    parameters,
    constants,
    nanoseconds,
    hasAtomics,
    access: { parameters: access.parameters, globals: [...access.globals], hasPointers: access.hasPointers },
    coverage: coverageOf(valued, kernel).map((one) => one ?? null),
    console: console ?? null,
    plan: divided.plan ?? null,
    one: compile("one", false),
    many,
    shared: isPrivatised ? compile("many", false) : null,
  };
}

function divide(module: Module, kernel: number, form: PrebuiltForm, { features }: PrebuildOptions): DividedKernel {
  const { local, subGroupSize } = form;
  if (!local) return { module, plan: undefined, subGroups: undefined };
  return divideKernel(module, kernel, { local, features, ...(subGroupSize && { subGroupSize }) });
}

interface CodeOptions extends PrebuildOptions {
  readonly threads: "one" | "many";
  readonly privatise: boolean;
  readonly shape: "rows" | "flat";
}

/** The kernel, or each of its regions. Over shared memory, as devices have it. */
function compileAll(
  { module, plan, subGroups }: DividedKernel,
  kernel: number,
  { features, bounds, fp, threads, privatise, shape }: CodeOptions,
  shared: SharedParts,
): readonly PrebuiltModule[] {
  const common = { module, features, bounds, fp, threads, subGroups, sharedMemory: true } as const;
  // A gang that is a sub-group lies in a row.
  const settings = { ...common, shape: subGroups ? "rows" : shape } as const;
  if (!plan) return [toPrebuilt(compileWasm({ ...settings, kernel, privatise }), shared)];
  const known = knownLaunch(plan);
  return module.functions.map((_, region) =>
    toPrebuilt(compileWasm({ ...settings, kernel: region, known, privatise: false }), shared),
  );
}

function toPrebuilt({ bytes, gang, privatised, globals, math, stackSize, report }: WasmProgram, shared: SharedParts) {
  const functions = math.map((name) => [name, name === "rem" ? name : builtins[name].math]);
  const named = { math: Object.fromEntries(functions), reason: report.reason };
  return { module: shared.code(bytes), gang, privatised, globals, stackSize, ...named };
}
