// What launches on a GPU leave for the host, and for each other: words of one buffer, the fates of launches, then records of their failures.

/** By the number of a launch, modulo `count`: that number, if the launch has failed, or was skipped. */
export const FATES = { count: 65536 } as const;

/** Words that are zero before the launch. The host reads them when it is complete. */
export const RECORD = {
  words: 256,
  /** The complement of the lowest work-item that failed; 0: none did. */
  first: 0,
  /** How many slots were taken; those beyond `slots` were not written. */
  taken: 1,
  firstSlot: 2,
  slots: 42,
  slotWords: 6,
  /** In a slot. The index is 64 bits, its low word first. */
  slot: { item: 0, site: 1, index: 2, length: 4 },
} as const;

/** A launch, in words; as `Launch` of compile.ts. */
export const LAUNCH = {
  words: 192,
  /** The address of its arguments; they are here, too, where they are no more than `mostArguments`. */
  args: 0,
  begin: 1,
  end: 2,
  /** The word at which its record begins. */
  record: 3,
  /** Groups of a workgroup, one after the other. */
  step: 4,
  number: 5,
  /** How many launches have to succeed before it, and their numbers. */
  afters: 6,
  /** The bytes at which the bindings of memory begin. */
  heap: 7,
  atomics: 8,
  /** The word of the heap at which the part above begins. */
  above: 9,
  firstAfter: 12,
  mostAfters: 52,
  firstArgument: 64,
  mostArguments: 128,
} as const;
