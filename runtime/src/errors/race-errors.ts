// The error codes of the race check, separate from errors.ts because most programs do not need them.

import type { ErrorRow } from "./error-row.js";

export const raceErrorTable = {
  data_race: {
    number: "LW4060",
    help: "Update it with atomicRef or a reduction, put a barrier between the accesses of one group, or give each work-item its own element.",
  },
  uninitialized_memory: {
    number: "LW4061",
    help: "Write local memory before you read it, with a barrier in between.",
  },
  race_check_memory: {
    number: "LW4062",
    help: "Check a smaller range, or allow more: checkRaces({ memory: 2 ** 32 }).",
  },
} as const satisfies Record<string, ErrorRow>;

export type RaceErrorCode = keyof typeof raceErrorTable;
