// The example 06-groups against plain JavaScript: products of matrices, prefix sums and sorts, of sizes that groups divide and
// of others.

import type { Queue } from "lanewise";
import { multiply } from "../../../examples/06-groups/matrix.js";
import { prefixSum, sumsFor } from "../../../examples/06-groups/scan.js";
import { Sorter } from "../../../examples/06-groups/sort.js";
import { type Answer, type Answers, same } from "../../programs/published/program.js";

/** Numbers that look random and are the same each time. */
function noise(length: number): Uint32Array {
  let state = 1;
  return Uint32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state ^ (state >>> 15)) >>> 0;
  });
}

async function answersOf<T>(cases: readonly T[], run: (given: T) => Promise<Answer>): Promise<Answers> {
  const answers: Record<string, Answer> = {};
  for (const given of cases) answers[String(given)] = await run(given);
  return answers;
}

/** Of small integers, whose sums are exact in f32. */
export function products(q: Queue): Promise<Answers> {
  return answersOf([1, 15, 64, 67], async (size) => {
    const [left, right] = [noise(size * size).map((x) => x % 9), noise(size * size + 7).map((x) => x % 7)];
    const a = q.mallocShared(Float32Array, Float32Array.from(left));
    const b = q.mallocShared(Float32Array, Float32Array.from(right.subarray(7)));
    const c = q.mallocShared(Float32Array, size * size);
    await multiply(q, a, b, c, size);
    const expected = Array.from(c, (_, i) => {
      const [row, column] = [Math.floor(i / size), i % size];
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[row * size + k]! * b[k * size + column]!;
      return sum;
    });
    return same(c, expected);
  });
}

/** Up to three levels of blocks; sums overflow. */
export function prefixSums(q: Queue): Promise<Answers> {
  return answersOf([1, 16, 2047, 2048, 2049, 100_000, 2048 * 2048 + 3], async (length) => {
    const from = noise(length);
    const values = q.mallocShared(Uint32Array, from);
    const levels = sumsFor(q, length);
    await prefixSum(q, values, values, levels);
    let sum = 0;
    const expected = from.map((value) => {
      const before = sum;
      sum = (sum + value) >>> 0;
      return before;
    });
    const answer = same(values.slice(), expected);
    for (const array of [values, ...levels]) q.free(array);
    return answer;
  });
}

export function sorts(q: Queue): Promise<Answers> {
  return answersOf([1, 2, 255, 4096, 4097, 50_001], async (length) => {
    const unsorted = noise(length);
    const keys = q.mallocShared(Uint32Array, unsorted);
    const sorter = new Sorter(q, length);
    await sorter.sort(keys);
    sorter.free();
    return same(keys, unsorted.toSorted());
  });
}

/** The order of few different keys, and of keys that are sorted already, the one way or the other. */
export async function sortsOfOrders(q: Queue): Promise<Answers> {
  const length = 9000;
  const sorter = new Sorter(q, length);
  const orders: Record<string, (i: number) => number> = {
    ascending: (i) => i,
    descending: (i) => 0xffffffff - i,
    equal: () => 0x80000000,
    few: (i) => (i % 3) * 0x7fffffff,
  };
  const answers: Record<string, Answer> = {};
  for (const [name, keyOf] of Object.entries(orders)) {
    const unsorted = Uint32Array.from({ length }, (_, i) => keyOf(i));
    const keys = q.mallocShared(Uint32Array, unsorted);
    await sorter.sort(keys);
    answers[name] = same(keys, unsorted.toSorted());
  }
  return answers;
}
