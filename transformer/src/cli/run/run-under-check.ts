// `lanewise run --check-races` and `--check-overflow`: enables a check of the project's own lanewise, and reports its findings when the process ends.

import { createRequire } from "node:module";
import type { CheckRequest } from "../../run/loader-input.js";
import { CommandError } from "../command-error.js";

/** The parts of a check that are used here; the transformer does not depend on its package. */
interface RunningCheck {
  readonly launches: number;
  readonly unchecked: readonly { readonly kernel: string; readonly reason: string }[];
  /** For the overflow check only: what it cannot see. */
  readonly unseen?: readonly { readonly message: string }[];
}

interface CheckRow {
  readonly flag: string;
  /** The package's entry and function. */
  readonly entry: string;
  readonly start: string;
  /** The property of a check with its errors. */
  readonly errors: string;
  readonly none: string;
  readonly one: string;
  readonly many: string;
}

const rows = {
  races: {
    ...{ flag: "--check-races", entry: "lanewise/races", start: "checkRaces", errors: "races" },
    ...{ none: "no races", one: "race", many: "races" },
  },
  overflow: {
    ...{ flag: "--check-overflow", entry: "lanewise/overflow", start: "checkOverflow", errors: "overflows" },
    ...{ none: "all numbers as in JavaScript" },
    ...{ one: "number other than in JavaScript", many: "numbers other than in JavaScript" },
  },
} as const satisfies Record<CheckRequest["kind"], CheckRow>;

/** Called before the program is loaded; `file` is the program's file, or one beside it. */
export function runUnderCheck(file: string, request: CheckRequest): void {
  const { kind, ...options } = request;
  const row = rows[kind];
  const start = Reflect.get(load(file, row), row.start) as (options: object) => RunningCheck; // the entry's export
  const check = start(options);
  const told = new Set<unknown>();
  process.on("uncaughtExceptionMonitor", (error) => told.add(error));
  process.once("exit", () => {
    const { launches, unchecked, unseen = [] } = check;
    const errors = Reflect.get(check, row.errors) as readonly Error[]; // the property in its row
    // Node has printed the error that ended the process.
    for (const error of errors) if (!told.has(error)) process.stderr.write(`${error.message}\n`);
    const found = errors.length === 0 ? row.none : counted(errors.length, row.one, row.many);
    process.stderr.write(`Checked ${counted(launches, "launch", "launches")}: ${found}.\n${listed(unchecked)}`);
    process.stderr.write(notSeen(unseen, kind === "overflow" && request.floats));
    if (errors.length > 0) process.exitCode ||= 1;
  });
}

function load(file: string, { flag, entry }: CheckRow): object {
  try {
    // The same module that the program's imports of lanewise resolve to.
    return createRequire(file)(entry) as object;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    throw new CommandError(
      `${flag}: the package lanewise of ${file} cannot be asked: ${reason}\nInstall lanewise there, in the version of this command.`,
      { cause },
    );
  }
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function listed(unchecked: RunningCheck["unchecked"]): string {
  const lines = new Set(unchecked.map(({ kernel, reason }) => `Not checked: kernel ${kernel}: ${reason}.\n`));
  return [...lines].join("");
}

/** Lists where last digits may differ only if every rounding is checked. */
function notSeen(unseen: NonNullable<RunningCheck["unseen"]>, isListed: boolean): string {
  if (unseen.length === 0) return "";
  const lines = isListed ? unseen.map(({ message }) => `Not seen: ${message}\n`) : [];
  const where = isListed ? "" : "; --check-overflow=floats lists them";
  return `${lines.join("")}Not seen: ${counted(unseen.length, "place", "places")} where last digits may differ${where}.\n`;
}
