// Pointers and the table that resolves them. A pointer is a u64: the id of an allocation of device memory in its high half, the byte offset into it
// in its low half; 0 is null. The low SLOT_BITS bits of an id are its slot in the table; the bits above tell it from earlier users of the slot.
// Pointers are never made from integers, but memory may hold anything, so each is checked when followed. The table is one block of memory, which does
// not change while kernels use it: the header, the entries by slot (a power of two; free ones are zero), and the addresses of the used entries sorted
// by the addresses they describe, for `pointer`'s binary search. Address 0 holds only zeros, which is an empty table.

import type { Layout } from "../module/index.js";

/** Byte offsets in the table (u32 each) and in an entry. */
export const pointerTable = {
  /** The number of entries less one. */
  mask: 0,
  /** Number of used entries. */
  count: 4,
  entries: 16,
  entry: { id: 0, address: 4, size: 8, bytes: 16 },
} as const;

export const SLOT_BITS = 20;

/** The failure record's index for a null pointer; for pointers into an allocation it holds the offset, and the length is the allocation's size. */
export const NULL_INDEX = -1;
/** For a pointer to an allocation that was freed, or is not in this device's table. */
export const UNKNOWN_INDEX = -2;

export interface PointerEntry {
  /** Never 0. */
  readonly id: number;
  /** A multiple of 8. */
  readonly address: number;
  /** In bytes. */
  readonly size: number;
}

const slotOf = (id: number): number => id & (2 ** SLOT_BITS - 1);

/** The number of entries: the smallest power of two with a slot for each id. */
function entryCount(entries: readonly PointerEntry[]): number {
  const last = entries.reduce((highest, { id }) => Math.max(highest, slotOf(id)), 0);
  return 2 ** (32 - Math.clz32(last));
}

/** Size in bytes of the table for these entries. */
export function pointerTableSize(entries: readonly PointerEntry[]): number {
  return pointerTable.entries + entryCount(entries) * pointerTable.entry.bytes + entries.length * 4;
}

/**
 * Writes the table into zeroed memory; no two entries have a slot or bytes in common. `address` is where the device has what is at `table` of
 * `data`.
 */
export function writePointerTable(
  data: DataView,
  table: number,
  entries: readonly PointerEntry[],
  address = table,
): void {
  const { entry } = pointerTable;
  const first = table + pointerTable.entries;
  const count = entryCount(entries);
  data.setUint32(table + pointerTable.mask, count - 1, true);
  data.setUint32(table + pointerTable.count, entries.length, true);
  const ascending = [...entries].sort((a, b) => a.address - b.address);
  for (const [index, one] of ascending.entries()) {
    const at = first + slotOf(one.id) * entry.bytes;
    data.setUint32(at + entry.id, one.id, true);
    data.setUint32(at + entry.address, one.address, true);
    data.setUint32(at + entry.size, one.size, true);
    data.setUint32(first + count * entry.bytes + index * 4, address - table + at, true);
  }
}

/** The result of `pointer` for an address. */
export function pointerTo(data: DataView, table: number, place: number): bigint {
  const { entry, entries } = pointerTable;
  const word = (address: number) => data.getUint32(address, true);
  const sorted = table + entries + (word(table + pointerTable.mask) + 1) * entry.bytes;
  let [low, high] = [0, word(table + pointerTable.count)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (word(word(sorted + middle * 4) + entry.address) <= place) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return 0n;
  const found = word(sorted + (low - 1) * 4);
  const offset = place - word(found + entry.address);
  return offset < word(found + entry.size) ? (BigInt(word(found + entry.id)) << 32n) | BigInt(offset) : 0n;
}

/** The result of `dereference`: the object's address, or the values for the failure record. */
export function followPointer(
  data: DataView,
  table: number,
  pointer: bigint,
  { size, align }: Layout,
): { readonly address: number } | { readonly index: number; readonly length: number } {
  const { entry, entries } = pointerTable;
  const word = (address: number) => data.getUint32(address, true);
  const id = Number(pointer >> 32n);
  const offset = Number(pointer & 0xffffffffn);
  // `&` is signed, but the mask has at most SLOT_BITS bits.
  const found = table + entries + (id & word(table + pointerTable.mask)) * entry.bytes;
  if (id === 0) return { index: NULL_INDEX, length: 0 };
  if (word(found + entry.id) !== id) return { index: UNKNOWN_INDEX, length: 0 };
  const length = word(found + entry.size);
  return offset + size <= length && offset % align === 0
    ? { address: word(found + entry.address) + offset }
    : { index: offset, length };
}
