// Commands that do not say which arrays they use: host tasks without `reads` and `writes`, kernels that are not compiled. What is freed
// while one is outstanding stays its own until that one is final, since it may be what it uses.

import type { Allocation } from "./usm.js";

/** Gives up one use of an allocation. */
type Release = () => void;

/** By command that is not final: what it holds. */
const outstanding = new Map<{ readonly since: number }, Release[]>();
let made = 0;

/** The number of a new allocation. */
export function nextAllocation(): number {
  made += 1;
  return made;
}

/** Says that a command may use every array that there is. Returns what says that it is final. */
export function useUnknown(): Release {
  const command = { since: made };
  outstanding.set(command, []);
  return () => {
    const held = outstanding.get(command) ?? [];
    outstanding.delete(command);
    for (const release of held) release();
  };
}

/** Of an allocation that is being freed: `retain` for each command that may use it. What was allocated behind a command is not its own. */
export function holdFreed({ number }: Allocation, retain: () => Release): void {
  for (const [{ since }, held] of outstanding) if (number <= since) held.push(retain());
}
