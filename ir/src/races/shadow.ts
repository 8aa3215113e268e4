// Tracks, for every location, the accesses that later ones can still race with, in memory beside the device's. A location is as large as the smallest
// access to its page, so neighbours in one word are told apart and arrays of doubles stay cheap.
//
// An access races with an earlier one of another work-item if one of them writes, they are not both atomic in each other's scope, and nothing orders
// them. Only the last plain write is recorded, since earlier ones are ordered before it or were reported; of reads and atomic accesses, two by the
// most distant work-items: a later access that races with any of them races with one of these.

import { type Order, ShadowFull } from "../checked/index.js";
import type { AccessKind } from "../interpret/index.js";

/** An access in the code. */
export interface AccessSite {
  /** Its index in the list of accesses. */
  readonly id: number;
  readonly kind: AccessKind;
  /** For atomics: the largest distance between work-items for which the access is atomic (`Order.distance`). */
  readonly reach: number;
}

/** Called for an earlier access that races with this one. */
export type OnRace = (
  earlier: { readonly worker: number; readonly site: number },
  later: AccessSite,
  address: number,
) => void;

const PAGE_BITS = 10;
const PAGE_SIZE = 2 ** PAGE_BITS;

/** An entry: the work-item's number + 1 (0: none), the access's id, and its time. Of reads and of atomic accesses there are two. */
const ENTRY = 3;
const plainEntries = { write: 0, read: ENTRY, size: 3 * ENTRY } as const;
const atomicEntries = { write: 0, read: 2 * ENTRY, size: 4 * ENTRY } as const;

interface Page {
  /** A location has 2^shift bytes. */
  shift: number;
  plain: Uint32Array;
  atomic: Uint32Array | undefined;
}

export class Shadow {
  readonly #pages = new Map<number, Page>();
  readonly #order: Order;
  readonly #sites: readonly AccessSite[];
  readonly #budget: { bytes: number };
  readonly #onRace: OnRace;
  #lastNumber = 0;
  #last: Page | undefined;
  #held = 0;

  /** `budget.bytes` is what is left of the shared memory budget. */
  constructor(order: Order, sites: readonly AccessSite[], budget: { bytes: number }, onRace: OnRace) {
    this.#order = order;
    this.#sites = sites;
    this.#budget = budget;
    this.#onRace = onRace;
  }

  /** Clears everything: the memory is another group's now. */
  clear(): void {
    this.#pages.clear();
    this.#budget.bytes += this.#held;
    this.#held = 0;
    this.#last = undefined;
  }

  /** `size` is a scalar's, and the address a multiple of it. */
  touch(site: AccessSite, address: number, size: number): void {
    const shift = 31 - Math.clz32(size);
    const page = this.#page(address >>> PAGE_BITS, shift);
    const first = (address & (PAGE_SIZE - 1)) >>> page.shift;
    const end = first + Math.max(1, size >>> page.shift);
    for (let cell = first; cell < end; cell++) this.#touchCell(page, cell, site, address);
  }

  #page(number: number, shift: number): Page {
    if (number === this.#lastNumber && this.#last && this.#last.shift <= shift) return this.#last;
    let page = this.#pages.get(number);
    if (!page) {
      page = { shift, plain: this.#take((PAGE_SIZE >>> shift) * plainEntries.size), atomic: undefined };
      this.#pages.set(number, page);
    }
    if (page.shift > shift) this.#refine(page, shift);
    this.#last = page;
    this.#lastNumber = number;
    return page;
  }

  #take(words: number): Uint32Array {
    this.#budget.bytes -= words * 4;
    this.#held += words * 4;
    if (this.#budget.bytes < 0) throw new ShadowFull("the shadow memory is full");
    return new Uint32Array(words);
  }

  /** Copies the entries of each larger location to all of its parts. */
  #refine(page: Page, shift: number): void {
    const parts = 2 ** (page.shift - shift);
    const split = (words: Uint32Array, size: number): Uint32Array => {
      const refined = this.#take(words.length * parts);
      for (let cell = 0; cell * size < words.length; cell++) {
        const entries = words.subarray(cell * size, (cell + 1) * size);
        for (let part = 0; part < parts; part++) refined.set(entries, (cell * parts + part) * size);
      }
      this.#budget.bytes += words.length * 4;
      this.#held -= words.length * 4;
      return refined;
    };
    page.plain = split(page.plain, plainEntries.size);
    page.atomic &&= split(page.atomic, atomicEntries.size);
    page.shift = shift;
  }

  #touchCell(page: Page, cell: number, site: AccessSite, address: number): void {
    const { plain } = page;
    const at = cell * plainEntries.size;
    const atAtomic = cell * atomicEntries.size;
    this.#compare(plain, at + plainEntries.write, 1, -1, site, address);
    switch (site.kind) {
      case "read":
        if (page.atomic) this.#compare(page.atomic, atAtomic + atomicEntries.write, 2, -1, site, address);
        this.#keep(plain, at + plainEntries.read, site);
        return;
      case "write":
        this.#compare(plain, at + plainEntries.read, 2, -1, site, address);
        if (page.atomic) this.#compare(page.atomic, atAtomic, 4, -1, site, address);
        // All of them are ordered before this one.
        plain.fill(0, at, at + plainEntries.size);
        page.atomic?.fill(0, atAtomic, atAtomic + atomicEntries.size);
        this.#put(plain, at + plainEntries.write, site);
        return;
      case "atomicRead": {
        const atomic = this.#atomicOf(page);
        this.#compare(atomic, atAtomic + atomicEntries.write, 2, site.reach, site, address);
        this.#keep(atomic, atAtomic + atomicEntries.read, site);
        return;
      }
      case "atomicWrite":
      case "atomicUpdate": {
        this.#compare(plain, at + plainEntries.read, 2, -1, site, address);
        const atomic = this.#atomicOf(page);
        this.#compare(atomic, atAtomic, 4, site.reach, site, address);
        this.#keep(atomic, atAtomic + atomicEntries.write, site);
      }
    }
  }

  #atomicOf(page: Page): Uint32Array {
    page.atomic ??= this.#take((PAGE_SIZE >>> page.shift) * atomicEntries.size);
    return page.atomic;
  }

  /** `reach` is the access's if both it and the compared ones are atomic; otherwise -1. */
  #compare(words: Uint32Array, from: number, count: number, reach: number, own: AccessSite, address: number): void {
    for (let at = from; at < from + count * ENTRY; at += ENTRY) {
      const worker = (words[at] ?? 0) - 1;
      if (worker < 0) continue;
      const running = this.#order.worker();
      if (worker === running || this.#order.comesBefore(worker, words[at + 2] ?? 0)) continue;
      const site = words[at + 1] ?? 0;
      if (reach >= 0) {
        const common = Math.min(reach, this.#sites[site]?.reach ?? 0);
        if (this.#order.distance(worker, running) <= common) continue;
      }
      this.#onRace({ worker, site }, own, address);
    }
  }

  #put(words: Uint32Array, at: number, site: AccessSite): void {
    words[at] = this.#order.worker() + 1;
    words[at + 1] = site.id;
    words[at + 2] = this.#order.time();
  }

  /** Records the access among two, dropping those ordered before it. */
  #keep(words: Uint32Array, at: number, site: AccessSite): void {
    const second = at + ENTRY;
    if (this.#isPast(words, second)) words[second] = 0;
    // The second moves up, and what is put takes its place: no other work-item is nearer to it than itself.
    if (this.#isPast(words, at)) words.copyWithin(at, second, second + ENTRY);
    const [one, other] = [(words[at] ?? 0) - 1, (words[second] ?? 0) - 1];
    if (one < 0) this.#put(words, at, site);
    else if (other < 0) this.#put(words, second, site);
    else {
      const { distance, worker } = this.#order;
      if (distance(one, worker()) > distance(one, other)) this.#put(words, second, site);
    }
  }

  /** An empty entry (-1) is never past. */
  #isPast(words: Uint32Array, at: number): boolean {
    const worker = (words[at] ?? 0) - 1;
    return worker === this.#order.worker() || this.#order.comesBefore(worker, words[at + 2] ?? 0);
  }
}
