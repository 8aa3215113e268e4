// Radix sort: four passes, each by 8 bits, the lowest first, and each keeps the order of equal digits. A pass counts the digits of each
// group's keys, finds by a prefix sum where each group's keys of each digit go, and puts them there.

import {
  atomicRef,
  type i32,
  localMemory,
  type NdItem,
  ndRange,
  type Queue,
  type QueueEvent,
  type u32,
} from "lanewise";
import { prefixSum, sumsFor } from "./scan.js";

const digits = 256;
/** Work-items in a group, and how many keys in a row each has. */
const groupSize = 16;
const share = 256;
const blockSize = groupSize * share;

/** One of a key's four digits, as an index. */
function digitOf(key: u32, shift: i32): i32 {
  return ((key >>> shift) & (digits - 1)) | 0;
}

/** Sorts keys in ascending order. Memory of the device, so that passes move nothing between host and device. */
export class Sorter {
  readonly #q: Queue;
  readonly #length: number;
  readonly #groups: number;
  readonly #other: Uint32Array;
  /** Of each digit, for each group: how many keys, and then where they go. */
  readonly #places: Uint32Array;
  readonly #levels: readonly Uint32Array[];

  constructor(q: Queue, length: number) {
    this.#q = q;
    this.#length = length;
    this.#groups = Math.ceil(length / blockSize);
    this.#other = q.mallocShared(Uint32Array, length);
    this.#places = q.mallocShared(Uint32Array, digits * this.#groups);
    this.#levels = sumsFor(q, this.#places.length);
  }

  /** `keys` are in the device's memory, as many as the sorter is for. */
  sort(keys: Uint32Array): QueueEvent {
    this.#pass(keys, this.#other, 0);
    this.#pass(this.#other, keys, 8);
    this.#pass(keys, this.#other, 16);
    return this.#pass(this.#other, keys, 24);
  }

  free(): void {
    for (const array of [this.#other, this.#places, ...this.#levels]) this.#q.free(array);
  }

  #pass(from: Uint32Array, to: Uint32Array, shift: number): QueueEvent {
    this.#count(from, shift);
    prefixSum(this.#q, this.#places, this.#places, this.#levels);
    return this.#scatter(from, to, shift);
  }

  #count(from: Uint32Array, shift: number): QueueEvent {
    const [places, groups, length] = [this.#places, this.#groups, this.#length];
    return this.#q.parallelFor(ndRange(groups * groupSize, groupSize), (item: NdItem<1>) => {
      const counts = localMemory(Uint32Array, digits);
      const [own, group] = [item.localId(), item.group.id()];
      for (let digit = own; digit < digits; digit += groupSize) counts[digit] = 0;
      item.barrier();
      const end = Math.min((group + 1) * blockSize, length);
      for (let i = group * blockSize + own; i < end; i += groupSize) {
        atomicRef(counts, digitOf(from[i]!, shift)).fetchAdd(1);
      }
      item.barrier();
      for (let digit = own; digit < digits; digit += groupSize) places[digit * groups + group] = counts[digit]!;
    });
  }

  #scatter(from: Uint32Array, to: Uint32Array, shift: number): QueueEvent {
    const [places, groups, length] = [this.#places, this.#groups, this.#length];
    return this.#q.parallelFor(ndRange(groups * groupSize, groupSize), (item: NdItem<1>) => {
      // Of each digit, for each work-item: how many of its keys, and then where the next of them goes.
      const next = localMemory(Uint32Array, digits * groupSize);
      const [own, group] = [item.localId(), item.group.id()];
      const begin = item.globalId() * share;
      const end = Math.min(begin + share, length);
      for (let digit = 0; digit < digits; digit++) next[digit * groupSize + own] = 0;
      for (let i = begin; i < end; i++) next[digitOf(from[i]!, shift) * groupSize + own]! += 1;
      item.barrier();
      for (let digit = own; digit < digits; digit += groupSize) {
        let place = places[digit * groups + group]!;
        for (let k = digit * groupSize; k < (digit + 1) * groupSize; k++) {
          const count = next[k]!;
          next[k] = place;
          place += count;
        }
      }
      item.barrier();
      for (let i = begin; i < end; i++) {
        const key = from[i]!;
        const k = digitOf(key, shift) * groupSize + own;
        to[next[k]!] = key;
        next[k]! += 1;
      }
    });
  }
}
