// All sources of one kernel's programs, in order: code made ahead of time, the best fit for the engine first, then IR (requirement X6). Code is
// generated only if nothing else fits, so IR is decoded only then.

import { LanewiseError } from "../../errors/index.js";
import type { ChosenValues } from "../constants/index.js";
import {
  codeGenerator,
  type FoundKernel,
  type KernelSource,
  type LaunchForm,
  type ProgramPlace,
  type Refusal,
  reading,
} from "../index.js";
import type { KernelVariant } from "./kernel-options.js";
import { prebuiltKernels } from "./prebuilt-kernels.js";
import type { Program } from "./program.js";

export class KernelSources {
  readonly #found: FoundKernel;
  readonly #place: ProgramPlace;
  readonly #prebuilt: readonly KernelSource[];
  /** Why images made ahead of time cannot run here at all. */
  readonly #refused: readonly string[];
  #generated: KernelSource | undefined;

  constructor(found: FoundKernel, place: ProgramPlace) {
    this.#found = found;
    this.#place = place;
    const { sources, refused } = reading(this.#what, () => prebuiltKernels(found, place));
    this.#prebuilt = sources;
    this.#refused = refused;
  }

  /** Facts of the kernel on which all sources agree. */
  get known(): Pick<KernelSource, "groups" | "constants" | "isReducing"> {
    return this.#prebuilt[0] ?? this.#generator() ?? this.#noImage([]);
  }

  /** Whether the sources still match the loaded images. */
  get areCurrent(): boolean {
    return this.#prebuilt.every((source) => source.isCurrent()) && this.#generated?.isCurrent() !== false;
  }

  /** Throws `no_suitable_image` if no source has the program. */
  program(variant: KernelVariant, form: LaunchForm, chosen: ChosenValues | undefined): Program {
    const refused: string[] = [];
    for (const source of this.#prebuilt) {
      const made = reading(this.#what, () => source.program(variant, form, chosen));
      if (!isRefusal(made)) return this.#besideIr(made, variant, form, chosen);
      refused.push(made.refused);
    }
    return this.#fromIr(variant, form, chosen) ?? this.#noImage(refused);
  }

  #besideIr(ready: Program, ...asked: Parameters<KernelSource["program"]>): Program {
    let made: Program | undefined;
    return { ...ready, fromIr: () => (made ??= this.#fromIr(...asked)) };
  }

  #fromIr(...asked: Parameters<KernelSource["program"]>): Program | undefined {
    const made = this.#generator()?.program(...asked);
    return made && !isRefusal(made) ? made : undefined;
  }

  /** The image's name in errors. */
  get #what(): string {
    return `the WebAssembly image of ${this.#found.loaded.owner}`;
  }

  #generator(): KernelSource | undefined {
    if (this.#found.loaded.image.format !== "ir") return undefined;
    this.#generated ??= codeGenerator()?.source(this.#found, this.#place);
    return this.#generated;
  }

  #noImage(refused: readonly string[]): never {
    const { loaded, symbol } = this.#found;
    const { owner, image } = loaded;
    const hasIr = image.format === "ir";
    const reasons = [...this.#refused, ...refused, ...(hasIr ? ["ir: lanewise/aot generates no code"] : [])];
    throw new LanewiseError(
      "no_suitable_image",
      `No image of kernel ${symbol.name} in ${owner} can serve this launch on the device "${this.#place.device}":\n${reasons.map((line) => `  ${line}`).join("\n")}`,
      hasIr ? { help: 'Import "lanewise" instead of "lanewise/aot", or build with targets that fit.' } : {},
    );
  }
}

function isRefusal(made: Program | Refusal): made is Refusal {
  return "refused" in made;
}
