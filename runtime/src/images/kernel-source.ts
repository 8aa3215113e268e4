// Where the programs of a kernel come from: generated from its IR, or made ahead of time. And who generates: `lanewise` has a code generator,
// `lanewise/aot` does not.

import type { GroupKind } from "@lanewise/codegen";
import type { DeviceImage, KernelSymbol, Module } from "@lanewise/ir";
import type { Context } from "../context/index.js";
import type { Device, DeviceInstance, DeviceKind } from "../device/index.js";
import type { arrangeFused } from "../graph/fusion/index.js";
import type { GroupSizes } from "../values/index.js";
import type { GroupKernels, getModules } from "./bundles/index.js";
import type { ChosenValues, KernelConstants } from "./constants/index.js";
import type { FoundKernel, LoadedImage } from "./image-library.js";
import type { LinkedKernel } from "./linking/index.js";
import type { PrebuiltCode } from "./prebuilt-code.js";
import type { KernelVariant, Program, ProgramHoldings, ReductionForm, Shape } from "./programs/index.js";

/** What of a launch decides its program. */
export interface LaunchForm {
  readonly shape: Shape;
  readonly columns: readonly number[];
  /** Of its captures, those that are numbers but no integers of 32 bits, where the kernel counts or indexes with them. */
  readonly fractions: readonly number[];
  readonly hasOffset: boolean;
  readonly groups: GroupKind;
  /** The sizes of its work-groups and sub-groups, for kernels that know of them. */
  readonly sizes: GroupSizes | undefined;
  /** Of its last parameters, which are reducers. */
  readonly reductions: readonly ReductionForm[];
  /** The key of the values that it is specialized by; empty for defaults. */
  readonly values: string;
}

/** What is known of a kernel before there is a launch. */
export interface KernelSource {
  readonly groups: GroupKind;
  /** Undefined: nothing that launches choose a program by. */
  readonly constants: KernelConstants | undefined;
  /** Whether it has code for launches with reductions alone. */
  readonly isReducing: boolean;
  /** Whether what it was made from is still what is loaded. */
  readonly isCurrent: () => boolean;
  /** The program, or why it has none for that form. `chosen`: undefined of a kernel that is specialized by nothing. */
  readonly program: (variant: KernelVariant, form: LaunchForm, chosen: ChosenValues | undefined) => Program | Refusal;
}

export interface Refusal {
  readonly refused: string;
}

/** A device's, where programs run. */
export interface ProgramPlace {
  readonly device: DeviceKind;
  readonly instance: DeviceInstance;
  readonly holdings: ProgramHoldings;
}

export interface CodeGenerator {
  /** `context.getModules`: bundles are made by generating code. */
  readonly getModules: typeof getModules;
  /** What a command group says of bundles. */
  readonly groupKernels: (context: Context, device: Device) => GroupKernels;
  /** Looks where generated code is kept. */
  readonly openStore: () => void;
  /** What a graph runs, with several kernels as one. */
  readonly arrangeFused: typeof arrangeFused;
  /** Decodes and checks an image's IR; `what` names it in errors. */
  readonly readModule: (image: DeviceImage, what: string, isTrusted: boolean) => Module;
  /** The functions of an image without IR, as a module that others are linked with. */
  readonly readFunctions: (codes: readonly PrebuiltCode[], owner: string, what: string) => Module;
  /** Whether a kernel uses the global, or a function that kernels of others may call. */
  readonly isGlobalUsed: (module: Module, index: number) => boolean;
  /** The kernel with what is loaded, behind what is `given`. Throws where something is missing. */
  readonly link: (
    loaded: LoadedImage,
    symbol: KernelSymbol,
    device: DeviceKind,
    given?: readonly LoadedImage[],
  ) => LinkedKernel;
  /** Links what is not linked yet. */
  readonly source: (found: FoundKernel, place: ProgramPlace) => KernelSource;
}

let provided: CodeGenerator | undefined;

/** Said by the entry that has one, before there is a queue. */
export function provideCodeGenerator(generator: CodeGenerator): void {
  provided = generator;
}

export function codeGenerator(): CodeGenerator | undefined {
  return provided;
}
