// A kernel that runs on a device, with all that launches ask of it. How it came about, by generating code now or ahead of time, makes no
// difference from here on.

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

/** What positions, types and globals of a program are numbers of. */
export interface ModuleTables extends Pick<Module, "files" | "structs" | "sites"> {
  readonly globals: readonly Pick<Global, "id" | "type" | "storage" | "initial">[];
}

/** A specialization constant that launches give as an argument. */
export interface ConstantArgument {
  readonly id: string;
  /** Whether the argument is the value itself; else a span of one element that holds it. */
  readonly type: KernelFacts["parameters"][number]["type"];
  readonly initial: Uint8Array;
}

export interface ProgramIr {
  /** A kernel of work-groups is not divided into regions there. */
  readonly module: Module;
  /** As it was before its reducers, too, were made into what blocks leave. */
  readonly written: Module;
  /** The kernel's index in both. */
  readonly kernel: number;
  readonly linked: LinkedKernel;
}

export interface Program extends KernelFacts {
  readonly symbol: KernelSymbol;
  readonly variant: KernelVariant;
  /** What it was made of. */
  readonly images: readonly LoadedImage[];
  readonly module: ModuleTables;
  /** What it was generated from; undefined of what was generated ahead of time. */
  readonly ir: ProgramIr | undefined;
  /** The same launch's from IR: of what was generated ahead of time another one, made at first need, where its image has IR beside it. */
  readonly fromIr: () => Program | undefined;
  readonly layout: ArgumentLayout;
  /** Resolves, soon in any case, when it is known whether its code is kept; undefined: it is, or is known not to be. */
  readonly loading: () => Promise<void> | undefined;
  /** Makes what launches may need, on any number of threads. */
  readonly prepare: () => Steps<void>;
  /** For one thread. */
  readonly executable: () => Executable;
  /** For several threads at the same time, with copies of their own or without; the same one where it makes no difference. */
  readonly parallel: (privatise: boolean) => Executable;
  readonly globalPlace: (index: number) => GlobalPlace;
  /** What keeps these places; a launch retains it. */
  readonly places: ProgramPlaces;
  /** Whether it needs the table of pointers. */
  readonly hasPointers: boolean;
  /** Whether `run` counts work-groups, and how many work-items each has; else 1. */
  readonly isOfGroups: boolean;
  readonly groupSize: number;
  /** Bytes of a group's local memory that the launch says nothing of. */
  readonly localMemory: number;
  /** How a parameter of `symbol` is written as a whole; undefined if it may not be. */
  readonly coverage: (parameter: number) => Coverage | undefined;
  /** What that memory is. */
  readonly localMemories: () => readonly NamedMemory[];
  /** What follow the captures as arguments. */
  readonly constants: readonly ConstantArgument[];
  /** How it takes the reductions of its launches. */
  readonly reductions: readonly ReductionForm[];
  /** Of each reduction, what combines the copies that the kernel leaves. */
  readonly combining: readonly (() => CombiningProgram)[];
  /** What a work-item moves and does, where that is known. */
  readonly estimate: (parameters: readonly (number | undefined)[]) => KernelEstimate | undefined;
  /** Learns over all launches of the program. */
  readonly pace: Pace;
}

/** A kernel that is run when another one is done (codegen/src/reductions/combine-copies.ts). */
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

/** What launches ask of a kernel's groups. */
export type GroupsOfProgram = Pick<GroupPlan, "localSizes" | "localMemory">;

/** What a program is made of. */
export interface ProgramParts extends Pick<Program, Given> {
  readonly facts: KernelFacts;
  /** Of a kernel that runs group by group. */
  readonly groups: GroupsOfProgram | undefined;
  readonly compile: (threads: "one" | "many", privatise: boolean) => Steps<Executable>;
}

export function makeProgram({ facts, groups, compile: make, ...given }: ProgramParts): Program {
  const compile: typeof make = (...args) => profiledCompilation(given.symbol.name, make(...args));
  let alone: Executable | undefined;
  let withCopies: Executable | undefined;
  let without: Executable | undefined;
  // Between its steps, somebody else may have made it.
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
