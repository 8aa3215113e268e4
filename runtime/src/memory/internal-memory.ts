// Blocks of a device's memory without arrays: arguments, tables, private memory. Counts their bytes.

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

  /** Allocates `size` bytes of zeros. */
  allocate(size: number, purpose: string): Block {
    return this.#count(this.#memory.allocate(size, purpose));
  }

  /** Allocates `size` bytes without clearing them. */
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
