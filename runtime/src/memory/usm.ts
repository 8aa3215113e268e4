// Unified shared memory: typed arrays over a device's memory that the host and kernels both use. Makes them, recognises
// them and their subarrays by buffer and address, and frees them once no submitted command uses them.

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

/** How an array was asked for. On these devices all three are the same memory. */
export type UsmKind = "shared" | "device" | "host";

/** Which of them the program itself has, so that its functions may use them. */
const isTheProgramsOwn = {
  shared: true,
  device: true,
  host: true,
  buffer: true,
  moved: false,
  scratch: false,
} as const satisfies Record<Allocation["kind"], boolean>;

/** `user` names what uses the bytes, for messages. */
export type CheckUse = (start: number, end: number, isWritten: boolean, user: string) => void;

export interface Allocation {
  readonly block: Block;
  readonly byteLength: number;
  /** In the order in which all were made. */
  readonly number: number;
  /** "moved": of a captured array of the host, as long as launches use it; "buffer": of a DeviceBuffer; "scratch": the library's own. */
  readonly kind: UsmKind | "moved" | "buffer" | "scratch";
  /** Of a buffer: throws where a command may not use these bytes. */
  readonly check?: CheckUse;
  isFreed: boolean;
  /** Commands that use it and are not final: its bytes are not given to others before. */
  uses: number;
}

const MAX_COUNT = 2 ** 31 - 1;

/** The block of what is in the host's own memory. */
const nowhere: Block = { offset: 0, size: 0 };

/**
 * Bytes behind a large array. Processors take a load for one of what was just stored where the addresses are alike modulo
 * 4096, and wait: arrays of 2^n elements that follow each other are not (measured: a tenth to a fifth of a saxpy's time).
 */
const SPREAD = 17 * 64;
const LARGE = 2 ** 16;

/** How many bytes to take for so many, so that what follows them is not alike. */
export function spread(byteLength: number): number {
  return byteLength < LARGE ? byteLength : byteLength + SPREAD;
}

export class Usm {
  readonly memory: DeviceMemory;
  /** Live allocations by ascending address. */
  readonly #live: Allocation[] = [];
  /** Of the arrays handed out, and of the buffers that are theirs alone: tells a freed array, and its views, from a new one at the same place. */
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

  /** A typed array of zeros, or of the given values. */
  malloc(type: unknown, countOrValues: unknown, kind: UsmKind): TypedArray & Disposable {
    const row = elementTypeOf(type);
    const values = typeof countOrValues === "number" ? undefined : toValues(countOrValues);
    const count = checkCount(values ? countOf(values) : countOrValues);
    const bytes = count * row.size;
    const allocation = this.#isOnHost(kind)
      ? newAllocation(nowhere, bytes, kind)
      : this.allocate(bytes, kind, `malloc of ${count} elements of ${row.size} bytes`);
    const array = row.over(this.bufferOf(allocation), this.offsetOf(allocation), count);
    try {
      // `set` takes an array of the elements' type; of another type it throws, which is what the catch is for.
      if (values) this.#give(array as TypedArray & { set(values: ArrayLike<unknown>): void }, values, allocation);
    } catch (error) {
      this.#giveBack(allocation);
      throw new LanewiseError("invalid", `A value given for a ${arrayName(array)} has the wrong type.`, {
        cause: error,
      });
    }
    return this.adopt(array, allocation);
  }

  /** What the host cannot map is the host's own where it shares it: launches move it. */
  #isOnHost(kind: UsmKind): boolean {
    return kind !== "device" && !(this.memory instanceof MappedMemory);
  }

  /** Where the host cannot map it, the array only stands for the device's. */
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
    (given as typeof array).set(values); // of the same type
    this.memory.write(block.offset, bytesOf(given));
  }

  /** Memory for the library's own kernels, with whatever is in it. */
  scratch(byteLength: number, purpose: string): Uint8Array & Disposable {
    const block = this.memory.reserve(spread(byteLength), purpose);
    const allocation = newAllocation(block, byteLength, "scratch");
    return this.adopt(new Uint8Array(this.bufferOf(allocation), this.offsetOf(allocation), byteLength), allocation);
  }

  /** Zeroed memory that is nobody's yet: `adopt` or `memory.release` must follow. */
  allocate(byteLength: number, kind: UsmKind, purpose: string): Allocation {
    return newAllocation(this.memory.allocate(spread(byteLength), purpose), byteLength, kind);
  }

  /** For the arrays of an allocation: what is over this buffer is of that allocation, whatever its address is given to later. */
  bufferOf(allocation: Allocation): ArrayBufferLike {
    const { memory } = this;
    if (!(memory instanceof MappedMemory)) return this.#standIn(allocation);
    const own = memory.takeBuffer();
    if (own) this.#arrays.set(own, allocation);
    // Then it is nobody's alone: views of it are known by their addresses.
    else this.#arrays.delete(memory.buffer);
    return own ?? memory.buffer;
  }

  /** What the host has in place of memory that it cannot map, or of its own: with nothing in it, of which systems hand out no page. */
  #standIn(allocation: Allocation): ArrayBuffer {
    const buffer = new ArrayBuffer(allocation.byteLength);
    this.#arrays.set(buffer, allocation);
    if (allocation.block !== nowhere) rememberBuffer(buffer, this.memory);
    return buffer;
  }

  /** Where the arrays of an allocation begin in their buffer. */
  offsetOf({ block }: Allocation): number {
    return this.memory instanceof MappedMemory ? block.offset : 0;
  }

  /** The device's address of what `view` begins with. It is in this memory. */
  addressOf(view: ArrayBufferView | ArrayBufferLike): number {
    const start = ArrayBuffer.isView(view) ? byteOffsetOf(view) : 0;
    if (this.memory instanceof MappedMemory) return start;
    return start + (this.#arrays.get(ArrayBuffer.isView(view) ? bufferOf(view) : view)?.block.offset ?? 0);
  }

  #owns(buffer: ArrayBufferLike): boolean {
    return this.memory instanceof MappedMemory ? this.memory.owns(buffer) : memoryOf(buffer) === this.memory;
  }

  /** Makes `array` the one that the allocation is freed with. */
  adopt<A extends object>(array: A, allocation: Allocation): A & Disposable {
    this.#add(allocation);
    this.#arrays.set(array, allocation);
    return withDispose(array, () => this.dispose(allocation));
  }

  /** Memory that is not zeroed, for the copy of an array of the host: pointers may lead there until `dispose`. */
  reserve(byteLength: number, purpose: string): Allocation {
    const block = this.memory.reserve(spread(byteLength), purpose);
    const allocation = newAllocation(block, byteLength, "moved");
    this.#add(allocation);
    return allocation;
  }

  /** Zeroed memory for the contents of a buffer, of which commands use what `check` lets them. */
  allocateBuffer(byteLength: number, purpose: string, check: CheckUse): Allocation {
    const block = this.memory.allocate(spread(byteLength), purpose);
    const allocation = newAllocation(block, byteLength, "buffer", check);
    this.#add(allocation);
    return allocation;
  }

  /** Says that `array` is of that allocation, however long it is kept. */
  remember(array: object, allocation: Allocation): void {
    this.#arrays.set(array, allocation);
  }

  /** Frees the allocation that `array` was made with. */
  free(array: unknown): void {
    const ofStructs = isStructs(array);
    if (!ofStructs && !isTypedArray(array)) {
      throw new LanewiseError("invalid", "q.free: expected an array from q.mallocShared.");
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

  /** What `locate` gives, for a use: an error says also where a buffer's memory is used that no accessor is for, or written where they are for reading. */
  find(view: ArrayBufferView | ArrayBufferLike, what: string, isWritten = false): Allocation | undefined {
    const allocation = this.locate(view, what);
    if (allocation?.check) {
      const { start, length } = this.#extentOf(view);
      allocation.check(start, start + length, isWritten, what);
    }
    return allocation;
  }

  /** The live allocation that `view` lies in; undefined if it is not in this memory. `what` names it in errors. */
  locate(view: ArrayBufferView | ArrayBufferLike, what: string): Allocation | undefined {
    const { buffer, start, length } = this.#extentOf(view);
    const own = this.#arrays.get(view) ?? this.#arrays.get(buffer);
    if (own?.block === nowhere && own.isFreed) throw new LanewiseError("freed", `${what} was freed.`);
    if (!this.#owns(buffer)) return undefined;
    const allocation = own && isInside(own, start, length) ? own : this.#live[this.#indexAfter(start) - 1];
    const isLive = allocation && !allocation.isFreed && allocation.kind !== "moved";
    if (!isLive || !isInside(allocation, start, length)) {
      throw new LanewiseError("freed", `${what} was freed, or is a view beyond the end of its array.`);
    }
    return allocation;
  }

  /** The live allocation of an array of structs; undefined if it is not in this memory. */
  findStructs(array: AnyStructArray, what: string): Allocation | undefined {
    const { usm, allocation } = array.home;
    if (usm !== this) return undefined;
    if (allocation.isFreed) throw new LanewiseError("freed", `${what} was freed.`);
    return allocation;
  }

  /** Says that a submitted command uses the allocation. */
  retain(allocation: Allocation): void {
    allocation.uses += 1;
  }

  /** The opposite of `retain`; gives the bytes of a freed allocation back after its last use. */
  release(allocation: Allocation): void {
    allocation.uses -= 1;
    if (allocation.isFreed && allocation.uses === 0) this.#giveBack(allocation);
  }

  /** Frees every array: the memory is given up. */
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

  /** Frees an allocation; its bytes go to others when no command uses it. */
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
    if (allocation.uses === 0) this.#giveBack(allocation);
  }

  #giveBack({ block }: Allocation): void {
    if (block !== nowhere) this.memory.release(block);
  }

  /** Where a view lies on the device. */
  #extentOf(view: ArrayBufferView | ArrayBufferLike) {
    const [buffer, length] = ArrayBuffer.isView(view)
      ? [bufferOf(view), byteLengthOf(view)]
      : [view, byteLengthOf(view)];
    return { buffer, start: this.addressOf(view), length };
  }

  /** The index of the first live allocation above `address`. */
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
    // What has a length is never copied: that may say more than there is memory for.
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
