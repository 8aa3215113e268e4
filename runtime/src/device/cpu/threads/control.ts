// The words that the threads of a pool share, and how threads share jobs: they take chunks of each job's range in ascending order until none is left.
// Main writes a job into a free slot, whose gate is closed; threads enter and leave through the gate, and the last to leave a job without chunks
// closes it. Pure functions over an Int32Array: main and workers run the same code.

import type { Run } from "../index.js";
import { chunkEnd, nextSize } from "./chunks.js";
import * as WORD from "./words.js";

/** How many jobs there may be at once: a thread that finds no work in one looks at the next. */
export const SLOTS = 4;

const FIRST_JOB = 64;
const JOB_WORDS = 96;
const THREADS = FIRST_JOB + SLOTS * JOB_WORDS;
const REASON_LENGTH = 256;
const FAILURES = 16;
const FAILURE_WORDS = WORD.reason + REASON_LENGTH;
const THREAD_WORDS = FAILURES + SLOTS * FAILURE_WORDS;
const CLOSED = -1;

export const wordsFor = (threads: number): number => THREADS + threads * THREAD_WORDS;
export const jobWord = (slot: number, word: number): number => FIRST_JOB + slot * JOB_WORDS + word;
export const threadWord = (thread: number, word: number): number => THREADS + thread * THREAD_WORDS + word;
const failureWord = (thread: number, slot: number, word: number): number =>
  threadWord(thread, FAILURES + slot * FAILURE_WORDS + word);

/** Closes all gates, before the first jobs. */
export function initialise(words: Int32Array): void {
  for (let slot = 0; slot < SLOTS; slot++) words[jobWord(slot, WORD.gate)] = CLOSED;
}

/** Lets threads in, once the job is written. */
export function open(words: Int32Array, slot: number): void {
  Atomics.store(words, jobWord(slot, WORD.gate), 0);
}

/** Returns the calling thread's function of a program, if it has it. */
export type RunOf = (program: number) => Run | undefined;

/** Works on each open job that has a free seat, until no chunk is left. Returns whether there was something to do. */
export function joinAny(words: Int32Array, thread: number, runOf: RunOf): boolean {
  let hasWorked = false;
  for (let slot = 0; slot < SLOTS; slot++) if (join(words, slot, thread, runOf)) hasWorked = true;
  return hasWorked;
}

/** Works on a slot's job, if it is open and has a free seat, until no chunk is left or about `until` (a time). */
export function join(
  words: Int32Array,
  slot: number,
  thread: number,
  runOf: RunOf,
  until = Number.POSITIVE_INFINITY,
): boolean {
  if (!enter(words, slot)) return false;
  // A thread that was woken, or spun, for one job may be in another.
  if (thread > 0) for (let other = 0; other < SLOTS; other++) wake(words, other, 2);
  const run = runOf(words[jobWord(slot, WORD.program)] ?? 0);
  const hasWorked = run !== undefined && work(words, slot, thread, run, until);
  leave(words, slot);
  return hasWorked;
}

/** Wakes workers for the free seats of a job, at most `most`. Each costs the caller 40 us, so main wakes one or two, and they wake the next. */
export function wake(words: Int32Array, slot: number, most: number): void {
  const inside = Atomics.load(words, jobWord(slot, WORD.gate));
  if (inside === CLOSED || isExhausted(words, slot)) return;
  const free = Atomics.load(words, jobWord(slot, WORD.seats)) - inside - Atomics.load(words, WORD.spinners);
  if (free > 0 && Atomics.load(words, WORD.sleepers) > 0) Atomics.notify(words, WORD.epoch, Math.min(most, free));
}

function enter(words: Int32Array, slot: number): boolean {
  const gate = jobWord(slot, WORD.gate);
  let inside = Atomics.load(words, gate);
  while (inside !== CLOSED && inside < Atomics.load(words, jobWord(slot, WORD.seats)) && !isExhausted(words, slot)) {
    const found = Atomics.compareExchange(words, gate, inside, inside + 1);
    if (found === inside) return true;
    inside = found;
  }
  return false;
}

function leave(words: Int32Array, slot: number): void {
  const gate = jobWord(slot, WORD.gate);
  const inside = Atomics.sub(words, gate, 1) - 1;
  if (inside > 0 || !isExhausted(words, slot)) return;
  // Another thread may have entered and left meanwhile: one of the two closes the gate.
  if (Atomics.compareExchange(words, gate, 0, CLOSED) !== 0) return;
  const done = jobWord(slot, WORD.done);
  Atomics.store(words, done, Atomics.load(words, jobWord(slot, WORD.job)));
  Atomics.notify(words, done);
}

function isExhausted(words: Int32Array, slot: number): boolean {
  return Atomics.load(words, jobWord(slot, WORD.next)) >= Atomics.load(words, jobWord(slot, WORD.total));
}

/** Takes and runs chunks. Inside the gate the job does not change. */
function work(words: Int32Array, slot: number, thread: number, run: Run, until: number): boolean {
  // Every word read is there: typed arrays give undefined only beyond their end.
  const word = (index: number): number => words[jobWord(slot, index)] ?? 0;
  const cut = { total: word(WORD.total), row: word(WORD.row), gang: word(WORD.gang) };
  const args = word(WORD.args);
  const block = word(WORD.blocks) + thread * word(WORD.stride);
  const seats = word(WORD.seats);
  const next = jobWord(slot, WORD.next);
  const chunk = jobWord(slot, WORD.chunk);
  const first = performance.now();
  let start = first;
  let items = 0;
  while (start < until) {
    const begin = Atomics.load(words, next);
    if (begin >= cut.total) break;
    const size = Atomics.load(words, chunk);
    // Towards the end chunks shrink, so that the threads finish together.
    const wanted = Math.min(size, Math.max(size >> 4, 1, Math.ceil((cut.total - begin) / (2 * seats))));
    const end = chunkEnd(begin, wanted, cut);
    if (Atomics.compareExchange(words, next, begin, end) !== begin) continue;
    try {
      run(args, block, begin, end);
    } catch (error) {
      fail(words, slot, thread, begin, error);
    }
    const now = performance.now();
    items += end - begin;
    const better = nextSize(size, end - begin, now - start);
    if (better !== size) Atomics.compareExchange(words, chunk, size, better);
    start = now;
  }
  Atomics.add(words, jobWord(slot, WORD.items), items);
  Atomics.add(words, jobWord(slot, WORD.microseconds), Math.round((start - first) * 1000));
  return items > 0;
}

/** Records a failure. No chunk above it begins any more; those below have begun. */
function fail(words: Int32Array, slot: number, thread: number, begin: number, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const length = Math.min(REASON_LENGTH, reason.length);
  for (let i = 0; i < length; i++) words[failureWord(thread, slot, WORD.reason + i)] = reason.charCodeAt(i);
  words[failureWord(thread, slot, WORD.reasonLength)] = length;
  words[failureWord(thread, slot, WORD.begin)] = begin;
  words[failureWord(thread, slot, WORD.failed)] = 1;
  Atomics.store(words, jobWord(slot, WORD.next), Atomics.load(words, jobWord(slot, WORD.total)));
}

/** A chunk that failed. */
export interface ChunkFailure {
  readonly thread: number;
  readonly begin: number;
  readonly reason: string;
}

/** Returns the lowest failure of the slot's finished job, and clears all. */
export function takeFailure(words: Int32Array, slot: number, threads: number): ChunkFailure | undefined {
  let lowest: ChunkFailure | undefined;
  for (let thread = 0; thread < threads; thread++) {
    const failed = failureWord(thread, slot, WORD.failed);
    if (words[failed] !== 1) continue;
    words[failed] = 0;
    const begin = words[failureWord(thread, slot, WORD.begin)] ?? 0;
    if (lowest !== undefined && lowest.begin < begin) continue;
    const from = failureWord(thread, slot, WORD.reason);
    const length = words[failureWord(thread, slot, WORD.reasonLength)] ?? 0;
    lowest = { thread, begin, reason: String.fromCharCode(...words.subarray(from, from + length)) };
  }
  return lowest;
}
