// Blocks of a device's memory that no array lies in: arguments, tables, private memory. Counts what they take.

import type { DeviceMemory } from "../device/index.js";
import type { Block } from "./allocator.js";

export class InternalMemory {
  readonly #memory: DeviceMemory;
  #bytes = 0;

  constructor(memory: DeviceMemory) {
    this.#memory = memory;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#bytes;
  }

  /** `size` bytes of zeros. */
  allocate(size: number, purpose: string): Block {
    return this.#count(this.#memory.allocate(size, purpose));
  }

  /** `size` bytes of whatever was there. */
  reserve(size: number, purpose: string): Block {
    return this.#count(this.#memory.reserve(size, purpose));
  }

  release(block: Block): void {
    this.#bytes -= block.size;
    this.#memory.release(block);
  }

  #count(block: Block): Block {
    this.#bytes += block.size;
    return block;
  }
}
