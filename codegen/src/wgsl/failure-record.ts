// Where a launch on a GPU records its failures: words that are zero before it. The host reads them when the launch is complete.

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
