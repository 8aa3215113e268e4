// Reads programs that were generated ahead of time from device images of format "wasm" (codegen/src/ahead/wasm-image.ts), and gives the reason why a
// launch cannot use one.

import type { PrebuiltForm, PrebuiltKernel, PrebuiltProgram } from "@lanewise/codegen";
import {
  argumentLayout,
  describeReductions,
  finish,
  isValueScalar,
  type KernelSymbol,
  layoutOf,
  type Steps,
  type Type,
} from "@lanewise/ir";
import { type Executable, loadPrebuilt, type PrebuiltInput } from "../../device/cpu/index.js";
import { hasCapability } from "../../device/index.js";
import { LanewiseError } from "../../errors/index.js";
import { wasmFeatures } from "../../host/index.js";
import { mapped } from "../../memory/index.js";
import type { KernelConstants, UsedConstant } from "../constants/index.js";
import { replacedBuiltins } from "../functions/index.js";
import {
  codeGenerator,
  type FoundKernel,
  type KernelSource,
  type LaunchForm,
  type LoadedImage,
  type PrebuiltCode,
  type ProgramPlace,
  unreadable,
} from "../index.js";
import { functions, imagePart, parts, registry } from "../registry/index.js";
import { builtVariant, type KernelVariant } from "./kernel-options.js";
import { changeOf } from "./prebuilt-changes.js";
import {
  type CombiningProgram,
  type ConstantArgument,
  type ModuleTables,
  makeProgram,
  type Program,
} from "./program.js";
import { type ProgramGlobals, ProgramPlaces } from "./program-storage.js";
import type { ReductionForm } from "./reduction-form.js";

export interface PrebuiltKernels {
  /** The best fit first. */
  readonly sources: readonly KernelSource[];
  /** The reasons why images do not run here. */
  readonly refused: readonly string[];
}

export function prebuiltKernels({ loaded, symbol, linked }: FoundKernel, place: ProgramPlace): PrebuiltKernels {
  // A bundle may be linked with other images than this one was.
  if (linked && linked.images.length > 1) return { sources: [], refused: [] };
  const refused: string[] = [];
  const fitting = loaded.prebuilt.flatMap((code) => {
    const found = hasCapability(place.device, "images")
      ? kernelIn(code, symbol)
      : 'it is WebAssembly, for the device "cpu"';
    if (typeof found !== "string") return [{ code, found }];
    refused.push(`${nameOf(code)}: ${found}`);
    return [];
  });
  fitting.sort((a, b) => b.code.image.features.length - a.code.image.features.length);
  const sources = fitting.map(({ code, found }) => sourceOf({ loaded, code, kernel: found, symbol, place }));
  return { sources, refused };
}

function nameOf({ image }: PrebuiltCode): string {
  return `wasm for ${image.features.join(", ") || "any engine"}`;
}

/** The kernel, or the reason why it cannot run here. */
function kernelIn({ image, header }: PrebuiltCode, { symbol }: KernelSymbol): PrebuiltKernel | string {
  const engine = wasmFeatures().split("+");
  const lacking = image.features.filter((feature) => !engine.includes(feature));
  if (lacking.length > 0) return `this engine does not have ${lacking.join(", ")}`;
  const kernel = header.kernels.find((one) => one.symbol === symbol);
  if (!kernel) return "the kernel is not in it";
  if (kernel.missing) return `the kernel has no code in it: ${kernel.missing}`;
  const { symbols } = replacedBuiltins();
  const replaced = kernel.builtins.find((builtin) => symbols.has(builtin));
  if (replaced !== undefined) return `another image replaces ${replaced}`;
  return changeOf({ header }) ?? kernel;
}

interface Prebuilt {
  readonly loaded: LoadedImage;
  readonly code: PrebuiltCode;
  readonly kernel: PrebuiltKernel;
  readonly symbol: KernelSymbol;
  readonly place: ProgramPlace;
}

function sourceOf(prebuilt: Prebuilt): KernelSource {
  const { code, kernel } = prebuilt;
  const what = nameOf(code);
  let seen = registry().generation;
  return {
    groups: kernel.groups,
    constants: constantsOf(prebuilt),
    isReducing: kernel.programs.every(({ form }) => form.reductions !== ""),
    isCurrent: () => {
      if (seen === registry().generation) return true;
      seen = registry().generation;
      return typeof kernelIn(code, prebuilt.symbol) !== "string";
    },
    program: (variant, form) => {
      const found = find(prebuilt, variant, form);
      return typeof found === "string" ? { refused: `${what}: ${found}` } : programOf(prebuilt, variant, found);
    },
  };
}

/** The values by which launches choose programs, if programs for other values can be generated. */
function constantsOf({ loaded, code, kernel, symbol }: Prebuilt): KernelConstants | undefined {
  const tables = code.tables(kernel.tables);
  const constants = kernel.takesConstants
    ? []
    : kernel.constants.map((index) => constantIn(loaded, tables, index, symbol.name));
  const canGenerate = loaded.image.format === "ir" && codeGenerator() !== undefined;
  const parameters = (canGenerate ? kernel.specialized : []).flatMap((index) => {
    const { name, type } = symbol.parameters[index] ?? {};
    return name !== undefined && type !== undefined && isValueScalar(type) ? [{ index, name, type }] : [];
  });
  return constants.length + parameters.length > 0 ? { constants, parameters } : undefined;
}

function constantIn(loaded: LoadedImage, tables: ModuleTables, index: number, kernel: string): UsedConstant {
  const global = tables.globals[index];
  if (!global)
    throw new LanewiseError("compile_program_error", `Kernel ${kernel}: its image has no constant ${index}.`);
  return imagePart("constants").usedConstant(loaded, { global, structs: tables.structs, key: index }, index, kernel);
}

/** The program for a launch, and the form in which it takes the launch's reductions. */
interface FoundProgram {
  readonly program: PrebuiltProgram;
  readonly reductions: readonly ReductionForm[];
}

/** Finds a program, or the reason why there is none. */
function find(
  { loaded, code, kernel, symbol: { dimensions, parameters } }: Prebuilt,
  variant: KernelVariant,
  form: LaunchForm,
): FoundProgram | string {
  const built = builtVariant(code.image, true);
  if (variant.bounds !== built.bounds) return `its bounds are ${built.bounds}, the launch asks for ${variant.bounds}`;
  if (variant.fp !== built.fp && !isStrict(code, variant))
    return `its fp is ${built.fp}, the launch asks for ${variant.fp}`;
  if (form.values !== "") return "it is for the default values of specialization constants";
  if (form.fractions.length > 0) {
    const names = form.fractions.map((index) => parameters[index]?.name).join(", ");
    return `it is for integers from -2147483648 to 2147483647 as ${names}`;
  }
  const columns = form.columns.join();
  const laid = kernel.programs.filter((program) => program.form.columns.join() === columns);
  // There is always a program for rows.
  if (laid.length === 0) {
    const names = form.columns.map((index) => parameters[index]?.name).join(", ");
    return `it is not for ${names} in columns ("soa") alone`;
  }
  const described = new Set(laid.map((program) => program.form.reductions));
  const asked = form.reductions;
  const reductions =
    described.has("") && asked.length === 0
      ? asked
      : parts.takenReductions?.(asked, described, loaded.image.format !== "ir");
  if (!reductions) {
    const [has, wants] = [[...described].map(nameOfReductions).join(" and "), describeReductions(asked)];
    return `it is for ${has}; the launch is one of ${nameOfReductions(wants)}`;
  }
  const taken = describeReductions(reductions);
  const program = laid.find((one) => one.form.reductions === taken && fits(one.form, form));
  if (program) return { program, reductions };
  if (form.hasOffset) return "it is for ranges that begin at 0";
  const describe = (local: readonly number[] | null | undefined) => (local ?? []).slice(0, dimensions).join(" x ");
  const sizes = new Set(kernel.programs.map((program) => describe(program.form.local)));
  return `it is for work-groups of ${[...sizes].join(" and ")}; the launch has ${describe(form.sizes?.local)}`;
}

/** Without fused operations all code is strict. */
function isStrict({ image }: PrebuiltCode, { fp }: KernelVariant): boolean {
  return fp === "strict" && !image.features.includes("relaxed");
}

function nameOfReductions(described: string): string {
  return described === "" ? "launches without reductions" : `reductions "${described}"`;
}

function fits(has: PrebuiltForm, { shape, hasOffset, groups, sizes }: LaunchForm): boolean {
  if (has.hasOffset !== hasOffset) return false;
  // Regions have one shape for each group size.
  if (groups !== "regions" && has.shape !== shape) return false;
  return has.local?.join() === sizes?.local.join() && (has.subGroupSize ?? undefined) === sizes?.subGroupSize;
}

function programOf(prebuilt: Prebuilt, variant: KernelVariant, { program: made, reductions }: FoundProgram): Program {
  const { code, symbol, place } = prebuilt;
  const { plan, one, many, shared } = made;
  const module = code.tables(made.tables);
  const places = new ProgramPlaces(place.holdings, globalsOf(prebuilt, made, module));
  const own = mapped(place.instance.memory, "A program that was generated ahead of time");
  const { memory, isShared } = own;
  const { parameters, nanoseconds, hasAtomics, isBounded, access, console } = made;
  // Launches need the layouts. This throws for damaged headers, whose types have none.
  for (const { type } of parameters) if (isSpan(type)) layoutOf(type.element, module.structs);
  const loading = {
    memory,
    module: (index: number) => code.module(index, isShared),
    foreignFunction: (symbol: string) => functions().placeForeign(symbol, own),
    globalAddress: (index: number) => places.place(index).address,
  };
  return makeProgram({
    symbol,
    variant,
    images: [prebuilt.loaded],
    module,
    ir: undefined,
    facts: {
      ...{ parameters, nanoseconds, hasAtomics, isBounded, console: console ?? undefined },
      access: { ...access, globals: new Map(access.globals) },
    },
    groups: plan ?? undefined,
    places,
    loading: () => undefined,
    compile: (threads, privatise) =>
      keep(prebuilt.loaded.owner, places, {
        ...loading,
        modules: (threads === "one" ? undefined : privatise ? many : (shared ?? many)) ?? one,
        plan,
      }),
    localMemories: () => [{ name: "local memory", byteLength: plan?.localMemory ?? 0 }],
    constants: made.constants.map(({ parameter, global }) =>
      constantArgument(constantIn(prebuilt.loaded, module, global, symbol.name), parameters[parameter]?.type ?? "i32"),
    ),
    reductions,
    coverage: (parameter) => made.coverage[parameter] ?? undefined,
    combining: made.combining.map((one) => {
      let combining: CombiningProgram | undefined;
      const make = (): CombiningProgram => ({
        module: code.tables(one.tables),
        layout: argumentLayout(one.parameters),
        executable: finish(keep(prebuilt.loaded.owner, places, { ...loading, modules: [one.code], plan: null })),
        items: 1,
      });
      return () => (combining ??= make());
    }),
    // Estimates need IR.
    estimate: () => undefined,
  });
}

function isSpan(type: Type): type is Extract<Type, { kind: "span" }> {
  return typeof type !== "string" && type.kind === "span";
}

function constantArgument({ id, preset }: UsedConstant, type: Type): ConstantArgument {
  return { id, initial: preset, type };
}

function* keep(owner: string, places: ProgramPlaces, input: PrebuiltInput): Steps<Executable> {
  try {
    const executable = yield* loadPrebuilt(input);
    if (executable.text) places.add(executable.text);
    return executable;
  } catch (error) {
    throw unreadable(`the WebAssembly image of ${owner}`, error);
  }
}

/** Its globals are shared with the other programs of the kernel's image. */
function globalsOf({ loaded, code }: Prebuilt, made: PrebuiltProgram, module: ModuleTables): ProgramGlobals {
  const globals = code.header.tables[made.tables]?.globals ?? [];
  return {
    images: [loaded],
    module,
    origin: (index) => {
      const global = module.globals[index];
      if (!global)
        throw new LanewiseError("compile_program_error", `A program of ${loaded.owner} has no global ${index}.`);
      const key = globals[index]?.own ?? `linked ${global.id}`;
      return { loaded, global: { global, structs: module.structs, key } };
    },
  };
}
