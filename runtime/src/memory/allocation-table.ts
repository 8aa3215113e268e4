// By what pointers name memory: gives each allocation of a device, and the storage of each of its globals, an id, and makes the
// tables (ir/src/pointer-table.ts) by which kernels follow pointers. A launch uses a table as long as it runs; another is made
// where allocations have changed since. What is in a table that launches use is not given to others: the table retains it.

import { pointerTableSize, SLOT_BITS, writePointerTable } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import type { KeptPlace } from "../globals/index.js";
import type { Block } from "./allocator.js";
import { mapped } from "./mapped-memory.js";
import type { Allocation } from "./usm.js";

/** A table as it was at one time. */
export interface TableSnapshot {
  readonly block: Block;
  readonly allocations: readonly Allocation[];
  readonly places: readonly KeptPlace[];
  /** Of `Usm.changes` and of the globals, when it was made. */
  readonly changes: number;
  readonly globals: number;
  /** Launches that are not final. */
  uses: number;
}

const SLOTS = 2 ** SLOT_BITS;
const MAX_ID = 2 ** 32 - 1;
/** The first ids of tables are apart, so that a pointer of another device or context is hardly taken for one's own. */
const TABLES = 63;
const APART = 65;
let tables = 0;

export class AllocationTable {
  readonly #context: DeviceContext;
  readonly #firstId = SLOTS * (1 + (tables++ % TABLES) * APART);
  readonly #idOf = new Map<Allocation | KeptPlace, number>();
  /** The next ids of slots whose allocations were freed. */
  readonly #freeIds: number[] = [];
  #slots = 0;
  #current: TableSnapshot | undefined;

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  /** The table of what is there now. It stays until the next call, or as long as it is retained. */
  current(): TableSnapshot {
    const { usm, globals } = this.#context;
    const before = this.#current;
    if (before && before.changes === usm.changes && before.globals === globals.changes) return before;
    const made = this.#make();
    this.#current = made;
    if (before?.uses === 0) this.#context.internal.release(before.block);
    return made;
  }

  retain(snapshot: TableSnapshot): void {
    snapshot.uses += 1;
    if (snapshot.uses > 1) return;
    for (const allocation of snapshot.allocations) this.#context.usm.retain(allocation);
    for (const place of snapshot.places) this.#context.globals.retain(place);
  }

  release(snapshot: TableSnapshot): void {
    snapshot.uses -= 1;
    if (snapshot.uses > 0) return;
    for (const allocation of snapshot.allocations) this.#context.usm.release(allocation);
    for (const place of snapshot.places) this.#context.globals.release(place);
    if (snapshot !== this.#current) this.#context.internal.release(snapshot.block);
  }

  #make(): TableSnapshot {
    const { usm, globals } = this.#context;
    this.#forgetFreed();
    const allocations = usm.live.filter(({ byteLength }) => byteLength > 0);
    const { places } = globals;
    const entries = [
      ...allocations.map((one) => ({ id: this.#id(one), address: one.block.offset, size: one.byteLength })),
      ...places.map((one) => ({ id: this.#id(one), address: one.address, size: one.size })),
    ];
    const block = this.#context.internal.allocate(pointerTableSize(entries), "The table of pointers");
    writePointerTable(mapped(this.#context.memory, "A kernel with pointers").view, block.offset, entries);
    return { block, allocations, places, changes: usm.changes, globals: globals.changes, uses: 0 };
  }

  /** An id is never given twice: a slot that has had all of its ids is not used again. */
  #forgetFreed(): void {
    for (const [place, id] of this.#idOf) {
      if (!place.isFreed) continue;
      this.#idOf.delete(place);
      if (id + SLOTS <= MAX_ID) this.#freeIds.push(id + SLOTS);
    }
  }

  #id(place: Allocation | KeptPlace): number {
    const known = this.#idOf.get(place);
    if (known !== undefined) return known;
    const id = this.#freeIds.shift() ?? this.#firstIdOfSlot();
    this.#idOf.set(place, id);
    return id;
  }

  #firstIdOfSlot(): number {
    if (this.#slots === SLOTS) {
      throw new LanewiseError(
        "memory_allocation",
        `Pointers can distinguish ${SLOTS} arrays of a device; there are more.`,
      );
    }
    this.#slots += 1;
    return this.#firstId + this.#slots - 1;
  }
}

/** Modules whose kernels have pointers hand it over (optional-parts.ts). */
export const pointerPart = (context: DeviceContext): AllocationTable => new AllocationTable(context);
