// A device's copy of bytes of the host, for launches that capture host arrays. Its address is the same as on the host modulo 64, or modulo the
// multiple that the device prefers, so that views keep their alignment and aliasing. Launches share it, and the last one frees it.

import type { DeviceContext } from "../context/index.js";
import type { Later } from "../device/index.js";
import { GRANULE } from "./allocator.js";
import type { HostBuffer } from "./host-use.js";
import type { Allocation } from "./usm.js";

export class DeviceCopy {
  readonly context: DeviceContext;
  readonly home: HostBuffer;
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  readonly end: number;
  readonly #allocation: Allocation;
  /** Added to a host offset to get the address. */
  readonly #distance: number;
  #uses = 0;

  /** The copy's bytes are not initialised. */
  constructor(context: DeviceContext, home: HostBuffer, buffer: ArrayBufferLike, start: number, end: number) {
    const multiple = Math.max(GRANULE, context.memory.preferredMultiple ?? 1);
    const base = start - (start % multiple);
    this.#allocation = context.usm.reserve(end - base, `A device's copy of ${end - start} bytes of a captured array`);
    this.#distance = this.#allocation.block.offset - base;
    this.context = context;
    this.home = home;
    this.buffer = buffer;
    this.start = start;
    this.end = end;
  }

  /** Returns the address of the byte at `offset` on the host. */
  addressOf(offset: number): number {
    return offset + this.#distance;
  }

  covers(start: number, end: number): boolean {
    return this.start <= start && end <= this.end;
  }

  /** Copies bytes from the host to the device. If that fails later, the launch that uses the copy fails. */
  load(buffer: ArrayBufferLike, start: number, end: number): void {
    const bytes = new Uint8Array(buffer, start, end - start);
    const { address, size, before } = this.#around(start, end);
    // The device may have newer bytes around a part.
    if (size === bytes.length || start !== this.start || end !== this.end) {
      this.context.memory.write(this.addressOf(start), bytes);
      return;
    }
    const whole = new Uint8Array(size);
    whole.set(bytes, before);
    this.context.memory.write(address, whole);
  }

  /** Reads the device's bytes, in order with issued work. */
  read(start: number, end: number): Later<Uint8Array> {
    const { address, size, before } = this.#around(start, end);
    const read = this.context.memory.read(address, size);
    const part = (bytes: Uint8Array) => bytes.subarray(before, before + end - start);
    return read instanceof Promise ? read.then(part) : part(read);
  }

  /** Extends the range to the device's preferred multiples; the additional bytes belong to the copy. */
  #around(start: number, end: number): { readonly address: number; readonly size: number; readonly before: number } {
    const { preferredMultiple: multiple = 1 } = this.context.memory;
    const [from, to] = [this.addressOf(start), this.addressOf(end)];
    const before = from % multiple;
    return { address: from - before, size: Math.ceil(to / multiple) * multiple - (from - before), before };
  }

  retain(): void {
    this.#uses += 1;
  }

  release(): void {
    this.#uses -= 1;
    if (this.#uses > 0) return;
    this.home.copies.delete(this);
    this.context.copies.delete(this);
    // Threads of a lost pool may still write to it.
    this.context.device.whenSettled(() => this.context.usm.dispose(this.#allocation));
  }
}
