// A device's copy of some bytes of the host, for launches that capture arrays there. It lies at the same place modulo 64 as on
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
    const base = start - (start % GRANULE);
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
    this.context.memory.write(this.addressOf(start), new Uint8Array(buffer, start, end - start));
  }

  /** What the device has, in order with what is issued. */
  read(start: number, end: number): Later<Uint8Array> {
    return this.context.memory.read(this.addressOf(start), end - start);
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
