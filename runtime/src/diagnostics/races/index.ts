// `lanewise/races`: while a check is on, kernels run in an interpreter that looks for data races.

import { describeValue, type OptionTable, ownOptions } from "../../values/index.js";
import "../../values/dispose-symbols.js";
import { type Race, runRaceCheck, ShadowFull } from "@lanewise/ir";
import { LanewiseError, raceErrorTable } from "../../errors/index.js";
import { type CheckedProgram, runLaunch, turnOn, type UncheckedLaunch } from "../checks/index.js";
import { type RaceAccess, RaceError } from "./race-error.js";

export type { UncheckedLaunch } from "../checks/index.js";
export { type RaceAccess, RaceError } from "./race-error.js";

export interface RaceCheckOptions {
  /** Look for all races, and let launches that have some complete; else the first fails its launch. Default: false. */
  readonly collect?: boolean;
  /** Gets each of the races when it is found. */
  readonly onRace?: (race: RaceError) => void;
  /** The most bytes that are kept for one launch of what has touched its memory: 9 to 36 for each byte of it, and for atomics more. Default: 1 GiB. */
  readonly memory?: number;
}

const options = {
  collect: "boolean",
  onRace: "function",
  memory: "checked",
} as const satisfies OptionTable<RaceCheckOptions>;

/** What a check has found so far. */
export interface RaceCheck extends Disposable {
  /** Launches that were checked. */
  readonly launches: number;
  /** Each pair of places in the source once, however many launches race there. */
  readonly races: readonly RaceError[];
  readonly unchecked: readonly UncheckedLaunch[];
  /** Ends the check: kernels run on their devices again. */
  stop(): void;
}

const DEFAULT_MEMORY = 2 ** 30;

/**
 * From now on, all kernels of this program that are launched run in an interpreter, on the calling thread, which looks for data races: two work-items that touch the same bytes,
 * at least one of them writing, without atomics or a barrier between. A launch with one rejects with a `RaceError`, whose code is
 * `data_race`; one that reads local memory before anybody has written it, with `uninitialized_memory`.
 *
 *     using check = checkRaces();
 *     await q.parallelFor(n, (i) => { bins[pixels[i]!]! += 1; }); // throws: two work-items touch bins[7]
 *
 * Results are as without, but for sums of floats, which reductions and functions of groups may round otherwise. Timeouts do not apply. Kernels run 100 to 1000 times slower.
 * Throws `invalid` where another check is on.
 */
export function checkRaces(asked?: RaceCheckOptions): RaceCheck {
  const { collect = false, onRace, memory = DEFAULT_MEMORY } = ownOptions(asked, options, "checkRaces");
  checkMemory(memory);
  const races: RaceError[] = [];
  const known = new Set<string>();
  const found = (race: RaceError): void => {
    const key = `${race.kernel} ${[race.earlier, race.later].map(describePlace).sort().join(" ")}`;
    if (!known.has(key)) {
      known.add(key);
      races.push(race);
      onRace?.(race);
    }
    if (!collect) throw race;
  };
  const check = turnOn("checkRaces", (context, identity, args, retained) =>
    runLaunch(context, identity, args, retained, (program) => look(program, memory, found)),
  );
  return {
    get launches() {
      return check.launches();
    },
    races,
    unchecked: check.unchecked,
    stop: check.stop,
    [Symbol.dispose]: check.stop,
  };
}

function look(program: CheckedProgram, memory: number, found: (race: RaceError) => void): void {
  const { module, kernel, host, launch, described } = program;
  const onRace = (race: Race) => found(new RaceError(race, described));
  try {
    runRaceCheck(module, kernel, { ...host, budget: { bytes: memory }, onRace }, launch);
  } catch (error) {
    if (!(error instanceof ShadowFull)) throw error;
    throw new LanewiseError(
      "race_check_memory",
      `Kernel ${described.kernel} touches more memory than the race check can follow: its records take more than ${memory} bytes.`,
      { row: raceErrorTable.race_check_memory },
    );
  }
}

function describePlace(access: RaceAccess | undefined): string {
  return access ? `${access.file}:${access.line}:${access.column}` : "";
}

function checkMemory(memory: unknown): void {
  if (typeof memory === "number" && memory > 0) return;
  throw new LanewiseError("invalid", `checkRaces: memory is ${describeValue(memory)}; expected a number of bytes.`);
}
