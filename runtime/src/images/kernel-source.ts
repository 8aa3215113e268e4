// The sources of a kernel's programs: code generated from its IR, or code made ahead of time. Also the code generator, which `lanewise` has and
// `lanewise/aot` does not.

import type { GroupKind } from "@lanewise/codegen";
import type { DeviceImage, KernelSymbol, Module } from "@lanewise/ir";
import type { DeviceInstance, DeviceKind } from "../device/index.js";
import type { GroupSizes } from "../values/index.js";
import type { ChosenValues, KernelConstants } from "./constants/index.js";
import type { FoundKernel, LoadedImage } from "./image-library.js";
import type { LinkedKernel } from "./linking/index.js";
import type { PrebuiltCode } from "./prebuilt-code.js";
import type { KernelVariant, Program, ProgramHoldings, ReductionForm, Shape } from "./programs/index.js";

/** The properties of a launch that determine its program. */
export interface LaunchForm {
  readonly shape: Shape;
  readonly columns: readonly number[];
  /** The captures that are not 32-bit integers, though the kernel counts or indexes with them. */
  readonly fractions: readonly number[];
  readonly hasOffset: boolean;
  readonly groups: GroupKind;
  /** The sizes of its work-groups and sub-groups, for kernels that use them. */
  readonly sizes: GroupSizes | undefined;
  /** The forms of its last parameters, which are reducers. */
  readonly reductions: readonly ReductionForm[];
  /** The key of the values by which it is specialized; empty for defaults. */
  readonly values: string;
}

/** The facts of a kernel that do not depend on a launch. */
export interface KernelSource {
  readonly groups: GroupKind;
  /** Undefined: launches do not choose programs by values. */
  readonly constants: KernelConstants | undefined;
  /** Whether it only has code for launches with reductions. */
  readonly isReducing: boolean;
  /** Whether the images that it was made from are still those that are loaded. */
  readonly isCurrent: () => boolean;
  /** The program, or why it has none for that form. `chosen`: undefined for a kernel that is not specialized. */
  readonly program: (variant: KernelVariant, form: LaunchForm, chosen: ChosenValues | undefined) => Program | Refusal;
}

export interface Refusal {
  readonly refused: string;
}

/** A device's instance, with the memory that its programs hold. */
export interface ProgramPlace {
  readonly device: DeviceKind;
  readonly instance: DeviceInstance;
  readonly holdings: ProgramHoldings;
}

export interface CodeGenerator {
  /** Opens the code cache. */
  readonly openStore: () => void;
  /** Decodes and checks an image's IR; `what` names it in errors. */
  readonly readModule: (image: DeviceImage, what: string, isTrusted: boolean) => Module;
  /** The functions of an image without IR, as a module with which others are linked. */
  readonly readFunctions: (codes: readonly PrebuiltCode[], owner: string, what: string) => Module;
  /** Whether the global is used by a kernel, or by a function that other modules' kernels may call. */
  readonly isGlobalUsed: (module: Module, index: number) => boolean;
  /** Links the kernel with the `given` images first, then the loaded ones. Throws if something is missing. */
  readonly link: (
    loaded: LoadedImage,
    symbol: KernelSymbol,
    device: DeviceKind,
    given?: readonly LoadedImage[],
  ) => LinkedKernel;
  /** The source of a kernel's programs; links the kernel if it is not linked yet. */
  readonly source: (found: FoundKernel, place: ProgramPlace) => KernelSource;
}

let provided: CodeGenerator | undefined;

/** Called by an entry point with a code generator, before there is a queue. */
export function provideCodeGenerator(generator: CodeGenerator): void {
  provided = generator;
}

export function codeGenerator(): CodeGenerator | undefined {
  return provided;
}
