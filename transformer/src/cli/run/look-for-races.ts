// `lanewise run --check-races`: turns on the race check of the project's own lanewise, and when the process ends says what it has found.

import { createRequire } from "node:module";
import type { RaceMode } from "../../run/loader-input.js";
import { CommandError } from "../command-error.js";

/** What is used of `lanewise/races`, on which the transformer does not depend. */
interface RacesModule {
  readonly checkRaces: (options: { readonly collect: boolean }) => RaceCheck;
}

interface RaceCheck {
  readonly launches: number;
  readonly races: readonly Error[];
  readonly unchecked: readonly { readonly kernel: string; readonly reason: string }[];
}

/** Before the program is loaded; `file` is its file, or one beside it. */
export function lookForRaces(file: string, mode: RaceMode): void {
  const check = loadChecker(file).checkRaces({ collect: mode === "all" });
  const told = new Set<unknown>();
  process.on("uncaughtExceptionMonitor", (error) => told.add(error));
  process.once("exit", () => {
    const { launches, races, unchecked } = check;
    // What ended the process, Node has printed.
    for (const race of races) if (!told.has(race)) process.stderr.write(`${race.message}\n`);
    process.stderr.write(`Checked ${counted(launches, "launch", "launches")}: ${found(races)}\n${listed(unchecked)}`);
    if (races.length > 0) process.exitCode ||= 1;
  });
}

function loadChecker(file: string): RacesModule {
  try {
    // The same module as the program's imports of lanewise lead to.
    return createRequire(file)("lanewise/races") as RacesModule;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    throw new CommandError(
      `--check-races: the package lanewise of ${file} cannot be asked: ${reason}\nInstall lanewise there, in the version of this command.`,
      { cause },
    );
  }
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function found(races: readonly unknown[]): string {
  return races.length === 0 ? "no races." : `${counted(races.length, "race", "races")}.`;
}

function listed(unchecked: RaceCheck["unchecked"]): string {
  const lines = new Set(unchecked.map(({ kernel, reason }) => `Not checked: kernel ${kernel}: ${reason}.\n`));
  return [...lines].join("");
}
