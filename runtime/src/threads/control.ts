// The words that threads of one pool share, and how they share a job: a range of which each takes chunks in ascending
// order until none is left. Main writes a job while the gate is closed; threads enter and leave through the gate, and
// the last to leave a job without chunks closes it. Pure functions over an Int32Array: main and workers run the same code.

import type { Run } from "../targets/target.js";
import { chunkEnd, nextSize } from "./chunks.js";

/** Indices of words. Those that several threads write lie on cache lines of their own. */
export const WORD = {
  /** Grows when there is something to do or to receive; idle workers wait on it. */
  epoch: 0,
  /** How many threads are in the job, or CLOSED. */
  gate: 16,
  /** The first work-item that nobody has taken. */
  next: 32,
  /** Work-items per chunk, as the threads find it out. */
  chunk: 48,
  /** The number of the last job that is done; main waits on it. */
  done: 64,
  sleepers: 80,
  spinners: 96,
  /** Sums over the job: work-items done, and the microseconds that threads spent on them. */
  items: 112,
  microseconds: 113,
  // The job, and what else main alone writes.
  job: 128,
  program: 129,
  args: 130,
  total: 131,
  row: 132,
  gang: 133,
  /** How many threads may be in the job at once. */
  seats: 134,
  /** The threads' blocks in device memory: that of thread i lies at base + i * stride. */
  blocks: 135,
  stride: 136,
  /** How many workers may spin at once. */
  spinSeats: 137,
} as const;
const THREADS = 144;
/** Words of each thread; thread 0 is main. */
export const THREAD_WORD = {
  /** Messages that main has sent to the worker, and that it has dealt with. */
  posted: 0,
  received: 1,
  /** 1: a chunk of this job failed; where it began; how long the reason is and its UTF-16 units. */
  failed: 2,
  begin: 3,
  reasonLength: 4,
  reason: 16,
} as const;
const REASON_LENGTH = 256;
const THREAD_WORDS = THREAD_WORD.reason + REASON_LENGTH;
const CLOSED = -1;

export const wordsFor = (threads: number): number => THREADS + threads * THREAD_WORDS;
export const threadWord = (thread: number, word: number): number => THREADS + thread * THREAD_WORDS + word;

/** Closed before the first job. */
export function initialise(words: Int32Array): void {
  words[WORD.gate] = CLOSED;
}

/** Lets threads in. The job is written. */
export function open(words: Int32Array): void {
  Atomics.store(words, WORD.gate, 0);
}

/**
 * Works on the open job, if there is one with a free seat: until no chunk is left, or about `until` (a time). `runOf`
 * gives the calling thread's function of a program, if it has it. Returns whether the thread found something to do.
 */
export function join(
  words: Int32Array,
  thread: number,
  runOf: (program: number) => Run | undefined,
  until = Number.POSITIVE_INFINITY,
): boolean {
  if (!enter(words)) return false;
  if (thread > 0) wake(words, 2);
  const run = runOf(words[WORD.program] ?? 0);
  const hasWorked = run !== undefined && work(words, thread, run, until);
  leave(words);
  return hasWorked;
}

/**
 * Wakes workers for the seats that are free, at most `most`: it takes the caller 40 us each, so main wakes one or two, and
 * they the next.
 */
export function wake(words: Int32Array, most: number): void {
  const free = Atomics.load(words, WORD.seats) - Atomics.load(words, WORD.gate) - Atomics.load(words, WORD.spinners);
  if (free > 0 && Atomics.load(words, WORD.sleepers) > 0) Atomics.notify(words, WORD.epoch, Math.min(most, free));
}

function enter(words: Int32Array): boolean {
  let inside = Atomics.load(words, WORD.gate);
  while (inside !== CLOSED && inside < Atomics.load(words, WORD.seats) && !isExhausted(words)) {
    const found = Atomics.compareExchange(words, WORD.gate, inside, inside + 1);
    if (found === inside) return true;
    inside = found;
  }
  return false;
}

function leave(words: Int32Array): void {
  const inside = Atomics.sub(words, WORD.gate, 1) - 1;
  if (inside > 0 || !isExhausted(words)) return;
  // Another may have entered and left meanwhile: one of both closes.
  if (Atomics.compareExchange(words, WORD.gate, 0, CLOSED) !== 0) return;
  Atomics.store(words, WORD.done, Atomics.load(words, WORD.job));
  Atomics.notify(words, WORD.done);
}

function isExhausted(words: Int32Array): boolean {
  return Atomics.load(words, WORD.next) >= Atomics.load(words, WORD.total);
}

/** Inside the gate the job does not change. */
function work(words: Int32Array, thread: number, run: Run, until: number): boolean {
  // Every word that is read is there: typed arrays give undefined beyond their end only.
  const word = (index: number): number => words[index] ?? 0;
  const cut = { total: word(WORD.total), row: word(WORD.row), gang: word(WORD.gang) };
  const args = word(WORD.args);
  const block = word(WORD.blocks) + thread * word(WORD.stride);
  const seats = word(WORD.seats);
  const first = performance.now();
  let start = first;
  let items = 0;
  while (start < until) {
    const begin = Atomics.load(words, WORD.next);
    if (begin >= cut.total) break;
    const size = Atomics.load(words, WORD.chunk);
    // Towards the end chunks shrink, so that the threads end together.
    const wanted = Math.min(size, Math.max(size >> 4, 1, Math.ceil((cut.total - begin) / (2 * seats))));
    const end = chunkEnd(begin, wanted, cut);
    if (Atomics.compareExchange(words, WORD.next, begin, end) !== begin) continue;
    try {
      run(args, block, begin, end);
    } catch (error) {
      fail(words, thread, begin, error);
    }
    const now = performance.now();
    items += end - begin;
    const better = nextSize(size, end - begin, now - start);
    if (better !== size) Atomics.compareExchange(words, WORD.chunk, size, better);
    start = now;
  }
  Atomics.add(words, WORD.items, items);
  Atomics.add(words, WORD.microseconds, Math.round((start - first) * 1000));
  return items > 0;
}

/** No chunk above the failure begins any more; those below have begun. */
function fail(words: Int32Array, thread: number, begin: number, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const length = Math.min(REASON_LENGTH, reason.length);
  for (let i = 0; i < length; i++) words[threadWord(thread, THREAD_WORD.reason + i)] = reason.charCodeAt(i);
  words[threadWord(thread, THREAD_WORD.reasonLength)] = length;
  words[threadWord(thread, THREAD_WORD.begin)] = begin;
  words[threadWord(thread, THREAD_WORD.failed)] = 1;
  Atomics.store(words, WORD.next, Atomics.load(words, WORD.total));
}

/** A chunk that failed. */
export interface ChunkFailure {
  readonly thread: number;
  readonly begin: number;
  readonly reason: string;
}

/** The lowest failure of the job that is done; clears all. */
export function takeFailure(words: Int32Array, threads: number): ChunkFailure | undefined {
  let lowest: ChunkFailure | undefined;
  for (let thread = 0; thread < threads; thread++) {
    const failed = threadWord(thread, THREAD_WORD.failed);
    if (words[failed] !== 1) continue;
    words[failed] = 0;
    const begin = words[threadWord(thread, THREAD_WORD.begin)] ?? 0;
    if (lowest !== undefined && lowest.begin < begin) continue;
    const from = threadWord(thread, THREAD_WORD.reason);
    const length = words[threadWord(thread, THREAD_WORD.reasonLength)] ?? 0;
    lowest = { thread, begin, reason: String.fromCharCode(...words.subarray(from, from + length)) };
  }
  return lowest;
}
