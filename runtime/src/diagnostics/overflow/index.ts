// `lanewise/overflow`: while a check is on, kernels run in an interpreter that also computes each number as JavaScript does, and reports where the
// two differ.

import { type NumberDifference, runNumberCheck, ShadowFull } from "@lanewise/ir";
import { describeValue, type OptionTable, ownOptions } from "../../values/index.js";
import { type CheckedProgram, runLaunch, turnOn, type UncheckedLaunch } from "../checks/index.js";
import type { LaunchIdentity } from "../index.js";
import "../../values/dispose-symbols.js";
import { LanewiseError, overflowErrorTable } from "../../errors/index.js";
import type { Program } from "../../images/programs/index.js";
import { OverflowError } from "./overflow-error.js";
import { type UnseenDifference, unseenIn } from "./unseen.js";

export type { UncheckedLaunch } from "../checks/index.js";
export { type CheckedValue, OverflowError, type OverflowOperation } from "./overflow-error.js";
export type { UnseenDifference } from "./unseen.js";

/** The options of `checkOverflow`. */
export interface OverflowCheckOptions {
  /** Find all numbers that differ, and let launches with some complete; otherwise the first fails its launch. Default: false. */
  readonly collect?: boolean;
  /** Receives each of them when it is found. */
  readonly onOverflow?: (overflow: OverflowError) => void;
  /**
   * Report each f32 that is rounded differently from JavaScript's double, even in the last digit. Default: false, which reports only those that
   * change a branch, and results that differ by more than one part in 1024.
   */
  readonly floats?: boolean;
  /** Report 0 where JavaScript has -0, even if only the sign differs. Default: false. */
  readonly zeros?: boolean;
  /** The most bytes of records per launch of numbers in memory that differ: some 160 for each. Default: 1 GiB. */
  readonly memory?: number;
}

const options = {
  collect: "boolean",
  onOverflow: "function",
  floats: "boolean",
  zeros: "boolean",
  memory: "checked",
} as const satisfies OptionTable<OverflowCheckOptions>;

/** The findings of a check so far. */
export interface OverflowCheck extends Disposable {
  /** How many launches were checked. */
  readonly launches: number;
  /** One for each position in the source, however many work-items and launches have different numbers there. */
  readonly overflows: readonly OverflowError[];
  readonly unchecked: readonly UncheckedLaunch[];
  /**
   * One for each position in the source where last digits of the launched kernels may differ from JavaScript's, because of something that the check
   * does not run. That is gangs, fused operations, the engine's powers, code made ahead of time and the order of sums. They are not errors.
   */
  readonly unseen: readonly UnseenDifference[];
  /** Ends the check: kernels run on their devices again. */
  stop(): void;
}

const DEFAULT_MEMORY = 2 ** 30;

/**
 * From now on, all launched kernels of this program run in an interpreter on the calling thread. It computes each number twice: as the kernel does,
 * and as JavaScript does with the same text. If a difference shows, the launch rejects with an `OverflowError`, whose code is `overflow`. A
 * difference shows in memory that the host can see, through another branch, in an index, or in the operand of an atomic operation. It also shows in a
 * reduction's result and in the output of `console.log`.
 *
 *     using check = checkOverflow();
 *     await q.parallelFor(n, (i) => { const x: i32 = data[i]!; squares[i] = x * x; }); // throws: 65536 * 65536 is 0
 *
 * Numbers differ where a flavour was written, in operations on f32, and in the cases listed in docs/overflow.md. Results are the same as without it,
 * except sums of floats, which reductions and functions of groups may round differently. Timeouts do not apply. Kernels run 100 to 1000 times slower.
 * Throws `invalid` if another check is on.
 */
export function checkOverflow(asked?: OverflowCheckOptions): OverflowCheck {
  const own = ownOptions(asked, options, "checkOverflow");
  const { collect = false, onOverflow, floats = false, zeros = false, memory = DEFAULT_MEMORY } = own;
  checkMemory(memory);
  const overflows: OverflowError[] = [];
  const known = new Set<string>();
  const found = (overflow: OverflowError): void => {
    const { kernel, file, line, column, shows } = overflow;
    const key = `${kernel} ${shows} ${file}:${line}:${column}`;
    if (!known.has(key)) {
      known.add(key);
      overflows.push(overflow);
      onOverflow?.(overflow);
    }
    if (!collect) throw overflow;
  };
  const unseen = new UnseenPlaces();
  const check = turnOn(
    "checkOverflow",
    (context, identity, args, retained) =>
      runLaunch(context, identity, args, retained, (program) => compute(program, { floats, zeros, memory, found })),
    (identity) => unseen.add(identity),
  );
  return {
    get launches() {
      return check.launches();
    },
    overflows,
    unchecked: check.unchecked,
    unseen: unseen.places,
    stop: check.stop,
    [Symbol.dispose]: check.stop,
  };
}

class UnseenPlaces {
  readonly places: UnseenDifference[] = [];
  readonly #looked = new WeakSet<Program>();
  readonly #known = new Set<string>();

  /** A program is the same for many launches. */
  add(identity: LaunchIdentity): void {
    if (this.#looked.has(identity.program)) return;
    this.#looked.add(identity.program);
    for (const place of unseenIn(identity)) {
      const { kind, text, file, line, column } = place;
      const key = `${kind} ${file}:${line}:${column} ${text}`;
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      this.places.push(place);
    }
  }
}

interface Settings {
  readonly floats: boolean;
  readonly zeros: boolean;
  readonly memory: number;
  readonly found: (overflow: OverflowError) => void;
}

function compute(program: CheckedProgram, { floats, zeros, memory, found }: Settings): void {
  const { module, kernel, host, launch, described } = program;
  const onDifference = (difference: NumberDifference) => found(new OverflowError(difference, described));
  try {
    runNumberCheck(module, kernel, { ...host, budget: { bytes: memory }, floats, zeros, onDifference }, launch);
  } catch (error) {
    if (!(error instanceof ShadowFull)) throw error;
    throw new LanewiseError(
      "overflow_check_memory",
      `Kernel ${described.kernel} keeps too many numbers in memory that differ from JavaScript's: the check's records of them take more than ${memory} bytes.`,
      { row: overflowErrorTable.overflow_check_memory },
    );
  }
}

function checkMemory(memory: unknown): void {
  if (typeof memory === "number" && memory > 0) return;
  throw new LanewiseError("invalid", `checkOverflow: memory is ${describeValue(memory)}; expected a number of bytes.`);
}
