// The numbers in memory that differ from JavaScript's, by address. An entry is valid while the bytes are those stored with it; otherwise the host or
// an access of another type has overwritten them.

import { ShadowFull } from "../checked/index.js";
import type { Value } from "../interpret/index.js";
import type { ScalarType } from "../module/index.js";
import type { CodePlace } from "./code-places.js";
import { isSame, type Parted } from "./parted.js";

export interface Entry {
  readonly parted: Parted;
  readonly scalar: ScalarType;
  /** Position of the store. */
  readonly place: CodePlace;
}

/** Approximate size of an entry. */
const ENTRY_BYTES = 160;
const PAGE_BITS = 12;

export class PartedMemory {
  readonly #pages = new Map<number, Map<number, Entry>>();
  readonly #budget: { bytes: number };
  #count = 0;

  /** `budget.bytes` is what is left of the shared memory budget. */
  constructor(budget: { bytes: number }) {
    this.#budget = budget;
  }

  /** The entry for a load that returned `loaded`. */
  find(address: number, scalar: ScalarType, loaded: Value): Entry | undefined {
    if (this.#count === 0) return undefined;
    const entry = this.#pages.get(address >>> PAGE_BITS)?.get(address);
    if (!entry) return undefined;
    if (entry.scalar === scalar && isSame(entry.parted.value, loaded)) return entry;
    this.delete(address);
    return undefined;
  }

  set(address: number, entry: Entry): void {
    const number = address >>> PAGE_BITS;
    const page = this.#pages.get(number) ?? new Map<number, Entry>();
    this.#pages.set(number, page);
    if (!page.has(address)) {
      this.#count++;
      this.#budget.bytes -= ENTRY_BYTES;
      if (this.#budget.bytes < 0) throw new ShadowFull("there are too many numbers that have parted");
    }
    page.set(address, entry);
  }

  delete(address: number): void {
    if (this.#count === 0 || !this.#pages.get(address >>> PAGE_BITS)?.delete(address)) return;
    this.#count--;
    this.#budget.bytes += ENTRY_BYTES;
  }

  /** The entries from `begin` up to but not including `end`. */
  within(begin: number, end: number): readonly (readonly [address: number, entry: Entry])[] {
    if (this.#count === 0 || end <= begin) return [];
    const found: (readonly [number, Entry])[] = [];
    for (let number = begin >>> PAGE_BITS; number <= (end - 1) >>> PAGE_BITS; number++) {
      for (const [address, entry] of this.#pages.get(number) ?? []) {
        if (address >= begin && address < end) found.push([address, entry]);
      }
    }
    return found;
  }

  /** Removes and returns the entries from `begin` up to but not including `end`. */
  take(begin: number, end: number): readonly (readonly [address: number, entry: Entry])[] {
    const found = this.within(begin, end);
    for (const [address] of found) this.delete(address);
    return found;
  }
}
