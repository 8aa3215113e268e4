// The workers of a pool: starts them, and sends them what they need before they can work. Nobody waits for them: main asks how many are ready.

import { host, type WorkerHandle, type WorkerSource } from "../../../host/index.js";
import type { WasmMemory } from "../../../values/index.js";
import type { ProgramText } from "../instances/index.js";
import { threadWord } from "./control.js";
import * as WORD from "./words.js";
import type { WorkerMessage } from "./worker-loop.js";

/** A program's id among threads. */
interface Posted {
  readonly id: number;
  /** By thread: how many messages it had been sent, including this one; undefined if this was not sent. */
  readonly at: (number | undefined)[];
}

/** Ends the workers of a context that was not disposed of and is unreachable. */
const abandoned = new FinalizationRegistry<readonly WorkerHandle[]>((workers) => {
  for (const worker of workers) void worker.terminate();
});

export class Workers {
  readonly #words: Int32Array;
  readonly #memory: WasmMemory;
  readonly #source: WorkerSource;
  readonly #onEnd: (reason: string) => void;
  readonly #workers: WorkerHandle[] = [];
  readonly #programs = new WeakMap<ProgramText, Posted>();
  readonly #forgotten = new FinalizationRegistry<number>((id) => this.#forget(id));
  #lastProgram = 0;

  /** `words` are those of control.ts. `onEnd` is called when a worker could not start, or ended. */
  constructor(words: Int32Array, memory: WasmMemory, source: WorkerSource, onEnd: (reason: string) => void) {
    this.#words = words;
    this.#memory = memory;
    this.#source = source;
    this.#onEnd = onEnd;
    abandoned.register(this, this.#workers);
  }

  /** Starts workers until there are `count`. */
  start(count: number): void {
    while (this.#workers.length < count) {
      const thread = this.#workers.length + 1;
      this.#workers.push(host.startWorker(this.#source, this.#onEnd));
      this.#post(thread, { kind: "start", words: this.#words, thread, memory: this.#memory });
    }
    this.#words[WORD.spinSeats] = this.#workers.length - 1;
  }

  /** Whether any worker has ever begun to run. */
  get hasStarted(): boolean {
    return this.#workers.some((_, index) => this.#received(index + 1) > 0);
  }

  /** Whether a worker has ended, as far as that can be known while the event loop is blocked. */
  haveLostOne(): boolean {
    return this.#workers.some((worker) => worker.hasEnded());
  }

  /** Returns the program's id among the threads. */
  idOf(text: ProgramText): number {
    return this.#postedOf(text).id;
  }

  /** Returns how many workers have the program. Sends it to those that do not. */
  ready(text: ProgramText): number {
    const { id, at } = this.#postedOf(text);
    let ready = 0;
    let isNew = false;
    for (let thread = 1; thread <= this.#workers.length; thread++) {
      const sent = at[thread];
      if (sent === undefined) {
        at[thread] = this.#post(thread, { kind: "program", id, text });
        isNew = true;
      } else if (this.#received(thread) >= sent) ready += 1;
    }
    if (isNew) this.#wake();
    return ready;
  }

  /** Drops a program that no job uses any more. */
  forget(text: ProgramText): void {
    const known = this.#programs.get(text);
    if (!known) return;
    this.#programs.delete(text);
    this.#forgotten.unregister(text);
    this.#forget(known.id);
  }

  /** The programs that all workers have, added up. */
  get programs(): number {
    return this.#workers.reduce((sum, _, index) => sum + this.#read(index + 1, WORD.programs), 0);
  }

  #forget(id: number): void {
    for (let thread = 1; thread <= this.#workers.length; thread++) this.#post(thread, { kind: "forget", id });
    this.#wake();
  }

  /** Wakes sleeping workers, which get no messages. */
  #wake(): void {
    Atomics.add(this.#words, WORD.epoch, 1);
    Atomics.notify(this.#words, WORD.epoch);
  }

  /** Resolves when none runs any more. */
  terminate(): Promise<unknown> {
    return Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #postedOf(text: ProgramText): Posted {
    const known = this.#programs.get(text);
    if (known) return known;
    this.#lastProgram += 1;
    const made: Posted = { id: this.#lastProgram, at: [] };
    this.#programs.set(text, made);
    this.#forgotten.register(text, made.id, text);
    return made;
  }

  /** Returns how many messages the worker has been sent. */
  #post(thread: number, message: WorkerMessage): number {
    // Counted first: a worker that has handled more messages than were counted would wait for one that never comes.
    const sent = Atomics.add(this.#words, threadWord(thread, WORD.posted), 1) + 1;
    this.#workers[thread - 1]?.post(message);
    return sent;
  }

  #received(thread: number): number {
    return this.#read(thread, WORD.received);
  }

  #read(thread: number, word: number): number {
    return Atomics.load(this.#words, threadWord(thread, word));
  }
}
