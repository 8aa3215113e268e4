// Commands that do not say which arrays they use: host tasks without `reads` and `writes`, and uncompiled kernels. Memory that is freed while such
// a command is outstanding is not reused until the command is final, since it may use it.

import type { Allocation } from "./usm.js";

/** Ends one use of an allocation. */
type Release = () => void;

/** The uses that each unfinished command holds. */
const outstanding = new Map<{ readonly since: number }, Release[]>();
let made = 0;

/** Returns the number of a new allocation. */
export function nextAllocation(): number {
  made += 1;
  return made;
}

/** Records that a command may use every existing array. Returns the function to call when it is final. */
export function useUnknown(): Release {
  const command = { since: made };
  outstanding.set(command, []);
  return () => {
    const held = outstanding.get(command) ?? [];
    outstanding.delete(command);
    for (const release of held) release();
  };
}

/** Called when an allocation is freed: retains it for each command that may use it, which are those submitted after it was allocated. */
export function holdFreed({ number }: Allocation, retain: () => Release): void {
  for (const [{ since }, held] of outstanding) if (number <= since) held.push(retain());
}
