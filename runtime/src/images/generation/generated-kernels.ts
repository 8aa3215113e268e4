// Makes programs from IR: links, specializes, splits columns, divides into work-groups, generates code for the device. The only part of the runtime
// that knows the code generator; `lanewise` includes it, `lanewise/aot` does not.

import {
  CodeTooLarge,
  type CombiningKernel,
  estimateKernel,
  type GroupForm,
  type GroupPlan,
  groupKindOf,
  inlineWithPaths,
  kernelFacts,
  offsetIndices,
  takeFractions,
} from "@lanewise/codegen";
import {
  accessOf,
  areInBlocks,
  argumentLayout,
  coverageOf,
  defaultSubGroupSize,
  finish,
  type KernelSymbol,
  type Local,
  type Module,
  type Steps,
} from "@lanewise/ir";
import type { Executable, ProgramInput } from "../../device/cpu/index.js";
import { type DeviceDriver, driverOf } from "../../device/index.js";
import { prepareMapped } from "../../device/targets/index.js";
import { originsOf } from "../../diagnostics/index.js";
import { LanewiseError } from "../../errors/index.js";
import { wasmFeatures } from "../../host/index.js";
import { type MappedMemory, mapped } from "../../memory/index.js";
import type { GroupSizes } from "../../values/index.js";
import { type KeptDivision, keptDivision, loadingOf, type Origin, originOf } from "../code-cache/index.js";
import type { ChosenValues } from "../constants/index.js";
import { ForeignModules } from "../functions/index.js";
import { type FoundKernel, isLoaded, type KernelSource, type LaunchForm, type ProgramPlace } from "../index.js";
import { type LinkedKernel, linkKernel } from "../linking/index.js";
import {
  areInOrder,
  type CombiningProgram,
  type GroupsOfProgram,
  type KernelVariant,
  makeProgram,
  type Program,
  type ProgramGlobals,
  ProgramPlaces,
  type ReductionForm,
} from "../programs/index.js";
import { imagePart } from "../registry/index.js";
import { localMemories } from "./kernel-groups.js";

/** The source of a kernel's programs, as it is already linked, or else linked with the loaded images. */
export function generatedKernel({ loaded, symbol, linked: given }: FoundKernel, place: ProgramPlace): KernelSource {
  const { name } = symbol;
  const linked = given ?? linkKernel(loaded, symbol.symbol, name, place.device);
  const generator = new Generator(place, linked, symbol);
  return {
    groups: groupKindOf(linked.module, linked.kernel),
    constants: isSpecialized(linked) ? imagePart("constantCode").kernelConstants(linked, name) : undefined,
    isReducing: false,
    isCurrent: () => (linked.images.length === 1 || linked.images.every(isLoaded)) && linked.references.areCurrent(),
    program: (variant, form, chosen) => generator.program(variant, form, chosen),
  };
}

/** Whether constants of its functions, or its captures, specialize it. */
function isSpecialized({ module, kernel }: LinkedKernel): boolean {
  return (
    module.functions[kernel]?.specialized !== undefined ||
    module.globals.some(({ storage }) => storage === "specialization")
  );
}

/** Whether the module's global of that index is used by a kernel, or by a function that other modules' kernels may call. */
export function isGlobalUsed(module: Module, index: number): boolean {
  return module.functions.some(
    (fn, at) => (fn.linkage === "kernel" || fn.linkage === "exported") && accessOf(module, at).globals.has(index),
  );
}

/** For each device and context, by its memory. */
const foreign = new WeakMap<MappedMemory, ForeignModules>();

function foreignModules({ instance }: ProgramPlace): ForeignModules {
  const memory = mapped(instance.memory, "A kernel that calls functions of other compilers");
  const known = foreign.get(memory) ?? new ForeignModules(memory);
  foreign.set(memory, known);
  return known;
}

class Generator {
  readonly #place: ProgramPlace;
  readonly #driver: DeviceDriver;
  readonly #linked: LinkedKernel;
  readonly #symbol: FoundKernel["symbol"];
  #inlined: Module | undefined;

  constructor(place: ProgramPlace, linked: LinkedKernel, symbol: FoundKernel["symbol"]) {
    this.#place = place;
    this.#driver = driverOf(place.device);
    this.#linked = linked;
    this.#symbol = symbol;
  }

  program(variant: KernelVariant, form: LaunchForm, chosen: ChosenValues | undefined): Program {
    const { shape, columns, hasOffset, groups, sizes, reductions } = form;
    const { kernel, images, references } = this.#linked;
    const { name } = this.#symbol;
    const { ids } = references;
    const originIn = (used: object) =>
      this.#driver.capabilities.has("codeCache") ? originOf(images, this.#symbol.symbol, { ...used, ids }) : undefined;
    const origin = originIn(form);
    const { symbol, module: given } = inFractions(this.#symbol, this.#withPaths(), kernel, form.fractions);
    const valued = chosen ? imagePart("constantCode").specialize(given, kernel, chosen.values()) : given;
    const places = new ProgramPlaces(this.#place.holdings, this.#globalsOf(valued));
    const { passes, areLanesApart = false, combiningItems = 1 } = this.#driver.lowering;
    const split = passes.has("columns") ? inColumns(valued, kernel, columns, name) : valued;
    const shifted = hasOffset && passes.has("offset") ? offsetIndices(split, kernel) : split;
    const firstReducer = parametersOf(split, kernel).length - reductions.length;
    const whole =
      reductions.length === 0 || !passes.has("reductions")
        ? shifted
        : imagePart("reductionCode").withReductions(shifted, kernel, reductions, {
            name,
            firstReducer,
            groups,
            sizes,
            areLanesApart,
          });
    const {
      module,
      sites,
      plan,
      subGroups,
      groups: together,
    } = !sizes
      ? undivided(whole)
      : passes.has("barriers")
        ? keptInGroups(whole, kernel, origin, this.#groupForm(sizes, reductions), name)
        : undivided(...inWholeGroups(whole, kernel, sizes));
    // A gang that is a sub-group is in one row.
    const settings = {
      ...variant,
      shape: subGroups ? "rows" : shape,
      isInOrder: areInOrder(reductions),
      origins: () => originsOf(this.#symbol, images),
      foreignFunction: (wanted: string) => foreignModules(this.#place).function(this.#linked.foreign, wanted, places),
    } as const;
    const input = { module, origin, kernel, ...settings, subGroups, groups: plan ? undefined : together && sizes };
    let coverage: ReturnType<typeof coverageOf> | undefined;
    return makeProgram({
      symbol,
      variant,
      images,
      module: { ...whole, sites },
      ir: { module: { ...whole, sites }, written: shifted, kernel, linked: this.#linked },
      facts: kernelFacts(whole, kernel),
      groups: together,
      places,
      loading: () => origin && loadingOf(origin.module),
      compile: (threads, privatise) => this.#compile(places, { ...input, threads, privatise }, plan),
      localMemories: () => localMemories(whole, kernel),
      constants: [],
      coverage: (parameter) => {
        coverage ??= coverageOf(this.#linked.module, kernel);
        return coverage[parameter];
      },
      reductions,
      combining: reductions.map((reduction, index) => {
        let made: CombiningProgram | undefined;
        const combined = { parameter: firstReducer + index, op: reduction.op };
        const items = reduction.form === "value" ? combiningItems : 1;
        const own = { ...settings, origin: originIn({ ...form, combined }), items };
        const kernelOf = () => this.#combined(reduction.op, reductions.length - index, chosen, items);
        return () => (made ??= this.#combining(places, kernelOf(), own));
      }),
      estimate: (parameters) => estimateKernel(whole, kernel, parameters, () => imagePart("privateCode")),
    });
  }

  /** In a module without calls, sites name the inlined calls. JavaScript keeps its calls, and reports them. */
  #withPaths(): Module {
    const { module, kernel } = this.#linked;
    if (!this.#driver.lowering.isInlined) return module;
    this.#inlined ??= inlineWithPaths(module, kernel);
    return this.#inlined;
  }

  /** Combines from the linked kernel, where the reducing function is still called. The reducer is `before` parameters from the end. */
  #combined(op: ReductionForm["op"], before: number, chosen: ChosenValues | undefined, items: number): CombiningKernel {
    const { module, kernel } = this.#linked;
    const parameter = parametersOf(module, kernel).length - before;
    const { combineCopies, combineCopiesInGroups } = imagePart("reductionCode");
    const made = (items > 1 ? combineCopiesInGroups : combineCopies)(module, kernel, { parameter, op });
    if (!chosen) return made;
    const { constants } = chosen.values();
    return {
      ...made,
      module: imagePart("constantCode").specialize(made.module, made.kernel, { constants, parameters: new Map() }),
    };
  }

  #combining(
    places: ProgramPlaces,
    { module, kernel }: CombiningKernel,
    { items, ...settings }: CombiningSettings,
  ): CombiningProgram {
    const groups = items > 1 ? ({ local: [items, 1, 1], subGroupSize: defaultSubGroupSize } as const) : undefined;
    const own = { shape: "rows", threads: "one", privatise: false, groups } as const;
    // Its indices are generated here; on a GPU each check would need a record.
    const bounds = items > 1 ? "unchecked" : settings.bounds;
    const input = { ...settings, ...own, bounds, module: () => module, kernel };
    const executable = finish(this.#compile(places, input, undefined));
    return { module, layout: argumentLayout(parametersOf(module, kernel)), executable, items };
  }

  /** Reductions in blocks are combined group by group, without gangs. */
  #groupForm(sizes: GroupSizes, reductions: readonly ReductionForm[]): GroupForm {
    const hasGangs = this.#driver.lowering.hasGangs && !areInOrder(reductions);
    return { ...sizes, features: hasGangs ? wasmFeatures() : "scalar", isWhole: areInBlocks(reductions) };
  }

  #globalsOf(module: Module): ProgramGlobals {
    const { images, origin } = this.#linked;
    return {
      images,
      module,
      origin: (index) => {
        const { loaded, index: key } = origin(index);
        const { globals, structs } = loaded.module();
        const global = globals[key];
        if (global) return { loaded, global: { global, structs, key } };
        throw new LanewiseError("compile_program_error", `${loaded.owner} has no global ${key}.`);
      },
    };
  }

  *#compile(
    places: ProgramPlaces,
    input: Omit<ProgramInput, "globalAddress">,
    plan: GroupPlan | undefined,
  ): Steps<Executable> {
    const { device, instance } = this.#place;
    const whole: ProgramInput = { ...input, globalAddress: (index) => places.place(index).address };
    try {
      const executable = yield* instance.prepare?.(whole, plan) ?? prepareMapped(device, instance.memory, whole, plan);
      if (executable.text) places.add(executable.text);
      return executable;
    } catch (error) {
      if (error instanceof LanewiseError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Kernel ${this.#symbol.name} does not compile: ${reason}`;
      const code = error instanceof CodeTooLarge ? "image_too_large" : "compile_program_error";
      throw new LanewiseError(code, message, { cause: error });
    }
  }
}

interface CombiningSettings
  extends KernelVariant,
    Pick<ProgramInput, "isInOrder" | "origin" | "origins" | "foreignFunction"> {
  readonly items: number;
}

interface InGroups extends KeptDivision {
  readonly groups: GroupsOfProgram | undefined;
}

function keptInGroups(
  module: Module,
  kernel: number,
  origin: Origin | undefined,
  form: GroupForm,
  name: string,
): InGroups {
  const division = keptDivision(origin, form, module.sites, () => imagePart("groupCode")(module, kernel, form, name));
  return { ...division, groups: division.plan };
}

function inWholeGroups(module: Module, kernel: number, sizes: GroupSizes) {
  const made = imagePart("undividedGroups")(module, kernel, sizes);
  return [made.module, made.groups] as const;
}

const undivided = (module: Module, groups?: GroupsOfProgram): InGroups => ({
  module: () => module,
  sites: module.sites,
  plan: undefined,
  subGroups: undefined,
  groups,
});

function parametersOf(module: Module, kernel: number): readonly Local[] {
  const fn = module.functions[kernel];
  return fn ? fn.locals.slice(0, fn.parameters) : [];
}

/** The kernel with these captures as doubles; unchanged if it cannot take them, so that the check of arguments reports it. */
function inFractions(symbol: KernelSymbol, module: Module, kernel: number, fractions: readonly number[]) {
  const made = fractions.length > 0 ? takeFractions(module, kernel, new Set(fractions)) : undefined;
  if (!made) return { symbol, module };
  const parameters = symbol.parameters.map((parameter, index) =>
    fractions.includes(index) ? { ...parameter, type: "f64" as const } : parameter,
  );
  return { symbol: { ...symbol, parameters }, module: made };
}

/** The module with these arrays of structs in columns. Captures of other types are left to the check of arguments. */
function inColumns(module: Module, kernel: number, columns: readonly number[], name: string): Module {
  const parameters = parametersOf(module, kernel);
  const split = columns.filter((index) => isSpanOfStructs(parameters[index]));
  if (split.length === 0) return module;
  const splitColumns = imagePart("columnCode");
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
