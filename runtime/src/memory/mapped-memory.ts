// Device memory that typed arrays map (capability "hostMapped"): a WebAssembly.Memory, and which of its bytes are in use. It is shared, so that it
// may grow while views of it remain valid. V8 changes the identity of `memory.buffer` when this or any other shared memory grows (measured), so
// every buffer that was handed out is remembered. If the engine refuses shared memory, an unshared one is reserved once and never grows, because
// growing would detach the views.

import { invariant } from "@lanewise/ir";
import type { DeviceMemory, Later } from "../device/index.js";
import { LanewiseError, lackedCapability } from "../errors/index.js";
import type { WasmMemory } from "../values/index.js";
import { Allocator, type Block, GRANULE } from "./allocator.js";
import { memoryOf, rememberBuffer } from "./known-buffers.js";

const PAGE = 65536;
/** In pages: 4 GiB of addresses if the engine has them, or else fewer. */
const SHARED_MAXIMA = [65536, 32768, 16384, 8192, 4096] as const;
const RESERVED_SIZES = [16384, 8192, 4096, 1024] as const;
const INITIAL_PAGES = 16;
/** Grows by at least this fraction of the size, so that many small allocations grow rarely. */
const GROWTH = 1 / 4;

/** A WebAssembly.MemoryDescriptor, in pages. */
interface MemoryDescriptor {
  readonly initial: number;
  readonly maximum?: number;
  readonly shared?: boolean;
}

export type CreateMemory = (descriptor: MemoryDescriptor) => WasmMemory;

type Way = (memory: WasmMemory) => ArrayBufferLike;

/** Ways to make another buffer over the same shared memory, which remains valid when that grows. */
const waysToAnother: readonly Way[] = [
  // Fails in pages that are not isolated.
  ({ buffer }) => structuredClone(buffer),
  // Only in engines with resizable memory buffers.
  (memory) => {
    callOf(memory, "toResizableBuffer");
    return callOf(memory, "toFixedLengthBuffer");
  },
  // In other engines, growing by 0 pages.
  (memory) => {
    memory.grow(0);
    return memory.buffer;
  },
];

/** Calls a method that TypeScript's library does not have yet. */
function callOf(memory: WasmMemory, method: string): ArrayBufferLike {
  return Reflect.apply(Reflect.get(memory, method), memory, []);
}

/** Returns undefined if the engine refuses; then arrays are recognised by their addresses. */
function attempt(way: Way, memory: WasmMemory): ArrayBufferLike | undefined {
  try {
    return way(memory);
  } catch (error) {
    // The engine's refusal: no such method, not isolated, no more memory.
    if (error instanceof Error || error instanceof DOMException) return undefined;
    throw error;
  }
}

export class MappedMemory implements DeviceMemory {
  readonly memory: WasmMemory;
  readonly isShared: boolean;
  readonly #maximum: number;
  readonly #allocator: Allocator;
  /** The ways that have not failed yet. */
  readonly #ways = [...waysToAnother];
  #view: DataView | undefined;
  /** No byte from here on was ever allocated, so they are all still zero. */
  #freshFrom = 0;

  constructor(create: CreateMemory = (descriptor) => new WebAssembly.Memory(descriptor)) {
    const { memory, maximum, isShared } = createMemory(create);
    this.memory = memory;
    this.isShared = isShared;
    this.#maximum = maximum;
    // The first granule is never allocated, so that no object has address 0.
    this.#allocator = new Allocator(GRANULE, memory.buffer.byteLength, (end) => this.#grow(end));
  }

  get reserved(): number {
    return this.memory.buffer.byteLength;
  }

  /** The current buffer, for views that are handed out; remembers it. */
  get buffer(): ArrayBufferLike {
    const { buffer } = this.memory;
    rememberBuffer(buffer, this);
    return buffer;
  }

  /**
   * Returns a buffer of this memory that nobody else has, so that it identifies the allocation of its views. Undefined if the memory is not shared,
   * or the engine cannot make another buffer.
   */
  takeBuffer(): ArrayBufferLike | undefined {
    if (!this.isShared) return undefined;
    for (let way = this.#ways[0]; way; way = this.#ways[0]) {
      const before = this.memory.buffer;
      const made = attempt(way, this.memory);
      if (made && made !== before) {
        rememberBuffer(made, this);
        return made;
      }
      this.#ways.shift();
    }
    return undefined;
  }

  /** A view of the whole memory at its current size. */
  get view(): DataView {
    const { buffer } = this.memory;
    if (this.#view?.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /** Whether `buffer` is a buffer of this memory, or was before the memory grew. */
  owns(buffer: ArrayBufferLike): boolean {
    return buffer === this.memory.buffer || memoryOf(buffer) === this;
  }

  /** Allocates `size` bytes of zeros. */
  allocate(size: number, purpose: string): Block {
    const freshFrom = this.#freshFrom;
    const block = this.reserve(size, purpose);
    const end = Math.min(block.offset + block.size, freshFrom);
    if (block.offset < end) this.bytes(block.offset, end - block.offset).fill(0);
    return block;
  }

  /** Allocates `size` bytes without clearing them. */
  reserve(size: number, purpose: string): Block {
    const block = this.#allocator.allocate(size);
    if (!block) {
      throw new LanewiseError(
        "memory_allocation",
        `${purpose}: no ${size} contiguous bytes are free; the device has ${this.reserved} bytes and can grow to ${this.#maximum * PAGE}.`,
      );
    }
    this.#freshFrom = Math.max(this.#freshFrom, block.offset + block.size);
    return block;
  }

  release(block: Block): void {
    this.#allocator.release(block);
  }

  /** Grows the memory to at least `size` bytes. */
  reach(size: number): void {
    if (this.reserved < size) this.release(this.reserve(size - this.reserved + GRANULE, "A larger memory"));
  }

  write(address: number, bytes: Uint8Array): void {
    this.bytes(address, bytes.length).set(bytes);
  }

  read(address: number, size: number): Uint8Array {
    return this.bytes(address, size);
  }

  done(): void {
    // Everything is done at once.
  }

  copy(from: number, to: number, size: number): void {
    this.bytes(to, size).set(this.bytes(from, size));
  }

  fill(address: number, pattern: Uint8Array, count: number): void {
    const { buffer } = this.memory;
    const one = new DataView(pattern.buffer, pattern.byteOffset, pattern.length);
    const size = pattern.length;
    if (size === 1) new Uint8Array(buffer, address, count).fill(one.getUint8(0));
    else if (size === 4 && address % 4 === 0) new Uint32Array(buffer, address, count).fill(one.getUint32(0, true));
    else if (size === 8 && address % 8 === 0)
      new BigUint64Array(buffer, address, count).fill(one.getBigUint64(0, true));
    else for (let at = 0; at < count; at++) this.write(address + at * size, pattern);
  }

  /** Returns a view of bytes in the current buffer. */
  bytes(address: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, size);
  }

  #grow(neededEnd: number): number {
    const pages = this.reserved / PAGE;
    const needed = Math.ceil(neededEnd / PAGE) - pages;
    const available = this.#maximum - pages;
    if (!this.isShared || needed > available) return this.reserved;
    const wanted = Math.min(available, Math.max(needed, Math.ceil(pages * GROWTH)));
    if (!this.#tryGrow(wanted) && wanted > needed) this.#tryGrow(needed);
    return this.reserved;
  }

  /** Returns false if the system has no more memory; the allocation then fails with its own message. */
  #tryGrow(pages: number): boolean {
    try {
      this.memory.grow(pages);
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
}

function createMemory(create: CreateMemory): { memory: WasmMemory; maximum: number; isShared: boolean } {
  const refusals: unknown[] = [];
  const tryCreate = (descriptor: MemoryDescriptor): WasmMemory | undefined => {
    try {
      return create(descriptor);
    } catch (error) {
      refusals.push(error);
      return undefined;
    }
  };
  for (const maximum of SHARED_MAXIMA) {
    const memory = tryCreate({ initial: INITIAL_PAGES, maximum, shared: true });
    if (memory) return { memory, maximum, isShared: true };
  }
  for (const size of RESERVED_SIZES) {
    const memory = tryCreate({ initial: size, maximum: size });
    if (memory) {
      console.warn(
        `Lanewise: the engine refuses shared memory; device memory is fixed at ${(size * PAGE) / 2 ** 20} MiB.`,
      );
      return { memory, maximum: size, isShared: false };
    }
  }
  throw new LanewiseError("memory_allocation", "The engine refused to make a WebAssembly.Memory of any size.", {
    cause: new AggregateError(refusals, "All attempts failed."),
  });
}

/** Returns a device's memory as mapped memory. Throws if the host cannot map it; `what` names the operation that needs that. */
export function mapped(memory: DeviceMemory, what: string): MappedMemory {
  if (memory instanceof MappedMemory) return memory;
  throw lackedCapability(
    "hostMapped",
    what,
    "Use arrays of the host, which launches move, or q.mallocDevice with q.copy; or a queue of another device.",
  );
}

/** Returns the result of an operation on mapped memory, which never returns a promise. */
export function atOnce<T>(later: Later<T>): T {
  invariant(!(later instanceof Promise), "mapped memory is read at once");
  return later;
}
