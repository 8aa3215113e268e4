// `lanewise/races`: while a check is on, kernels run in an interpreter that looks for data races.

import { describeValue, type OptionTable, ownOptions } from "../../values/index.js";
import "../../values/dispose-symbols.js";
import { type Race, runRaceCheck, ShadowFull } from "@lanewise/ir";
import { LanewiseError, raceErrorTable } from "../../errors/index.js";
import { type CheckedProgram, runLaunch, turnOn, type UncheckedLaunch } from "../checks/index.js";
import { type RaceAccess, RaceError } from "./race-error.js";

export type { UncheckedLaunch } from "../checks/index.js";
export { type RaceAccess, RaceError } from "./race-error.js";

/** The options of `checkRaces`. */
export interface RaceCheckOptions {
  /** Find all races, and let launches with some complete; otherwise the first fails its launch. Default: false. */
  readonly collect?: boolean;
  /** Receives each race when it is found. */
  readonly onRace?: (race: RaceError) => void;
  /** The most bytes of records per launch of accesses to its memory: 9 to 36 for each byte accessed, and more for atomics. Default: 1 GiB. */
  readonly memory?: number;
}

const options = {
  collect: "boolean",
  onRace: "function",
  memory: "checked",
} as const satisfies OptionTable<RaceCheckOptions>;

/** The findings of a check so far. */
export interface RaceCheck extends Disposable {
  /** How many launches were checked. */
  readonly launches: number;
  /** One for each pair of positions in the source, however many launches race there. */
  readonly races: readonly RaceError[];
  readonly unchecked: readonly UncheckedLaunch[];
  /** Ends the check: kernels run on their devices again. */
  stop(): void;
}

const DEFAULT_MEMORY = 2 ** 30;

/**
 * From now on, all launched kernels of this program run in an interpreter on the calling thread, which looks for data races. In a data race, two
 * work-items access the same bytes, at least one of them writes, and no atomics or barrier order them. A launch with a race rejects with a
 * `RaceError`, whose code is `data_race`. If it reads uninitialised local memory, the code is `uninitialized_memory`.
 *
 *     using check = checkRaces();
 *     await q.parallelFor(n, (i) => { bins[pixels[i]!]! += 1; }); // throws: two work-items touch bins[7]
 *
 * Results are the same as without it, except sums of floats, which reductions and functions of groups may round differently. Timeouts do not apply.
 * Kernels run 100 to 1000 times slower. Throws `invalid` if another check is on.
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
