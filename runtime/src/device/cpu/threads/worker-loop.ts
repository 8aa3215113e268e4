// A worker's loop: receives programs, and between messages works on the jobs of its pool, spins for the next one, or sleeps. A thread that sleeps or
// spins gets no messages, so main counts those it sends, and the loop returns to the event loop for them.

import type { WasmMemory } from "../../../values/index.js";
import type { Run } from "../index.js";
import { instantiate, type ProgramText } from "../instances/index.js";
import { joinAny, threadWord } from "./control.js";
import * as WORD from "./words.js";

/** A message from main to a worker. */
export type WorkerMessage =
  | {
      readonly kind: "start";
      readonly words: Int32Array;
      readonly thread: number;
      readonly memory: WasmMemory;
    }
  | { readonly kind: "program"; readonly id: number; readonly text: ProgramText }
  | { readonly kind: "forget"; readonly id: number };

/** After work the next job often comes soon: a worker that spins begins in less than a microsecond. */
const SPIN_MS = 1.5;
/** Reads of the epoch between two reads of the clock. */
const SPIN_ROUNDS = 200;

/** Returns a worker's message handler. */
export function createWorkerLoop(): (message: WorkerMessage) => void {
  const programs = new Map<number, Run>();
  const runOf = (id: number) => programs.get(id);
  let start: (WorkerMessage & { readonly kind: "start" }) | undefined;
  return (message) => {
    if (message.kind === "start") start = message;
    if (!start) return;
    if (message.kind === "program") programs.set(message.id, instantiate(message.text, start.memory));
    if (message.kind === "forget") programs.delete(message.id);
    Atomics.store(start.words, threadWord(start.thread, WORD.programs), programs.size);
    Atomics.add(start.words, threadWord(start.thread, WORD.received), 1);
    serve(start.words, start.thread, runOf);
  };
}

/** Works until there is a message. */
function serve(words: Int32Array, thread: number, runOf: (program: number) => Run | undefined): void {
  const posted = threadWord(thread, WORD.posted);
  const received = threadWord(thread, WORD.received);
  for (;;) {
    const epoch = Atomics.load(words, WORD.epoch);
    if (Atomics.load(words, posted) !== Atomics.load(words, received)) return;
    const hasWorked = joinAny(words, thread, runOf);
    if (hasWorked && spin(words, epoch)) continue;
    Atomics.add(words, WORD.sleepers, 1);
    Atomics.wait(words, WORD.epoch, epoch);
    Atomics.sub(words, WORD.sleepers, 1);
  }
}

/** Returns true if the epoch has changed. One seat is left free, for main. */
function spin(words: Int32Array, epoch: number): boolean {
  const hasSeat = Atomics.add(words, WORD.spinners, 1) < Atomics.load(words, WORD.spinSeats);
  let isChanged = Atomics.load(words, WORD.epoch) !== epoch;
  const end = hasSeat ? performance.now() + SPIN_MS : 0;
  while (!isChanged && performance.now() < end) {
    for (let round = 0; round < SPIN_ROUNDS && !isChanged; round++) {
      isChanged = Atomics.load(words, WORD.epoch) !== epoch;
    }
  }
  Atomics.sub(words, WORD.spinners, 1);
  return isChanged;
}
