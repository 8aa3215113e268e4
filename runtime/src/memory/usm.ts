// Unified shared memory: typed arrays over a device's memory that the host and kernels both use. Creates them, recognises them and their subarrays
// by buffer and address, and frees them once no submitted command uses them.

import {
  arrayName,
  bufferOf,
  byteLengthOf,
  byteOffsetOf,
  bytesOf,
  describeArray,
  describeValue,
  elementTypeOf,
  elementTypeOfArray,
  isTypedArray,
  lengthOf,
} from "../values/index.js";
import "../values/dispose-symbols.js";
import type { DeviceMemory } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import type { TypedArray } from "../language/index.js";
import type { AnyStructArray } from "../structs/index.js";
import type { Block } from "./allocator.js";
import { memoryOf, rememberBuffer } from "./known-buffers.js";
import { MappedMemory } from "./mapped-memory.js";
import type { MemoryUsage } from "./memory-usage.js";
import { describeStructs, isStructs } from "./structs.js";
import { holdFreed, nextAllocation } from "./unknown-use.js";

/** How an array was requested. On these devices all three are the same memory. */
export type UsmKind = "shared" | "device" | "host";

/** Whether the program itself has such arrays, so that its functions may use them. */
const isTheProgramsOwn = {
  shared: true,
  device: true,
  host: true,
  buffer: true,
  moved: false,
  scratch: false,
} as const satisfies Record<Allocation["kind"], boolean>;

/** `user` names the user of the bytes in messages. */
export type CheckUse = (start: number, end: number, isWritten: boolean, user: string) => void;

export interface Allocation {
  readonly block: Block;
  readonly byteLength: number;
  /** Its number in the order in which all were made. */
  readonly number: number;
  /** "moved": the copy of a captured host array, while launches use it; "buffer": of a DeviceBuffer; "scratch": the library's own. */
  readonly kind: UsmKind | "moved" | "buffer" | "scratch";
  /** For a buffer: throws if a command may not use these bytes. */
  readonly check?: CheckUse;
  isFreed: boolean;
  /** How many unfinished commands use it: its bytes are reused only after them. */
  uses: number;
}

const MAX_COUNT = 2 ** 31 - 1;

/** The block of an array in the host's own memory. */
const nowhere: Block = { offset: 0, size: 0 };

/**
 * The gap after a large array in bytes. Processors mistake a load for one of recently stored bytes, and wait, if the addresses are equal modulo
 * 4096; the gap prevents that for consecutive arrays of 2^n elements (measured: a tenth to a fifth of a saxpy's time).
 */
const SPREAD = 17 * 64;
const LARGE = 2 ** 16;

/** Returns how many bytes to allocate for an array, with the gap. */
export function spread(byteLength: number): number {
  return byteLength < LARGE ? byteLength : byteLength + SPREAD;
}

/** What an array is called in errors; a function where making the name would cost each launch. */
type Name = string | (() => string);
const textOf = (name: Name) => (typeof name === "string" ? name : name());

export class Usm {
  readonly memory: DeviceMemory;
  /** Live allocations by ascending address. */
  readonly #live: Allocation[] = [];
  /**
   * The allocations of arrays that were handed out, and of buffers with one allocation: distinguishes a freed array, and its views, from a new one
   * at the same address.
   */
  readonly #arrays = new WeakMap<object, Allocation>();
  #changes = 0;

  constructor(memory: DeviceMemory) {
    this.memory = memory;
  }

  /** Live allocations. */
  get live(): readonly Allocation[] {
    return this.#live;
  }

  /** How often `live` has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** Allocates a typed array of zeros, or of the given values. */
  malloc(type: unknown, countOrValues: unknown, kind: UsmKind): TypedArray & Disposable {
    const row = elementTypeOf(type);
    const values = typeof countOrValues === "number" ? undefined : toValues(countOrValues);
    const count = checkCount(values ? countOf(values) : countOrValues);
    const bytes = count * row.size;
    const allocation = this.allocateShared(bytes, kind, `malloc of ${count} elements of ${row.size} bytes`);
    const array = row.over(this.bufferOf(allocation), this.offsetOf(allocation), count);
    try {
      // `set` takes an array of the elements' type; for another type it throws, which the catch handles.
      if (values) this.#give(array as TypedArray & { set(values: ArrayLike<unknown>): void }, values, allocation);
    } catch (error) {
      this.giveBack(allocation);
      throw new LanewiseError("invalid", `malloc: a value for the ${arrayName(array)} has the wrong type.`, {
        cause: error,
      });
    }
    return this.adopt(array, allocation);
  }

  /** As `allocate`. What the host cannot map is the host's own where it shares it: launches move it. */
  allocateShared(byteLength: number, kind: UsmKind, purpose: string): Allocation {
    const isOnHost = kind !== "device" && !(this.memory instanceof MappedMemory);
    return isOnHost ? newAllocation(nowhere, byteLength, kind) : this.allocate(byteLength, kind, purpose);
  }

  /** Writes the values to the array, or to the device if the host cannot map the array's memory. */
  #give(
    array: TypedArray & { set(values: ArrayLike<unknown>): void },
    values: ArrayLike<unknown>,
    { block }: Allocation,
  ): void {
    if (this.memory instanceof MappedMemory || block === nowhere) {
      array.set(values);
      return;
    }
    const given = elementTypeOfArray(array).over(new ArrayBuffer(byteLengthOf(array)), 0, lengthOf(array));
    (given as typeof array).set(values); // has the same type
    this.memory.write(block.offset, bytesOf(given));
  }

  /** Allocates memory for the library's own kernels, without clearing it. */
  scratch(byteLength: number, purpose: string): Uint8Array & Disposable {
    const block = this.memory.reserve(spread(byteLength), purpose);
    const allocation = newAllocation(block, byteLength, "scratch");
    return this.adopt(new Uint8Array(this.bufferOf(allocation), this.offsetOf(allocation), byteLength), allocation);
  }

  /** Zeroed memory that is nobody's yet: `adopt` or `giveBack` must follow. */
  allocate(byteLength: number, kind: UsmKind, purpose: string): Allocation {
    return newAllocation(this.memory.allocate(spread(byteLength), purpose), byteLength, kind);
  }

  /**
   * Returns the buffer for the arrays of an allocation. If the buffer is the allocation's own, its views are recognised even after their addresses
   * were reused.
   */
  bufferOf(allocation: Allocation): ArrayBufferLike {
    const { memory } = this;
    if (!(memory instanceof MappedMemory)) return this.#standIn(allocation);
    const own = memory.takeBuffer();
    if (own) this.#arrays.set(own, allocation);
    // Then several allocations share the buffer, and its views are recognised by their addresses.
    else this.#arrays.delete(memory.buffer);
    return own ?? memory.buffer;
  }

  /** Makes the host's buffer for memory that it cannot map, or for its own. A stand-in remains unused, so systems never give it physical pages. */
  #standIn(allocation: Allocation): ArrayBuffer {
    const buffer = new ArrayBuffer(allocation.byteLength);
    this.#arrays.set(buffer, allocation);
    if (allocation.block !== nowhere) rememberBuffer(buffer, this.memory);
    return buffer;
  }

  /** Whether it is the host's own, which launches move. */
  isOnHost({ block }: Allocation): boolean {
    return block === nowhere;
  }

  /** Where the arrays of an allocation begin in their buffer. */
  offsetOf({ block }: Allocation): number {
    return this.memory instanceof MappedMemory ? block.offset : 0;
  }

  /** Returns the device address of the first byte of `view`, which is in this memory. */
  addressOf(view: ArrayBufferView | ArrayBufferLike): number {
    const start = ArrayBuffer.isView(view) ? byteOffsetOf(view) : 0;
    if (this.memory instanceof MappedMemory) return start;
    return start + (this.#arrays.get(ArrayBuffer.isView(view) ? bufferOf(view) : view)?.block.offset ?? 0);
  }

  #owns(buffer: ArrayBufferLike): boolean {
    return this.memory instanceof MappedMemory ? this.memory.owns(buffer) : memoryOf(buffer) === this.memory;
  }

  /** Makes `array` the array that frees the allocation. */
  adopt<A extends object>(array: A, allocation: Allocation): A & Disposable {
    this.#add(allocation);
    this.#arrays.set(array, allocation);
    return withDispose(array, () => this.dispose(allocation));
  }

  /** Allocates memory for the copy of a host array, without clearing it: pointers may lead there until `dispose`. */
  reserve(byteLength: number, purpose: string): Allocation {
    const block = this.memory.reserve(spread(byteLength), purpose);
    const allocation = newAllocation(block, byteLength, "moved");
    this.#add(allocation);
    return allocation;
  }

  /** Allocates zeroed memory for the contents of a buffer; `check` says which of it commands may use. */
  allocateBuffer(byteLength: number, purpose: string, check: CheckUse): Allocation {
    const block = this.memory.allocate(spread(byteLength), purpose);
    const allocation = newAllocation(block, byteLength, "buffer", check);
    this.#add(allocation);
    return allocation;
  }

  /** Records that `array` belongs to that allocation, as long as the array exists. */
  remember(array: object, allocation: Allocation): void {
    this.#arrays.set(array, allocation);
  }

  /** Frees the allocation of `array`. */
  free(array: unknown): void {
    const ofStructs = isStructs(array);
    if (!ofStructs && !isTypedArray(array)) {
      throw new LanewiseError(
        "invalid",
        `q.free: found ${describeValue(array)}; expected an array from q.mallocShared.`,
      );
    }
    const found = this.#arrays.get(array);
    const allocation = found?.kind === "buffer" ? undefined : found;
    const what = ofStructs ? describeStructs(array) : describeArray(array);
    if (allocation?.isFreed) throw new LanewiseError("freed", `q.free: this ${what} is already freed.`);
    if (!allocation) {
      const isPart = ofStructs ? array.home.usm === this : this.#owns(bufferOf(array));
      throw new LanewiseError(
        isPart ? "invalid" : "not_usm",
        `q.free: this ${what} ${isPart ? "is a view of an array, not the array that was allocated" : "is not in the memory of this queue's device and context"}.`,
        {
          help: "Pass the very array that q.mallocShared, q.mallocDevice or q.mallocHost returned, on the same device and in the same context.",
        },
      );
    }
    this.dispose(allocation);
  }

  /** As `locate`, for a use. Also throws if the memory is a buffer's, and no accessor covers it, or it is written and the accessors only read. */
  find(view: ArrayBufferView | ArrayBufferLike, what: Name, isWritten = false): Allocation | undefined {
    const allocation = this.locate(view, what);
    if (allocation?.check) {
      const start = this.addressOf(view);
      allocation.check(start, start + byteLengthOf(view), isWritten, textOf(what));
    }
    return allocation;
  }

  /** Returns the live allocation that contains `view`; undefined if it is not in this memory. `what` names it in errors. */
  locate(view: ArrayBufferView | ArrayBufferLike, what: Name): Allocation | undefined {
    const buffer = ArrayBuffer.isView(view) ? bufferOf(view) : view;
    const [start, length] = [this.addressOf(view), byteLengthOf(view)];
    const own = this.#arrays.get(view) ?? this.#arrays.get(buffer);
    if (own?.block === nowhere && own.isFreed) throw new LanewiseError("freed", `${textOf(what)} was freed.`);
    if (!this.#owns(buffer)) return undefined;
    const allocation = own && isInside(own, start, length) ? own : this.#live[this.#indexAfter(start) - 1];
    const isLive = allocation && !allocation.isFreed && allocation.kind !== "moved";
    if (!isLive || !isInside(allocation, start, length)) {
      throw new LanewiseError("freed", `${textOf(what)} was freed, or is a view beyond the end of its array.`);
    }
    return allocation;
  }

  /** Returns the live allocation of an array of structs; undefined if it is not in this memory. */
  findStructs(array: AnyStructArray, what: string): Allocation | undefined {
    const { usm, allocation } = array.home;
    if (usm !== this) return undefined;
    if (allocation.isFreed) throw new LanewiseError("freed", `${what} was freed.`);
    return allocation;
  }

  /** Records that a submitted command uses the allocation. */
  retain(allocation: Allocation): void {
    allocation.uses += 1;
  }

  /** Reverses `retain`; releases the bytes of a freed allocation after its last use. */
  release(allocation: Allocation): void {
    allocation.uses -= 1;
    if (allocation.isFreed && allocation.uses === 0) this.giveBack(allocation);
  }

  /** Marks every array as freed, since the memory is given up. */
  freeAll(): void {
    for (const allocation of this.#live.splice(0)) allocation.isFreed = true;
    this.#changes += 1;
  }

  usage(internal: number): MemoryUsage {
    const total = (kind: Allocation["kind"]) =>
      this.#live.reduce((sum, { kind: found, block }) => (found === kind ? sum + block.size : sum), 0);
    const reserved = this.memory.reserved;
    return {
      shared: total("shared"),
      device: total("device") + total("buffer") + total("scratch"),
      host: total("host"),
      internal: internal + total("moved"),
      reserved,
    };
  }

  #add(allocation: Allocation): void {
    this.#live.splice(this.#indexAfter(allocation.block.offset), 0, allocation);
    this.#changes += 1;
  }

  /** Frees an allocation; its bytes are reused once no command uses it. */
  dispose(allocation: Allocation): void {
    if (allocation.isFreed) return;
    allocation.isFreed = true;
    const { block } = allocation;
    this.#live.splice(block === nowhere ? this.#live.indexOf(allocation) : this.#indexAfter(block.offset) - 1, 1);
    this.#changes += 1;
    if (isTheProgramsOwn[allocation.kind]) {
      holdFreed(allocation, () => {
        this.retain(allocation);
        return () => this.release(allocation);
      });
    }
    if (allocation.uses === 0) this.giveBack(allocation);
  }

  /** Gives its bytes to others. */
  giveBack({ block }: Allocation): void {
    if (block !== nowhere) this.memory.release(block);
  }

  /** Returns the index of the first live allocation above `address`. */
  #indexAfter(address: number): number {
    let low = 0;
    let high = this.#live.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#live[middle]?.block.offset ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function newAllocation(block: Block, byteLength: number, kind: Allocation["kind"], check?: CheckUse): Allocation {
  return { block, byteLength, number: nextAllocation(), kind, ...(check && { check }), isFreed: false, uses: 0 };
}

function isInside({ block, byteLength }: Allocation, start: number, length: number): boolean {
  return start >= block.offset && start + length <= block.offset + byteLength;
}

function withDispose<A extends object>(array: A, dispose: () => void): A & Disposable {
  // defineProperty returns its argument; the property makes it disposable.
  return Object.defineProperty(array, Symbol.dispose, { value: dispose }) as A & Disposable;
}

function toValues(values: unknown): ArrayLike<unknown> {
  if (isTypedArray(values)) return values;
  if (typeof values === "object" && values !== null) {
    // Array-likes are not copied: their length may be larger than memory.
    if (Array.isArray(values)) return values;
    if (Symbol.iterator in values) return Array.from(values as Iterable<unknown>); // its protocol is checked there
    if ("length" in values) return values as ArrayLike<unknown>; // its length is checked to be a count
  }
  throw new LanewiseError("invalid", `malloc: countOrValues is ${describeValue(values)}; expected a count or values.`);
}

const countOf = (values: ArrayLike<unknown>): unknown => (isTypedArray(values) ? lengthOf(values) : values.length);

export function checkCount(count: unknown): number {
  if (typeof count === "number" && Number.isInteger(count) && count >= 0 && count <= MAX_COUNT) return count;
  throw new LanewiseError(
    "invalid",
    `malloc: countOrValues is ${describeValue(count)}; expected values, or a count: an integer from 0 to 2^31 - 1.`,
  );
}
