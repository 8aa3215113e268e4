// A device's copy of some bytes of the host, for launches that capture arrays there. It lies at the same place modulo 64, or what the device prefers, as on
// the host, so that views keep their alignment and their aliasing. All launches that use it have it together; with the last of
// them it goes.

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
  /** To be added to an offset on the host. */
  readonly #distance: number;
  #uses = 0;

  /** With whatever is in the device's memory. */
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

  /** Where the byte that is at `offset` on the host lies. */
  addressOf(offset: number): number {
    return offset + this.#distance;
  }

  covers(start: number, end: number): boolean {
    return this.start <= start && end <= this.end;
  }

  /** From the host to the device. Where that fails later, the launch does that uses it. */
  load(buffer: ArrayBufferLike, start: number, end: number): void {
    const bytes = new Uint8Array(buffer, start, end - start);
    const { address, size, before } = this.#around(start, end);
    // What lies around a part may be newer there.
    if (size === bytes.length || start !== this.start || end !== this.end) {
      this.context.memory.write(this.addressOf(start), bytes);
      return;
    }
    const whole = new Uint8Array(size);
    whole.set(bytes, before);
    this.context.memory.write(address, whole);
  }

  /** What the device has, in order with what is issued. */
  read(start: number, end: number): Later<Uint8Array> {
    const { address, size, before } = this.#around(start, end);
    const read = this.context.memory.read(address, size);
    const part = (bytes: Uint8Array) => bytes.subarray(before, before + end - start);
    return read instanceof Promise ? read.then(part) : part(read);
  }

  /** The multiples of what the device prefers that the bytes lie in. They are the copy's own. */
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
    // Threads of a lost pool may still write there.
    this.context.device.whenSettled(() => this.context.usm.dispose(this.#allocation));
  }
}
