// A GPU's memory: one buffer of words, whose offsets in bytes are the device's addresses. It grows by a larger one, into which the GPU copies
// what was there. What is allocated beyond its limit is missed when it is used.

import { LAUNCH } from "@lanewise/codegen";
import { LanewiseError } from "../../errors/index.js";
import { Allocator, type Block } from "../../memory/index.js";
import type { DeviceMemory } from "../index.js";
import type { Commands } from "./commands.js";
import { USAGE } from "./flags.js";
import { BytePlacer } from "./place-bytes.js";

const FIRST_BYTES = 2 ** 24;
/** Blocks begin at multiples of it: offsets of bindings do. */
const MULTIPLE = 256;

export class Heap {
  readonly memory: DeviceMemory;
  readonly limit: number;
  /** Other than before where the heap has grown. */
  buffer: GPUBuffer;
  /** Argument blocks that go with the launches, by their addresses. */
  readonly arguments = new Map<number, Uint8Array>();
  readonly #commands: Commands;
  readonly #allocator: Allocator;
  readonly #placer: BytePlacer;
  #missing: number;

  constructor(commands: Commands, limit: number) {
    this.#commands = commands;
    this.limit = Math.floor(limit / MULTIPLE) * MULTIPLE;
    this.buffer = this.#create(Math.min(FIRST_BYTES, this.limit));
    this.#allocator = new Allocator(MULTIPLE, this.buffer.size, (needed) => this.#grow(needed));
    this.#placer = new BytePlacer(commands);
    this.#missing = this.limit;
    const heap = this;
    this.memory = {
      get reserved() {
        return heap.buffer.size;
      },
      preferredMultiple: MULTIPLE,
      allocate: (size) => {
        const block = this.#reserve(size);
        if (this.has(block.offset)) commands.encoder().clearBuffer(this.buffer, block.offset, block.size);
        return block;
      },
      reserve: (size) => this.#reserve(size),
      release: (block) => {
        this.#allocator.release(block);
      },
      write: (address, bytes) => {
        if (this.has(address)) this.#write(address, bytes);
      },
      writeArguments: (address, bytes) => {
        const most = 4 * LAUNCH.mostArguments;
        const known = this.arguments.get(address);
        if (known?.length === bytes.length) known.set(bytes);
        else this.arguments.set(address, bytes.slice());
        if (bytes.length > most) this.memory.write(address, bytes);
      },
      copy: (from, to, size) => {
        if (this.has(from) && this.has(to)) this.#copy(from, to, size);
      },
      fill: (address, pattern, count) => {
        if (this.has(address)) this.#fill(address, pattern, count);
      },
      read: async (address, size) => {
        if (!this.has(address)) this.missed();
        const from = address - (address % 4);
        const bytes = await commands.read(this.buffer, from, Math.ceil((address + size) / 4) * 4 - from);
        return bytes.subarray(address - from, address - from + size);
      },
      done: async (address) => {
        if (!this.has(address)) this.missed();
        await commands.done();
      },
    };
  }

  has(address: number): boolean {
    return address < this.limit;
  }

  /** Whether it has all that was ever allocated. */
  get hasAll(): boolean {
    return this.#missing === this.limit;
  }

  missed(): never {
    throw new LanewiseError(
      "memory_allocation",
      `The GPU's limit is ${this.limit} bytes, and too few of them are free.`,
      {
        help: "Free arrays that you no longer use, or process the data in parts.",
      },
    );
  }

  /** Where bytes lie that a shader is to read: right there, or in a copy where no binding may begin. */
  picture(
    address: number,
    size: number,
  ): { readonly buffer: GPUBuffer; readonly offset: number; readonly size: number } {
    if (!this.has(address)) this.missed();
    if (address % MULTIPLE === 0) return { buffer: this.buffer, offset: address, size };
    const { STORAGE, COPY_DST } = USAGE;
    const start = address - (address % 4);
    const whole = Math.ceil((address + size) / 4) * 4 - start;
    const copy = this.#commands.temporary(size, STORAGE | COPY_DST);
    this.#placer.place(this.#copied(this.buffer, start, whole), address - start, size, copy, 0, size);
    return { buffer: copy, offset: 0, size };
  }

  #create(size: number): GPUBuffer {
    const { STORAGE, COPY_SRC, COPY_DST } = USAGE;
    return this.#commands.guarded("out-of-memory", () =>
      this.#commands.device.createBuffer({ label: "lanewise", size, usage: STORAGE | COPY_SRC | COPY_DST }),
    );
  }

  #grow(needed: number): number {
    const { size } = this.buffer;
    if (needed > this.limit) return size;
    this.#commands.rush();
    const old = this.buffer;
    this.buffer = this.#create(Math.min(this.limit, Math.max(needed, 2 * size)));
    this.#commands.encoder().copyBufferToBuffer(old, 0, this.buffer, 0, size);
    this.#commands.submit();
    old.destroy();
    return this.buffer.size;
  }

  #reserve(size: number): Block {
    const rounded = Math.max(1, Math.ceil(size / MULTIPLE)) * MULTIPLE;
    const found = this.#allocator.allocate(rounded);
    if (found) return found;
    const offset = this.#missing;
    this.#missing += rounded;
    return { offset, size };
  }

  #write(address: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const { buffer, offset } = this.#commands.stage(bytes);
    if (address % 4 === 0 && bytes.length % 4 === 0) {
      this.#commands.encoderForLater().copyBufferToBuffer(buffer, offset, this.buffer, address, bytes.length);
      return;
    }
    const size = Math.ceil(bytes.length / 4) * 4;
    this.#placer.place(this.#copied(buffer, offset, size), 0, bytes.length, this.buffer, address, bytes.length);
  }

  #copy(from: number, to: number, size: number): void {
    if (size === 0) return;
    const start = from - (from % 4);
    const whole = Math.ceil((from + size) / 4) * 4 - start;
    const between = this.#copied(this.buffer, start, whole);
    if (from % 4 === 0 && to % 4 === 0 && size % 4 === 0) {
      this.#commands.encoder().copyBufferToBuffer(between, 0, this.buffer, to, size);
    } else this.#placer.place(between, from - start, size, this.buffer, to, size);
  }

  #fill(address: number, pattern: Uint8Array, count: number): void {
    const size = pattern.length * count;
    if (size === 0) return;
    if (pattern.every((byte) => byte === 0) && address % 4 === 0 && size % 4 === 0) {
      this.#commands.encoder().clearBuffer(this.buffer, address, size);
      return;
    }
    const { buffer, offset } = this.#commands.stage(pattern);
    const source = this.#copied(buffer, offset, Math.ceil(pattern.length / 4) * 4);
    this.#placer.place(source, 0, pattern.length, this.buffer, address, size);
  }

  /** A copy of its own, because a buffer is not read and written at once. */
  #copied(from: GPUBuffer, offset: number, size: number): GPUBuffer {
    const { STORAGE, COPY_SRC, COPY_DST } = USAGE;
    const copy = this.#commands.temporary(size, STORAGE | COPY_SRC | COPY_DST);
    this.#commands.encoder().copyBufferToBuffer(from, offset, copy, 0, size);
    return copy;
  }
}
