// Runs a launch under a check of ir instead of on its device: the kernel as the user wrote it, on the launch's own arguments.

import {
  type CheckedLaunch,
  type CheckHost,
  type Divergence,
  defaultSubGroupSize,
  KernelFailure,
  type Module,
  THREAD_STACK_OFFSET,
} from "@lanewise/ir";
import type { DeviceContext } from "../../context/index.js";
import { KernelError, LanewiseError } from "../../errors/index.js";
import type { Retained } from "../../launch/index.js";
import { type Block, mapped } from "../../memory/index.js";
import { indicesOf } from "../../values/index.js";
import { type LaunchIdentity, toKernelError } from "../index.js";
import { type CheckedKernel, describeItem, lineOf, placeOf } from "./checked-kernel.js";

/** Why the launch cannot be checked; undefined if it can. */
export function reasonUnchecked({ program }: LaunchIdentity): string | undefined {
  if (!program.ir) return "it was generated ahead of time";
  const { functions } = program.ir.module;
  const [fn] = functions.filter(({ linkage }) => linkage === "foreign");
  return fn && `it calls ${fn.name}${fn.compiled ? ", which exists only as WebAssembly" : " of another compiler"}`;
}

/** The input of a check. */
export interface CheckedProgram {
  readonly module: Module;
  readonly kernel: number;
  readonly host: CheckHost;
  readonly launch: CheckedLaunch;
  /** For messages. */
  readonly described: CheckedKernel;
}

/** Runs a launch to its end by `run`. Throws if the launch fails, and what `run` throws. */
export function runLaunch(
  context: DeviceContext,
  identity: LaunchIdentity,
  args: number,
  retained: Retained,
  run: (program: CheckedProgram) => void,
): void {
  const { program, kernel, range } = identity;
  const { ir } = program;
  if (!ir) throw new LanewiseError("invalid", `Kernel ${kernel} has no IR to check.`);
  const module = ir.written;
  const described: CheckedKernel = { kernel, range, program, files: module.files };
  const memory = mapped(context.memory, "A checked launch");
  let local: Block | undefined;
  let thread: Block | undefined;
  const host: CheckHost = {
    memory: () => memory.memory.buffer,
    globals: (index) => program.globalPlace(index).address,
    localMemory: (size) => {
      local = context.internal.allocate(size, "A group's local memory");
      return local.offset;
    },
    thread: (stackSize) => {
      thread = context.internal.allocate(THREAD_STACK_OFFSET + stackSize, "A checked launch's private memory");
      return thread.offset;
    },
    onDivergence: (divergence) => {
      throw divergenceError(divergence, described);
    },
  };
  try {
    run({ module, kernel: ir.kernel, host, launch: toCheckedLaunch(identity, args, retained), described });
  } catch (error) {
    if (!(error instanceof KernelFailure)) throw error;
    const own = { kernel, range, program: { ...program, module } };
    throw toKernelError(memory.memory.buffer, thread?.offset ?? 0, own, error);
  } finally {
    for (const block of [local, thread]) if (block) context.internal.release(block);
  }
}

function toCheckedLaunch({ program, range }: LaunchIdentity, args: number, retained: Retained): CheckedLaunch {
  const { local = [1, 1, 1], subGroupSize = defaultSubGroupSize } = range;
  const { reducing, pointers, localBytes } = retained;
  const spans = reducing?.spans ?? [];
  const parameters = program.ir?.written.functions[program.ir.kernel]?.parameters ?? 0;
  // The offsets of the range are the last parameters.
  const firstReducer = parameters - (range.offset?.length ?? 0) - spans.length;
  return {
    ...{ args, localBytes, offsets: program.layout.offsets, pointerTable: pointers?.block.offset ?? 0 },
    reducers: new Map(spans.map((span, index) => [firstReducer + index, span])),
    range: { size: range.sizes, local, subGroupSize },
  };
}

function divergenceError(divergence: Divergence, { kernel, range, program, files }: CheckedKernel): KernelError {
  const { call, isOfSubGroup, waiting, missing } = divergence;
  const whole = isOfSubGroup ? "sub-group" : "group";
  const what = call === "" ? "barrier" : `call of ${call.replace(/^subGroup\./, "")}`;
  const nameOf = (item: number) => describeItem(indicesOf(item, range));
  const place = placeOf(waiting.at, files);
  const elsewhere = missing.at && placeOf(missing.at, files);
  const lines = [
    `Kernel ${kernel}: not every work-item of the ${whole} reached this ${what}.`,
    lineOf(place, `${nameOf(waiting.item)} waits here`, program),
    elsewhere
      ? lineOf(elsewhere, `${nameOf(missing.item)} waits here`, program)
      : `  ${nameOf(missing.item)} has returned`,
  ];
  const workItem = indicesOf(missing.item, range);
  const failure = { kernel, array: undefined, index: undefined, length: undefined, ...place, workItem, calledFrom: [] };
  return new KernelError("barrier_divergence", lines.join("\n"), failure);
}
