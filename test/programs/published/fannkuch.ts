// Fannkuch-redux of the Benchmarks Game: over all permutations of n numbers, the most flips that one needs until the smallest
// is in front, and a checksum. A work-item takes a block of consecutive permutations, in arrays of its own.

import { type FixedArray, fixedArray, type i32, type Queue } from "lanewise";
import { type Answers, same } from "./program.js";

/** Room for the numbers of a permutation. */
type Places = FixedArray<i32, 12>;

const factorials = [1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880] as const;

/** The permutation at an index of the order that `step` walks, with the counters that it needs. */
function start(permutation: Places, counts: Places, n: i32, index: i32): void {
  const before: Places = fixedArray(12, 0);
  for (let i = 0; i < n; i++) permutation[i] = i;
  let rest = index;
  for (let i = n - 1; i > 0; i--) {
    const block = factorials[i]!;
    const rotation = Math.trunc(rest / block);
    rest %= block;
    counts[i] = rotation;
    for (let k = 0; k <= i; k++) before[k] = permutation[k]!;
    for (let k = 0; k <= i; k++) {
      permutation[k] = k + rotation <= i ? before[k + rotation]! : before[k + rotation - i - 1]!;
    }
  }
}

/** The permutation after this one. */
function step(permutation: Places, counts: Places): void {
  [permutation[0], permutation[1]] = [permutation[1]!, permutation[0]!];
  let first = permutation[0]!;
  let i = 1;
  while (++counts[i]! > i) {
    counts[i++] = 0;
    const following = permutation[1]!;
    permutation[0] = following;
    for (let k = 1; k < i; k++) permutation[k] = permutation[k + 1]!;
    permutation[i] = first;
    first = following;
  }
}

function flipsOf(permutation: Places, n: i32): i32 {
  const flipped: Places = fixedArray(12, 0);
  for (let k = 0; k < n; k++) flipped[k] = permutation[k]!;
  let first = flipped[0]!;
  let flips = 0;
  while (first !== 0) {
    for (let low = 1, high = first - 1; low < high; low++, high--) {
      const kept = flipped[low]!;
      flipped[low] = flipped[high]!;
      flipped[high] = kept;
    }
    const following = flipped[first]!;
    flipped[first] = first;
    first = following;
    flips++;
  }
  return flips;
}

/** The checksum and the largest number of flips. */
async function fannkuch(q: Queue, n: number, blocks: number): Promise<readonly number[]> {
  const perBlock = (factorials[n] ?? 0) / blocks;
  const sums = q.mallocShared(Int32Array, blocks);
  const most = q.mallocShared(Int32Array, blocks);
  await q.parallelFor(blocks, (block) => {
    const permutation: Places = fixedArray(12, 0);
    const counts: Places = fixedArray(12, 0);
    const from = block * perBlock;
    start(permutation, counts, n, from);
    let sum = 0;
    let largest = 0;
    for (let index = from; ; ) {
      const flips = flipsOf(permutation, n);
      largest = Math.max(largest, flips);
      sum += index % 2 === 0 ? flips : -flips;
      if (++index === from + perBlock) break;
      step(permutation, counts);
    }
    sums[block] = sum;
    most[block] = largest;
  });
  return [sums.reduce((total, sum) => total + sum, 0), Math.max(...most)];
}

export async function checksums(q: Queue): Promise<Answers> {
  return {
    "n = 7": same(await fannkuch(q, 7, 42), [228, 16]),
    "n = 8, a block for each": same(await fannkuch(q, 8, 40320), [1616, 22]),
    "n = 9": same(await fannkuch(q, 9, 72), [8629, 30]),
  };
}
