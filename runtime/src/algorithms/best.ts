// The greatest or least elements, without sorting all: first the greatest of each block, since only few blocks can have the result.

import { LanewiseError } from "../errors/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { Queue } from "../queue/index.js";
import { describeArray, lengthOf, type OptionTable } from "../values/index.js";
import { checkArray, checkSameLength, type NumberArray, type SameArray } from "./arrays.js";
import { gatherElements } from "./gather.js";
import { type AlgorithmOptions, algorithmOptions, checkCall, type Launches, launchAll } from "./launches.js";
import { type Blocks, LANES, numberAll } from "./order-kernels.js";
import { type Bits, bitsOf, type OrderRow, orderRows } from "./order-rows.js";
import { ResultEvent } from "./result-event.js";
import { submitSort } from "./sort.js";
import { sortRows } from "./sort-widths.js";

/** Elements of a block, which the first pass reduces to one. */
const ROUNDS = 256;

/**
 * Returns the index of the least element: the one that `sort` puts first (-0 before 0, NaN last); the first among equals. -1 if there is none.
 *
 *     const nearest = await argMin(q, distances);
 */
export function argMin(q: Queue, x: NumberArray, options: AlgorithmOptions = {}): ResultEvent<number> {
  return argBest(q, "argMin", x, options, true);
}

/**
 * Returns the index of the greatest element: equal to the one that `sort` puts last (NaN is the greatest); the first among equals. -1 if there is
 * none.
 *
 *     const winner = await argMax(q, scores);
 */
export function argMax(q: Queue, x: NumberArray, options: AlgorithmOptions = {}): ResultEvent<number> {
  return argBest(q, "argMax", x, options, false);
}

function argBest(q: Queue, called: string, x: NumberArray, options: AlgorithmOptions, isLeast: boolean) {
  const own = checkCall(q, called, options);
  const { name } = checkArray(x, orderRows, `${called}: x`);
  const row: OrderRow = orderRows[name];
  const blocks = cutIntoBlocks(lengthOf(x), ROUNDS);
  const place = new Int32Array(1).fill(-1);
  const event = launchAll(q, called, own, (launches) => {
    const at = launches.takeFilled(Int32Array, 1, -1);
    const keyed = {
      ...blocks,
      x: bitsOf(row, x),
      best: launches.take(row.type, blocks.count),
      flip: row.flip(isLeast),
    };
    if (blocks.count > 0) findBest(launches, row, keyed);
    if (lengthOf(x) > 0) launches.add((queue, all) => queue.singleTask(row.pick({ ...keyed, at }), all));
    return launches.addCopy((queue, all) => queue.copy(at, place, all));
  });
  return new ResultEvent(event, () => place[0] ?? -1);
}

/** Cuts an array into full rows of LANES blocks of `rounds` elements each. `length` elements are in blocks; fewer than a row's follow. */
function cutIntoBlocks(length: number, rounds: number) {
  const count = Math.floor(length / (rounds * LANES)) * LANES;
  return { rounds, count, length: count * rounds };
}

function findBest(launches: Launches, row: OrderRow, blocks: Blocks<Bits, number | bigint>) {
  const rows = blocks.length / blocks.rounds / LANES;
  launches.add((q, all) => q.parallelFor([rows, LANES], row.best(blocks), all));
}

/** The options of `topK`. */
export interface TopKOptions extends AlgorithmOptions {
  /** Finds the least elements, the least first, instead of the greatest. */
  readonly smallest?: boolean;
  /** Receives the index in x of each of them: as long as `out`. */
  readonly indices?: Int32Array | Uint32Array;
}

const topKOptions = {
  ...algorithmOptions,
  ...{ smallest: "boolean", indices: "checked" },
} as const satisfies OptionTable<TopKOptions>;

/**
 * Writes the greatest elements to `out`, the greatest first, as many as `out` has: those that `sort` puts last (NaN is the greatest). Among elements
 * equal to the last one, the choice is arbitrary. `out` has at most as many elements as x and shares no memory with it.
 *
 *     await topK(q, scores, out, { indices });
 */
export function topK<A extends NumberArray>(q: Queue, x: A, out: SameArray<A>, options: TopKOptions = {}): QueueEvent {
  const own = checkCall(q, "topK", options, topKOptions);
  const { name } = checkArray(x, orderRows, "topK: x");
  checkArray(out, { [name]: orderRows[name] }, "topK: out");
  const { smallest = false, indices } = own;
  if (indices !== undefined) {
    checkArray(indices, { Int32Array: 0, Uint32Array: 0 }, "topK: indices");
    checkSameLength(indices, out, "topK: indices", "out");
  }
  if (lengthOf(out) > lengthOf(x)) {
    throw new LanewiseError(
      "invalid",
      `topK: out is a ${describeArray(out)}; expected at most ${lengthOf(x)} elements, the length of x.`,
    );
  }
  return launchAll(q, "topK", own, (launches) => {
    const places = takeRanked(launches, orderRows[name], x, lengthOf(out), smallest);
    if (indices) launches.addCopy((queue, all) => queue.copy(places, wordsOf(indices), all));
    return gatherElements(launches, x, places, out);
  });
}

function wordsOf({ buffer, byteOffset, length }: Int32Array | Uint32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length);
}

/** The indices of the `count` greatest elements, in order. They are in the blocks with the greatest elements, or after all blocks. */
function takeRanked(launches: Launches, row: OrderRow, x: NumberArray, count: number, isLeast: boolean): Uint32Array {
  const length = lengthOf(x);
  // Sorts this many blocks, and this many candidates: the least work if both numbers are similar.
  const blocks = cutIntoBlocks(length, Math.max(1, Math.floor(Math.sqrt(length / Math.max(1, count)))));
  const chosen = blocks.rounds < 4 ? 0 : Math.min(count, blocks.count);
  const keyed = { ...blocks, x: bitsOf(row, x), flip: row.flip(isLeast), ...(chosen === 0 && { length: 0 }) };
  const ranked = launches.take(Uint32Array, chosen === 0 ? 0 : blocks.count);
  if (chosen > 0) {
    const best = launches.take(row.type, blocks.count);
    findBest(launches, row, { ...keyed, best });
    launches.run(blocks.count, numberAll(ranked));
    submitSort(launches, sortRows[row.keys], best, ranked, { descending: true });
  }
  const candidates = chosen * blocks.rounds + length - keyed.length;
  const [keys, places] = [launches.take(row.type, candidates), launches.take(Uint32Array, candidates)];
  launches.run(candidates, row.candidates({ ...keyed, ranked, chosen, keys, places }));
  submitSort(launches, sortRows[row.keys], keys, places, { descending: true });
  return places.subarray(0, count);
}
