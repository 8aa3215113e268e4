// Prefix sums: each number is replaced by the sum of all before it. Groups do it for blocks of the array and leave their blocks'
// sums; these are treated likewise; then each block is lifted by the sum of the blocks before it.

import { localMemory, type NdItem, ndRange, type Queue, type QueueEvent } from "lanewise";

/** Work-items in a group, and how many numbers in a row each has. */
const groupSize = 128;
const share = 16;
const blockSize = groupSize * share;

/** What prefix sums of `length` numbers need beside them: the sums of blocks, of blocks of blocks and so on. */
export function sumsFor(q: Queue, length: number): readonly Uint32Array[] {
  const levels: Uint32Array[] = [];
  for (let n = length; levels.length === 0 || n > 1; ) {
    n = Math.ceil(n / blockSize);
    levels.push(q.mallocShared(Uint32Array, n));
  }
  return levels;
}

/** `to[i]` is the sum of `from[0]` to `from[i - 1]`, modulo 2^32. The arrays may be the same. `levels`: `sumsFor(q, length)`. */
export function prefixSum(
  q: Queue,
  from: Uint32Array,
  to: Uint32Array,
  [sums, ...above]: readonly Uint32Array[],
): QueueEvent {
  if (sums === undefined) throw new RangeError("prefixSum: `levels` are not those of sumsFor for this length.");
  const scanned = scanBlocks(q, from, to, sums);
  if (sums.length === 1) return scanned;
  prefixSum(q, sums, sums, above);
  const length = from.length;
  return q.parallelFor(length, (i) => {
    to[i]! += sums[Math.floor(i / blockSize)]!;
  });
}

function scanBlocks(q: Queue, from: Uint32Array, to: Uint32Array, sums: Uint32Array): QueueEvent {
  const length = from.length;
  return q.parallelFor(ndRange(sums.length * groupSize, groupSize), (item: NdItem<1>) => {
    const totals = localMemory(Uint32Array, groupSize);
    const own = item.localId();
    const begin = item.globalId() * share;
    const end = Math.min(begin + share, length);
    let total = 0;
    for (let i = begin; i < end; i++) total += from[i]!;
    totals[own] = total;
    item.barrier();
    // Step by step, each work-item knows the sum of twice as many shares, its own the last of them.
    for (let reach = 1; reach < groupSize; reach *= 2) {
      const before = own >= reach ? totals[own - reach]! : 0;
      item.barrier();
      totals[own]! += before;
      item.barrier();
    }
    if (own === groupSize - 1) sums[item.group.id()] = totals[own]!;
    let sum = totals[own]! - total;
    for (let i = begin; i < end; i++) {
      const value = from[i]!;
      to[i] = sum;
      sum += value;
    }
  });
}
