// The error codes of the overflow check, separate from errors.ts because most programs do not need them.

import type { ErrorRow } from "./error-row.js";

export const overflowErrorTable = {
  overflow: {
    number: "LW4070",
    help: "Remove the flavour, so that the number is a double as in JavaScript, or write what you mean: `| 0`, Math.imul, Math.fround.",
  },
  overflow_check_memory: {
    number: "LW4071",
    help: "Check a smaller range, or allow more: checkOverflow({ memory: 2 ** 32 }).",
  },
} as const satisfies Record<string, ErrorRow>;

export type OverflowErrorCode = keyof typeof overflowErrorTable;
