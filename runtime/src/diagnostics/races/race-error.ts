// What a race, or a read of local memory that nobody has written, is told as: a KernelError with both accesses.

import type { AccessKind, Race, Touch } from "@lanewise/ir";
import { KernelError, type KernelPlace, raceErrorTable, startAtUser } from "../../errors/index.js";
import { indicesOf } from "../../values/index.js";
import { type CheckedKernel, describeItem, lineOf, placeOf } from "../checks/index.js";

/** One of two accesses to one place of memory. */
export interface RaceAccess extends KernelPlace {
  /** As in `KernelError`. */
  readonly workItem: readonly number[];
  /** "reads it", "updates it atomically, for its group alone". */
  readonly does: string;
}

/** Two work-items touch one place, and nothing orders them (`data_race`), or one reads local memory that nobody has written (`uninitialized_memory`). */
export class RaceError extends KernelError {
  override readonly name = "RaceError";
  /** What came first here; on another device, or another time, it may be the other. */
  readonly earlier: RaceAccess | undefined;
  readonly later: RaceAccess;
  /** The place, as the source would call it: "bodies[3].position.x". */
  readonly place: string;

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
