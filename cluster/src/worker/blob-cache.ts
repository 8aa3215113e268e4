// Caches the bytes that a worker has fetched recently, by hash, up to a limit. Inputs that all chunks share are fetched once.

import type { BlobRef } from "../bus/messages.js";

export class BlobCache {
  readonly #limit: number;
  readonly #blobs = new Map<string, { readonly size: number; readonly bytes: Promise<Uint8Array> }>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns cached bytes, or those of `fetch`; concurrent requests share one fetch. */
  get({ hash, size }: BlobRef, fetch: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#blobs.get(hash);
    if (known) {
      this.#blobs.delete(hash);
      this.#blobs.set(hash, known);
      return known.bytes;
    }
    const bytes = fetch();
    this.#blobs.set(hash, { size, bytes });
    this.#size += size;
    bytes.catch(() => this.#drop(hash));
    for (const oldest of this.#blobs.keys()) {
      if (this.#size <= this.#limit || oldest === hash) break;
      this.#drop(oldest);
    }
    return bytes;
  }

  #drop(hash: string): void {
    const known = this.#blobs.get(hash);
    if (!known) return;
    this.#blobs.delete(hash);
    this.#size -= known.size;
  }
}
