// What a target is: a compiler from one kernel of a verified module to a function that obeys ir/src/abi.ts, over a memory
// that it is given. It knows no queues, captures or images: those are the same for every target, so that one suite runs on
// all. A failing kernel writes the failure record and throws. A new target is a file beside this one and a row in targets.ts.

import type { GroupPlan, KernelReport, KnownLaunch, PrivatisedTarget } from "@lanewise/codegen";
import type { Module, Steps } from "@lanewise/ir";
import type { SourceOrigin } from "../../host/index.js";
import type { Origin } from "../../images/code-cache/index.js";
import type { KernelVariant, Shape } from "../../images/programs/index.js";
import type { GroupSizes, SubGroupSize, WasmMemory } from "../../values/index.js";
import type { ForeignText, FunctionText, ProgramText } from "./instances/index.js";

export interface TargetInput extends KernelVariant {
  /** Made where code has to be generated from it. */
  readonly module: () => Module;
  /** What the module was made from; programs of modules that do not say so are not kept. */
  readonly origin?: Origin | undefined;
  /** Where the modules are from that it was linked of: debuggers show their sources. */
  readonly origins?: () => readonly SourceOrigin[];
  /** Index of the kernel in `module.functions`. */
  readonly kernel: number;
  readonly shape: Shape;
  /** As in `WasmOptions`. */
  readonly subGroups?: SubGroupSize | undefined;
  /** Of a kernel whose groups are not divided (Lowering.passes). */
  readonly groups?: GroupSizes | undefined;
  /** "many": other threads run it at the same time. */
  readonly threads: "one" | "many";
  /** Whether its work-items run one after the other, each to its end or the next barrier: what it leaves depends on their order. Default: not. */
  readonly isInOrder?: boolean;
  /** Whether each of them is given copies of what may be privatised. */
  readonly privatise: boolean;
  /** Of a region of work-groups. */
  readonly known?: KnownLaunch;
  readonly memory: WasmMemory;
  readonly isSharedMemory: boolean;
  /** The address of a module global; makes its storage. */
  readonly globalAddress: (index: number) => number;
  /** Of kernels that call foreign functions: the module that has one, by the function's symbol, on this device. */
  readonly foreignFunction?: (symbol: string) => PlacedForeign;
}

/** What a device makes a program of. */
export type ProgramInput = Omit<TargetInput, "memory" | "isSharedMemory">;

/** Another compiler's module, whose data are in the device's memory, or a function of an image without IR. */
export interface PlacedForeign {
  readonly text: ForeignText | FunctionText;
  readonly stackSize: number;
}

export type Run = (args: number, thread: number, begin: number, end: number) => void;

export interface Executable {
  /** Runs the work-items begin <= id < end. */
  readonly run: Run;
  /** Bytes of private memory that it needs behind THREAD_STACK_OFFSET. */
  readonly stackSize: number;
  /** Where chunks may begin, as `WasmProgram.gang` states it. */
  readonly gang: number;
  /** What threads have copies of. */
  readonly privatised: readonly PrivatisedTarget[];
  /** How it was vectorised; undefined of what never is. */
  readonly report: KernelReport | undefined;
  /** Resolves when it had better run; undefined: now. Launches that cannot wait do not. */
  readonly readying?: () => Promise<void> | undefined;
  /** What another thread makes its own `run` from; undefined where only this thread can run it. */
  readonly text: ProgramText | undefined;
}

/** Of what runs one work-item after the other, on the calling thread alone. */
export const oneByOne = { gang: 1, privatised: [], report: undefined, text: undefined } as const;

/** What makes a kernel of work-groups one of work-groups. */
export interface GroupTargetInput extends Omit<TargetInput, "kernel" | "privatise"> {
  readonly plan: GroupPlan;
}

export type Target = (input: TargetInput) => Steps<Executable>;
