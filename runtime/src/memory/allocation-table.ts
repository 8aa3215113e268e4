// Gives each allocation of a device, and the storage of each of its globals, an id, and builds the tables (ir/src/abi/pointer-table.ts) with which
// kernels follow pointers. A launch uses one table while it runs; if allocations have changed, the next launch gets a new one. A table in use
// retains its allocations, so that their memory is not reused.

import { type PointerEntry, pointerTableSize, SLOT_BITS, writePointerTable } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import type { KeptPlace } from "../globals/index.js";
import type { Block } from "./allocator.js";
import { MappedMemory } from "./mapped-memory.js";
import type { Allocation } from "./usm.js";

/** A table of the allocations at one time. */
export interface TableSnapshot {
  readonly block: Block;
  readonly allocations: readonly Allocation[];
  readonly places: readonly KeptPlace[];
  /** The values of `Usm.changes` and of the globals' `changes` when it was made. */
  readonly changes: number;
  readonly globals: number;
  /** How many unfinished launches use it. */
  uses: number;
}

const SLOTS = 2 ** SLOT_BITS;
const MAX_ID = 2 ** 32 - 1;
/** The first ids of tables are far apart, so that a pointer of another device or context is unlikely to be valid here. */
const TABLES = 63;
const APART = 65;
let tables = 0;

export class AllocationTable {
  readonly #context: DeviceContext;
  readonly #firstId = SLOTS * (1 + (tables++ % TABLES) * APART);
  readonly #idOf = new Map<Allocation | KeptPlace, number>();
  /** The next ids of slots that were freed. */
  readonly #freeIds: number[] = [];
  #slots = 0;
  #current: TableSnapshot | undefined;

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  /** Returns the table of all present allocations. It is valid until the next call, or while it is retained. */
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
    const allocations = usm.live.filter((one) => one.byteLength > 0 && !usm.isOnHost(one));
    const { places } = globals;
    const entries = [
      ...allocations.map((one) => ({ id: this.#id(one), address: one.block.offset, size: one.byteLength })),
      ...places.map((one) => ({ id: this.#id(one), address: one.address, size: one.size })),
    ];
    const block = this.#context.internal.allocate(pointerTableSize(entries), "The table of pointers");
    this.#write(block, entries);
    return { block, allocations, places, changes: usm.changes, globals: globals.changes, uses: 0 };
  }

  #write({ offset }: Block, entries: readonly PointerEntry[]): void {
    const { memory } = this.#context;
    if (memory instanceof MappedMemory) {
      writePointerTable(memory.view, offset, entries);
      return;
    }
    const bytes = new Uint8Array(pointerTableSize(entries));
    writePointerTable(new DataView(bytes.buffer), 0, entries, offset);
    memory.write(offset, bytes);
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
        `Pointers can refer to at most ${SLOTS} arrays of a device, and this device has more.`,
      );
    }
    this.#slots += 1;
    return this.#firstId + this.#slots - 1;
  }
}

/** The optional part for pointers; modules whose kernels have them provide it (optional-parts.ts). */
export const pointerPart = (context: DeviceContext): AllocationTable => new AllocationTable(context);
