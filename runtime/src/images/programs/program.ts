// A kernel that runs on a device, with all that launches need from it. From here on it makes no difference whether its code was generated now or
// ahead of time.

import type { GroupPlan, KernelEstimate, KernelFacts } from "@lanewise/codegen";
import {
  type ArgumentLayout,
  argumentLayout,
  type Coverage,
  finish,
  type Global,
  type KernelSymbol,
  type Module,
  type Steps,
} from "@lanewise/ir";
import type { Executable } from "../../device/cpu/index.js";
import { profiledCompilation } from "../../diagnostics/index.js";
import type { GlobalPlace } from "../../globals/index.js";
import type { LoadedImage } from "../index.js";
import type { LinkedKernel } from "../linking/index.js";
import type { KernelVariant } from "./kernel-options.js";
import type { NamedMemory } from "./local-limit.js";
import { Pace } from "./pace.js";
import type { ProgramPlaces } from "./program-storage.js";
import type { ReductionForm } from "./reduction-form.js";

/** The tables that a program's positions, types and globals index. */
export interface ModuleTables extends Pick<Module, "files" | "structs" | "sites"> {
  readonly globals: readonly Pick<Global, "id" | "type" | "storage" | "initial">[];
}

/** A specialization constant that launches pass as an argument. */
export interface ConstantArgument {
  readonly id: string;
  /** The type of the argument: the value itself, or a span of one element that holds it. */
  readonly type: KernelFacts["parameters"][number]["type"];
  readonly initial: Uint8Array;
}

export interface ProgramIr {
  /** A kernel of work-groups is not divided into regions here. */
  readonly module: Module;
  /** The module before reducers were lowered to partial values of blocks. */
  readonly written: Module;
  /** The kernel's index in both. */
  readonly kernel: number;
  readonly linked: LinkedKernel;
}

export interface Program extends KernelFacts {
  readonly symbol: KernelSymbol;
  readonly variant: KernelVariant;
  /** The images from which it was made. */
  readonly images: readonly LoadedImage[];
  readonly module: ModuleTables;
  /** The IR from which it was generated; undefined if generated ahead of time. */
  readonly ir: ProgramIr | undefined;
  /** The program from IR: for code generated ahead of time another program, made when first needed, if its image also has IR. */
  readonly fromIr: () => Program | undefined;
  readonly layout: ArgumentLayout;
  /** Resolves, in any case soon, when it is known whether its code is cached; undefined: it is known already. */
  readonly loading: () => Promise<void> | undefined;
  /** Generates the code that launches may need, on any number of threads. */
  readonly prepare: () => Steps<void>;
  /** The code for one thread. */
  readonly executable: () => Executable;
  /** The code for several threads at once, with or without private copies; the same if that makes no difference. */
  readonly parallel: (privatise: boolean) => Executable;
  readonly globalPlace: (index: number) => GlobalPlace;
  /** Keeps the storage alive; a launch retains it. */
  readonly places: ProgramPlaces;
  /** Whether it needs the pointer table. */
  readonly hasPointers: boolean;
  /** Whether `run` counts work-groups, and the number of work-items in each; else 1. */
  readonly isOfGroups: boolean;
  readonly groupSize: number;
  /** Bytes of a group's local memory whose length does not depend on the launch. */
  readonly localMemory: number;
  /** How a parameter of `symbol` is written as a whole; undefined if it may not be. */
  readonly coverage: (parameter: number) => Coverage | undefined;
  /** The parts of that local memory, by name. */
  readonly localMemories: () => readonly NamedMemory[];
  /** The constants that follow the captures as arguments. */
  readonly constants: readonly ConstantArgument[];
  /** The forms of the reductions of its launches. */
  readonly reductions: readonly ReductionForm[];
  /** For each reduction, the program that combines the copies that the kernel leaves. */
  readonly combining: readonly (() => CombiningProgram)[];
  /** The memory traffic and operations of a work-item, if known. */
  readonly estimate: (parameters: readonly (number | undefined)[]) => KernelEstimate | undefined;
  /** Learns from all launches of the program. */
  readonly pace: Pace;
}

/** A kernel that runs after another one (codegen/src/reductions/combine-copies.ts). */
export interface CombiningProgram {
  readonly module: ModuleTables;
  readonly layout: ArgumentLayout;
  readonly executable: Executable;
  /** The work-items of the group that combines one element. */
  readonly items: number;
}

type Given =
  | "symbol"
  | "images"
  | "variant"
  | "ir"
  | "module"
  | "loading"
  | "places"
  | "localMemories"
  | "coverage"
  | "constants"
  | "reductions"
  | "combining"
  | "estimate";

/** The properties of a kernel's groups that launches need. */
export type GroupsOfProgram = Pick<GroupPlan, "localSizes" | "localMemory">;

/** The parts of which a program is made. */
export interface ProgramParts extends Pick<Program, Given> {
  readonly facts: KernelFacts;
  /** For a kernel that runs group by group. */
  readonly groups: GroupsOfProgram | undefined;
  readonly compile: (threads: "one" | "many", privatise: boolean) => Steps<Executable>;
}

export function makeProgram({ facts, groups, compile: make, ...given }: ProgramParts): Program {
  const compile: typeof make = (...args) => profiledCompilation(given.symbol.name, make(...args));
  let alone: Executable | undefined;
  let withCopies: Executable | undefined;
  let without: Executable | undefined;
  // Between its steps, another caller may have made it.
  function* forOne(): Steps<Executable> {
    const made = alone ?? (yield* compile("one", false));
    alone ??= made;
    return alone;
  }
  function* forMany(privatise: boolean): Steps<Executable> {
    const first = withCopies ?? (yield* facts.hasAtomics ? compile("many", true) : forOne());
    withCopies ??= first;
    if (privatise || withCopies.privatised.length === 0) return withCopies;
    const second = without ?? (yield* compile("many", false));
    without ??= second;
    return without;
  }
  const groupSize = groups ? groups.localSizes.reduce((product, size) => product * size) : 1;
  const program: Program = {
    ...facts,
    ...given,
    fromIr: () => (given.ir ? program : undefined),
    layout: argumentLayout(facts.parameters),
    globalPlace: (index) => given.places.place(index),
    loading: () => (alone ? alone.readying?.() : given.loading()),
    prepare: function* () {
      yield* forOne();
      yield* forMany(false);
    },
    executable: () => alone ?? finish(forOne()),
    parallel: (privatise) => finish(forMany(privatise)),
    hasPointers: facts.access.hasPointers,
    isOfGroups: groups !== undefined,
    groupSize,
    localMemory: groups?.localMemory ?? 0,
    pace: new Pace(facts.nanoseconds * groupSize),
  };
  return program;
}
