// Tracks which bytes of a device's memory are in use, without touching them: blocks tile [start, end), and free ones are in bins by size.
// Neighbouring free blocks are always merged; finding and freeing a block takes constant time, except for a short scan of one bin.

/** Alignment and granularity of blocks in bytes: a cache line, or four vectors. */
export const GRANULE = 64;
/** How many blocks of the best bin to try before a larger one is taken. */
const PROBES = 16;

export interface Block {
  readonly offset: number;
  readonly size: number;
}

interface Link extends Block {
  offset: number;
  size: number;
  isFree: boolean;
  previous: Link | undefined;
  next: Link | undefined;
}

export class Allocator {
  readonly #bins: Set<Link>[] = Array.from({ length: 32 }, () => new Set<Link>());
  readonly #live = new Set<Block>();
  readonly #grow: (neededEnd: number) => number;
  #last: Link | undefined;
  #end: number;

  /** `grow` grows the memory to at least `neededEnd` and returns its new end, or the old end if it cannot. */
  constructor(start: number, end: number, grow: (neededEnd: number) => number) {
    this.#grow = grow;
    this.#end = start;
    this.#extend(end);
  }

  /** Returns a block of at least `size` bytes; undefined if the memory cannot grow enough. */
  allocate(size: number): Block | undefined {
    const rounded = Math.max(GRANULE, Math.ceil(size / GRANULE) * GRANULE);
    const link = this.#find(rounded, PROBES) ?? this.#growFor(rounded) ?? this.#find(rounded, Number.POSITIVE_INFINITY);
    if (!link) return undefined;
    this.#bin(link.size).delete(link);
    link.isFree = false;
    this.#split(link, rounded);
    this.#live.add(link);
    return link;
  }

  /** Frees a block. Returns false if it is not in use. */
  release(block: Block): boolean {
    if (!this.#live.delete(block)) return false;
    // `#live` contains only links that `allocate` made.
    const link = block as Link;
    link.isFree = true;
    const merged = this.#merge(link);
    this.#bin(merged.size).add(merged);
    return true;
  }

  #bin(size: number): Set<Link> {
    // Sizes are below 2^32, so their logarithms are below the number of bins.
    return this.#bins[31 - Math.clz32(size / GRANULE)] as Set<Link>;
  }

  #find(size: number, probes: number): Link | undefined {
    const best = 31 - Math.clz32(size / GRANULE);
    let probed = 0;
    for (const link of this.#bins[best] ?? []) {
      if (link.size >= size) return link;
      if (++probed >= probes) break;
    }
    for (const bin of this.#bins.slice(best + 1)) for (const link of bin) return link;
    return undefined;
  }

  #growFor(size: number): Link | undefined {
    const tail = this.#last?.isFree ? this.#last.size : 0;
    this.#extend(this.#grow(this.#end + size - tail));
    return this.#last?.isFree && this.#last.size >= size ? this.#last : undefined;
  }

  #extend(end: number): void {
    const size = Math.floor((end - this.#end) / GRANULE) * GRANULE;
    if (size <= 0) return;
    const link: Link = { offset: this.#end, size, isFree: true, previous: this.#last, next: undefined };
    if (this.#last) this.#last.next = link;
    this.#last = link;
    this.#end += size;
    const merged = this.#merge(link);
    this.#bin(merged.size).add(merged);
  }

  #split(link: Link, size: number): void {
    if (link.size === size) return;
    const rest: Link = {
      offset: link.offset + size,
      size: link.size - size,
      isFree: true,
      previous: link,
      next: link.next,
    };
    if (link.next) link.next.previous = rest;
    else this.#last = rest;
    link.next = rest;
    link.size = size;
    this.#bin(rest.size).add(rest);
  }

  /** Merges a free block, which is in no bin, with its free neighbours; the result is in no bin either. */
  #merge(link: Link): Link {
    const { previous, next } = link;
    if (next?.isFree) {
      this.#bin(next.size).delete(next);
      this.#absorb(link, next);
    }
    if (!previous?.isFree) return link;
    this.#bin(previous.size).delete(previous);
    this.#absorb(previous, link);
    return previous;
  }

  #absorb(link: Link, next: Link): void {
    link.size += next.size;
    link.next = next.next;
    if (next.next) next.next.previous = link;
    else this.#last = link;
  }
}
