// Buffers that bring bytes back to the host. Small ones are used again: to make one takes longer than to read it.

import { MAP_MODE_READ, USAGE } from "./flags.js";

const LEAST = 256;
/** Larger ones are made for each read. */
const MOST = 65536;
/** So many of a size are kept. */
const KEPT = 16;

export class ReadBacks {
  readonly #device: GPUDevice;
  /** By their size, a power of two. */
  readonly #free = new Map<number, GPUBuffer[]>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** Room for so many bytes, a multiple of 4. */
  take(size: number): GPUBuffer {
    const rounded = size > MOST ? size : Math.max(LEAST, 2 ** Math.ceil(Math.log2(size)));
    const usage = USAGE.COPY_DST | USAGE.MAP_READ;
    return this.#free.get(rounded)?.pop() ?? this.#device.createBuffer({ size: rounded, usage });
  }

  /** What was copied there, when the submission with the copy is done. */
  async bytesOf(buffer: GPUBuffer, size: number): Promise<Uint8Array<ArrayBuffer>> {
    await buffer.mapAsync(MAP_MODE_READ, 0, Math.max(4, size));
    const bytes = new Uint8Array(buffer.getMappedRange(0, Math.max(4, size)).slice(0, size));
    buffer.unmap();
    const free = this.#free.get(buffer.size) ?? [];
    this.#free.set(buffer.size, free);
    if (buffer.size > MOST || free.length === KEPT) buffer.destroy();
    else free.push(buffer);
    return bytes;
  }
}
