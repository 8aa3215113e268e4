// The codes of the race check, apart from errors.ts: programs that do not check have no need of them.

import type { ErrorRow } from "./errors.js";

export const raceErrorTable = {
  data_race: {
    number: "LW4060",
    help: "Update it with atomicRef or a reduction, let work-items of one group wait at a barrier between, or give each an element of its own.",
  },
  uninitialized_memory: {
    number: "LW4061",
    help: "Write local memory before it is read, and wait at a barrier between.",
  },
  race_check_memory: {
    number: "LW4062",
    help: "Check a smaller range, or allow more: checkRaces({ memory: 2 ** 32 }).",
  },
} as const satisfies Record<string, ErrorRow>;

export type RaceErrorCode = keyof typeof raceErrorTable;
