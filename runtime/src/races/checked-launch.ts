// A launch whose kernel runs in ir's race checker instead of on its device: as the user wrote it, over the launch's own arguments.

import { type CheckedLaunch, type Divergence, KernelFailure, type Race, runChecked, ShadowFull } from "@lanewise/ir";
import type { DeviceContext } from "../device-context.js";
import { KernelError, LanewiseError } from "../errors.js";
import { type LaunchIdentity, toKernelError } from "../kernel-failure.js";
import type { Retained } from "../launch-work.js";
import { DEFAULT_SUB_GROUP_SIZE, indicesOf } from "../range.js";
import { type CheckedKernel, describeItem, lineOf, placeOf, RaceError } from "./race-error.js";
import { raceErrorTable } from "./race-errors.js";

/** Why it cannot be checked; undefined: it can. */
export function reasonUnchecked({ program }: LaunchIdentity): string | undefined {
  if (!program.ir) return "it was generated ahead of time";
  const { functions } = program.ir.module;
  const [fn] = functions.filter(({ linkage }) => linkage === "foreign");
  return fn && `it calls ${fn.name}${fn.compiled ? ", of which there is WebAssembly alone" : " of another compiler"}`;
}

export interface CheckSettings {
  /** The most bytes for what is known of memory. */
  readonly memory: number;
  /** Gets each race; may throw. */
  readonly onRace: (error: RaceError) => void;
}

/** Runs it to the end. Throws as the launch fails. */
export function runLaunch(
  context: DeviceContext,
  identity: LaunchIdentity,
  args: number,
  retained: Retained,
  { memory, onRace }: CheckSettings,
): void {
  const { program, kernel, range } = identity;
  const { ir } = program;
  if (!ir) throw new LanewiseError("invalid", `Kernel ${kernel} has no IR to check.`);
  const module = ir.written;
  const launch: CheckedKernel = { kernel, range, program, files: module.files };
  let local: ReturnType<DeviceContext["allocateInternal"]> | undefined;
  let thread = 0;
  try {
    runChecked(
      module,
      ir.kernel,
      {
        memory: () => context.memory.memory.buffer,
        globals: (index) => program.globalPlace(index).address,
        localMemory: (size) => {
          local = context.allocateInternal(size, "A group's local memory");
          return local.offset;
        },
        thread: (stackSize) => {
          thread = context.threadBlock(stackSize);
          return thread;
        },
        budget: { bytes: memory },
        onRace: (race: Race) => onRace(new RaceError(race, launch)),
        onDivergence: (divergence) => {
          throw divergenceError(divergence, launch);
        },
      },
      toCheckedLaunch(identity, args, retained),
    );
  } catch (error) {
    if (error instanceof ShadowFull) throw tooLarge(kernel, memory);
    if (!(error instanceof KernelFailure)) throw error;
    const own = { kernel, range, program: { ...program, module } };
    throw toKernelError(context.memory.memory.buffer, thread, own, error);
  } finally {
    if (local) context.releaseInternal(local);
  }
}

function toCheckedLaunch({ program, range }: LaunchIdentity, args: number, retained: Retained): CheckedLaunch {
  const { local = [1, 1, 1], subGroupSize = DEFAULT_SUB_GROUP_SIZE } = range;
  const { reducing, pointers, localBytes } = retained;
  const spans = reducing?.spans ?? [];
  const parameters = program.ir?.written.functions[program.ir.kernel]?.parameters ?? 0;
  // What a range begins at comes last.
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

function tooLarge(kernel: string, memory: number): LanewiseError {
  return new LanewiseError(
    "race_check_memory",
    `Kernel ${kernel} touches more memory than the race check can follow: what it knows of it takes more than ${memory} bytes.`,
    { row: raceErrorTable.race_check_memory },
  );
}
