// A target is a compiler from one kernel of a verified module to a function that obeys ir/src/abi/abi.ts, over a given memory. It knows no queues,
// captures or images: those are the same for every target, so that one suite runs on all. A failing kernel writes the failure record and throws. A
// new target is a file beside this one and a row in targets.ts.

import type { GroupPlan, KernelReport, KnownLaunch, PrivatisedTarget } from "@lanewise/codegen";
import type { Module, Steps, SubGroupSize } from "@lanewise/ir";
import type { SourceOrigin } from "../../host/index.js";
import type { Origin } from "../../images/code-cache/index.js";
import type { KernelVariant, Shape } from "../../images/programs/index.js";
import type { GroupSizes, WasmMemory } from "../../values/index.js";
import type { ForeignText, FunctionText, ProgramText } from "./instances/index.js";

export interface TargetInput extends KernelVariant {
  /** Called only if code has to be generated from it. */
  readonly module: () => Module;
  /** The origin of the module; without it, programs are not cached. */
  readonly origin?: Origin | undefined;
  /** The sources of the modules that it was linked from, for debuggers. */
  readonly origins?: () => readonly SourceOrigin[];
  /** Index of the kernel in `module.functions`. */
  readonly kernel: number;
  readonly shape: Shape;
  /** As in `WasmOptions`. */
  readonly subGroups?: SubGroupSize | undefined;
  /** The sizes of groups that are not divided (Lowering.passes). */
  readonly groups?: GroupSizes | undefined;
  /** "many": several threads run it at the same time. */
  readonly threads: "one" | "many";
  /** Whether its work-items run one after another, each to its end or the next barrier, because its result depends on their order. Default: no. */
  readonly isInOrder?: boolean;
  /** Whether each thread gets copies of what may be privatised. */
  readonly privatise: boolean;
  /** For a region of a kernel of work-groups. */
  readonly known?: KnownLaunch;
  readonly memory: WasmMemory;
  readonly isSharedMemory: boolean;
  /** The address of a module global; allocates its storage. */
  readonly globalAddress: (index: number) => number;
  /** For kernels that call foreign functions: finds the module with a function, by symbol, on this device. */
  readonly foreignFunction?: (symbol: string) => PlacedForeign;
}

/** The input from which a device makes a program. */
export type ProgramInput = Omit<TargetInput, "memory" | "isSharedMemory">;

/** Another compiler's module, with its data in the device's memory, or a function of an image without IR. */
export interface PlacedForeign {
  readonly text: ForeignText | FunctionText;
  readonly stackSize: number;
}

export type Run = (args: number, thread: number, begin: number, end: number) => void;

export interface Executable {
  /** Runs the work-items begin <= id < end. */
  readonly run: Run;
  /** Bytes of private memory behind THREAD_STACK_OFFSET. */
  readonly stackSize: number;
  /** Where chunks may begin, as in `WasmProgram.gang`. */
  readonly gang: number;
  /** The targets that threads have copies of. */
  readonly privatised: readonly PrivatisedTarget[];
  /** How it was vectorised; undefined for what never is. */
  readonly report: KernelReport | undefined;
  /** Resolves when the program should run; undefined: now. Launches that cannot wait do not. */
  readonly readying?: () => Promise<void> | undefined;
  /** The text from which another thread makes its own `run`; undefined if only this thread can run it. */
  readonly text: ProgramText | undefined;
}

/** For executables that run one work-item after another, on the calling thread alone. */
export const oneByOne = { gang: 1, privatised: [], report: undefined, text: undefined } as const;

/** The input for compiling a kernel of work-groups, with its plan. */
export interface GroupTargetInput extends Omit<TargetInput, "kernel" | "privatise"> {
  readonly plan: GroupPlan;
}

export type Target = (input: TargetInput) => Steps<Executable>;
