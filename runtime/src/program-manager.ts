// From a kernel's symbol to a program that runs on a device: find its image, decode and verify, select, compile. One
// program per kernel, options and shape, kept as long as its image is registered.

import { costOf } from "@lanewise/codegen";
import {
  type ArgumentLayout,
  accessOf,
  argumentLayout,
  CONSOLE_ID,
  type KernelSymbol,
  type Module,
} from "@lanewise/ir";
import type { DeviceKind } from "./device.js";
import type { DeviceMemory } from "./device-memory.js";
import { LanewiseError } from "./errors.js";
import type { GlobalPlace, GlobalStorage } from "./global-storage.js";
import { findKernel, type LoadedImage } from "./image-library.js";
import { type AskedVariant, builtVariant, type KernelVariant } from "./kernel-options.js";
import { Pace } from "./pace.js";
import type { Shape } from "./shape.js";
import type { Executable, TargetInput } from "./targets/target.js";
import { targets } from "./targets/targets.js";

export interface Program {
  readonly symbol: KernelSymbol;
  readonly module: Module;
  /** Of the kernel's module, which `symbol` speaks of. */
  readonly structs: Module["structs"];
  readonly layout: ArgumentLayout;
  /** For one thread. */
  readonly executable: Executable;
  /** For several threads at the same time, with copies of their own or without; the same one where it makes no difference. */
  readonly parallel: (privatise: boolean) => Executable;
  /** Where a global of the module lies. */
  readonly globalPlace: (index: number) => GlobalPlace;
  /** Index of the console's ring in the module; undefined if the kernel does not print. */
  readonly console: number | undefined;
  /** Whether `parallel` gives other code, with atomics that wait for each other. */
  readonly hasAtomics: boolean;
  /** Learns over all launches of the program. */
  readonly pace: Pace;
}

/** A kernel of an image, and its programs so far. */
interface KernelPrograms {
  readonly built: KernelVariant;
  readonly programs: Map<number, Program>;
}

export class ProgramManager {
  readonly #device: DeviceKind;
  readonly #memory: DeviceMemory;
  readonly #globals: GlobalStorage;
  /** By image, so that programs go when hot reload replaces their image. */
  readonly #kernels = new WeakMap<LoadedImage, Map<string, KernelPrograms>>();

  constructor(device: DeviceKind, memory: DeviceMemory, globals: GlobalStorage) {
    this.#device = device;
    this.#memory = memory;
    this.#globals = globals;
  }

  program(symbol: string, asked: AskedVariant, shape: Shape): Program {
    const found = findKernel(symbol);
    const { built, programs } = this.#programsOf(found.loaded, symbol);
    const bounds = asked.bounds ?? built.bounds;
    const fp = asked.fp ?? built.fp;
    const key = (bounds === "checked" ? 0 : 1) + (fp === "default" ? 0 : 2) + (shape === "rows" ? 0 : 4);
    const known = programs.get(key);
    if (known) return known;
    const program = this.#build(found.loaded, found.symbol, { bounds, fp }, shape);
    programs.set(key, program);
    return program;
  }

  #programsOf(loaded: LoadedImage, symbol: string): KernelPrograms {
    let kernels = this.#kernels.get(loaded);
    if (!kernels) {
      kernels = new Map();
      this.#kernels.set(loaded, kernels);
    }
    const known = kernels.get(symbol);
    if (known) return known;
    const made = { built: builtVariant(loaded.image), programs: new Map<number, Program>() };
    kernels.set(symbol, made);
    return made;
  }

  #build(loaded: LoadedImage, symbol: KernelSymbol, variant: KernelVariant, shape: Shape): Program {
    const [imported] = Object.keys(loaded.image.properties["SYCL/imported symbols"] ?? {});
    if (imported !== undefined) {
      throw new LanewiseError("feature_not_supported", `Kernel ${symbol.name} imports ${imported} from another image.`);
    }
    const module = loaded.module();
    const kernel = module.functions.findIndex((fn) => fn.linkage === "kernel" && fn.symbol === symbol.symbol);
    if (kernel < 0) {
      throw new LanewiseError(
        "compile_program_error",
        `Kernel ${symbol.name} is in its image's table, not in its code.`,
      );
    }
    const { nanoseconds, hasAtomics } = costOf(module, kernel);
    const compile = (threads: "one" | "many", privatise: boolean) =>
      this.#compile(loaded, symbol.name, { module, kernel, ...variant, shape, threads, privatise });
    const executable = compile("one", false);
    let withCopies = hasAtomics ? undefined : executable;
    let without: Executable | undefined;
    const parallel = (privatise: boolean): Executable => {
      withCopies ??= compile("many", true);
      if (privatise || withCopies.privatised.length === 0) return withCopies;
      without ??= compile("many", false);
      return without;
    };
    return {
      symbol,
      module,
      structs: module.structs,
      layout: argumentLayout(symbol.parameters),
      executable,
      parallel,
      hasAtomics,
      console: consoleOf(module, kernel),
      globalPlace: (index) => this.#globals.place(loaded, index),
      pace: new Pace(nanoseconds),
    };
  }

  #compile(loaded: LoadedImage, name: string, input: Omit<TargetInput, "memory" | "isSharedMemory" | "globalAddress">) {
    try {
      return targets[this.#device]({
        ...input,
        memory: this.#memory.memory,
        isSharedMemory: this.#memory.isShared,
        globalAddress: (index) => this.#globals.place(loaded, index).address,
      });
    } catch (error) {
      if (error instanceof LanewiseError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new LanewiseError("compile_program_error", `Kernel ${name} does not compile: ${reason}`, { cause: error });
    }
  }
}

function consoleOf(module: Module, kernel: number): number | undefined {
  const index = module.globals.findIndex(({ id }) => id === CONSOLE_ID);
  return index >= 0 && accessOf(module, kernel).globals.has(index) ? index : undefined;
}
