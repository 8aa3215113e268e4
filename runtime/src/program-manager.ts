// From a kernel's symbol to a program that runs on a device: find its image, decode and verify, select, compile. One
// program per kernel, kept as long as its image is registered.

import { type ArgumentLayout, argumentLayout, type KernelSymbol, type Module } from "@lanewise/ir";
import type { DeviceKind } from "./device.js";
import type { DeviceMemory } from "./device-memory.js";
import { LanewiseError } from "./errors.js";
import type { GlobalStorage } from "./global-storage.js";
import { findKernel, type LoadedImage } from "./image-library.js";
import { Pace } from "./pace.js";
import type { Executable } from "./targets/target.js";
import { targets } from "./targets/targets.js";

export interface Program {
  readonly symbol: KernelSymbol;
  readonly module: Module;
  readonly layout: ArgumentLayout;
  readonly executable: Executable;
  /** Learns over all launches of the kernel. */
  readonly pace: Pace;
}

export class ProgramManager {
  readonly #device: DeviceKind;
  readonly #memory: DeviceMemory;
  readonly #globals: GlobalStorage;
  /** By image, so that programs go when hot reload replaces their image. */
  readonly #programs = new WeakMap<LoadedImage, Map<string, Program>>();

  constructor(device: DeviceKind, memory: DeviceMemory, globals: GlobalStorage) {
    this.#device = device;
    this.#memory = memory;
    this.#globals = globals;
  }

  program(symbol: string): Program {
    const found = findKernel(symbol);
    let programs = this.#programs.get(found.loaded);
    if (!programs) {
      programs = new Map();
      this.#programs.set(found.loaded, programs);
    }
    const known = programs.get(symbol);
    if (known) return known;
    const program = this.#build(found.loaded, found.symbol);
    programs.set(symbol, program);
    return program;
  }

  #build(loaded: LoadedImage, symbol: KernelSymbol): Program {
    const [imported] = Object.keys(loaded.image.properties["SYCL/imported symbols"] ?? {});
    if (imported !== undefined) {
      throw new LanewiseError("feature_not_supported", `Kernel ${symbol.name} imports ${imported} from another image.`);
    }
    const module = loaded.module();
    const executable = this.#compile(loaded, module, symbol);
    return { symbol, module, layout: argumentLayout(symbol.parameters), executable, pace: new Pace() };
  }

  #compile(loaded: LoadedImage, module: Module, symbol: KernelSymbol): Executable {
    const kernel = module.functions.findIndex((fn) => fn.linkage === "kernel" && fn.symbol === symbol.symbol);
    if (kernel < 0) {
      throw new LanewiseError(
        "compile_program_error",
        `Kernel ${symbol.name} is in its image's table, not in its code.`,
      );
    }
    try {
      return targets[this.#device]({
        module,
        kernel,
        memory: this.#memory.memory,
        isSharedMemory: this.#memory.isShared,
        globalAddress: (index) => this.#globals.place(loaded, index).address,
      });
    } catch (error) {
      if (error instanceof LanewiseError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new LanewiseError("compile_program_error", `Kernel ${symbol.name} does not compile: ${reason}`, {
        cause: error,
      });
    }
  }
}
