// Runs the kernels of a device in one context: the pool of workers over its memory, which the first queue starts. It is replaced when it loses a
// worker, and ended with the context.

import type { ProgramText } from "../instances/index.js";
import type { CpuDevice } from "../running/index.js";
import type { Team } from "./team.js";
import { ThreadPool } from "./thread-pool.js";

let isSaid = false;

/** Warns, once per process, why a timeout cannot end a kernel. */
export function sayUnguarded(reason: string): void {
  if (isSaid) return;
  isSaid = true;
  console.warn(
    `Lanewise: a timeout cannot interrupt a kernel here; it is checked only between pieces of the kernel's range: ${reason}.`,
  );
}

export class Crew {
  readonly #device: CpuDevice;
  readonly #team: Team;
  #pool: ThreadPool | undefined;
  #workers = 0;
  #queues = 0;

  constructor(device: CpuDevice, team: Team) {
    this.#device = device;
    this.#team = team;
  }

  /** Adds a queue of `threads` threads. Starts workers for it if possible, without waiting for them. */
  join(threads: number, workerUrl: string | undefined): void {
    const team = this.#team;
    this.#queues += 1;
    const workers = Math.min(threads, team.asked);
    if (workerUrl !== undefined) team.workerUrl = workerUrl;
    if (workers === 1) return;
    this.#workers = Math.max(this.#workers, workers);
    if (!this.#device.memory.isShared) team.giveUp("the engine refuses shared memory");
    else if (team.problem === undefined) this.pool();
    else team.say();
  }

  /** The pool for a launch that may have to be ended; warns if there can be none. */
  guard(): ThreadPool | undefined {
    const pool = this.workers();
    if (!pool) sayUnguarded(this.#device.obstacle ?? this.#team.obstacle ?? "the engine refuses shared memory");
    return pool;
  }

  /** The pool for a launch that must not run on the calling thread: it takes a worker even with one thread. Undefined if there can be none. */
  workers(): ThreadPool | undefined {
    const { obstacle, memory } = this.#device;
    if (obstacle !== undefined) return undefined;
    if (memory.isShared && this.#workers === 0) this.#workers = 1;
    return this.pool();
  }

  /** The pool; undefined if there are no workers. */
  pool(): ThreadPool | undefined {
    const team = this.#team;
    if (this.#pool?.problem !== undefined) {
      const lost = this.#pool;
      this.#pool = undefined;
      team.countLoss(lost);
    }
    if (this.#workers === 0 || team.obstacle !== undefined) return undefined;
    this.#pool ??= new ThreadPool(this.#device, team.asked, team.workerSource);
    try {
      this.#pool.workers.start(this.#workers);
      return this.#pool;
    } catch (error) {
      // Thrown if the process may not start threads, say with Node's --permission.
      team.giveUp(`workers do not start: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Removes a queue, which has no work. The threads of a part of a device end with its last queue; others are kept for the next. */
  leave(): void {
    this.#queues -= 1;
    if (this.#queues === 0 && this.#team.isPart) void this.end();
  }

  /** The programs that all workers have, added up. */
  get programs(): number {
    return this.#pool?.workers.programs ?? 0;
  }

  /** Drops a program that the workers no longer need. */
  forget(text: ProgramText): void {
    this.#pool?.workers.forget(text);
  }

  /** Ends the workers, for good. Resolves when none runs any more. */
  async end(): Promise<void> {
    const pool = this.#pool;
    this.#workers = 0;
    this.#pool = undefined;
    await pool?.end();
  }
}
