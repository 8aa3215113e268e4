// The error for a race, or for a read of uninitialised local memory: a KernelError with both accesses.

import type { AccessKind, Race, Touch } from "@lanewise/ir";
import { KernelError, type KernelPlace, raceErrorTable, startAtUser } from "../../errors/index.js";
import { indicesOf } from "../../values/index.js";
import { type CheckedKernel, describeItem, lineOf, placeOf } from "../checks/index.js";

/** One of two accesses to the same memory. */
export interface RaceAccess extends KernelPlace {
  /** As in `KernelError`. */
  readonly workItem: readonly number[];
  /** "reads it", "updates it atomically, for its group alone". */
  readonly does: string;
}

/** Two unordered accesses to the same memory (`data_race`), or a read of uninitialised local memory (`uninitialized_memory`). */
export class RaceError extends KernelError {
  override readonly name = "RaceError";
  /** The first access here; on another device, or another time, the order may be reversed. */
  readonly earlier: RaceAccess | undefined;
  readonly later: RaceAccess;
  /** The memory, in the source's terms: "bodies[3].position.x". */
  readonly place: string;

  /** @internal Checks report them. */
  constructor(race: Race, launch: CheckedKernel) {
    const later = accessOf(race.later, launch);
    const earlier = race.earlier && accessOf(race.earlier, launch);
    const code = earlier ? "data_race" : "uninitialized_memory";
    const what = earlier
      ? `two work-items touch ${race.text}, and nothing orders them.`
      : `${race.text} is read, and no work-item of the group has written it.`;
    const lines = [...(earlier ? [earlier] : []), later].map((access) =>
      lineOf(access, `${describeItem(access.workItem)} ${access.does}`, launch.program),
    );
    super(
      code,
      [`Kernel ${launch.kernel}: ${what}`, ...lines].join("\n"),
      {
        kernel: launch.kernel,
        array: race.array,
        index: race.index,
        length: undefined,
        ...{ file: later.file, line: later.line, column: later.column, workItem: later.workItem, calledFrom: [] },
      },
      { row: raceErrorTable[code] },
    );
    this.earlier = earlier;
    this.later = later;
    this.place = race.text;
    startAtUser(this);
  }
}

const verbs = {
  read: "reads it",
  write: "writes it",
  atomicRead: "reads it atomically",
  atomicWrite: "writes it atomically",
  atomicUpdate: "updates it atomically",
} as const satisfies Record<AccessKind, string>;

const scopes = {
  workItem: "itself",
  subGroup: "its sub-group",
  workGroup: "its group",
  device: "",
  system: "",
} as const;

function accessOf({ item, kind, at, scope }: Touch, { range, files }: CheckedKernel): RaceAccess {
  const within = scope === undefined ? "" : scopes[scope];
  const does = `${verbs[kind]}${within === "" ? "" : `, for ${within} alone`}`;
  return { workItem: indicesOf(item, range), does, ...placeOf(at, files) };
}
