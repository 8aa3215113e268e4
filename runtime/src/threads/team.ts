// Who runs the kernels of a device: how many threads it has, why not more, and the pool of workers behind it, which is
// started by the first queue and replaced when it loses a worker. Sub-devices have teams of their own.

import type { DeviceContext } from "../device-context.js";
import { host } from "../host/host.js";
import { ThreadPool } from "./thread-pool.js";

/** After so many lost pools there are no more: what ends workers again and again will not stop. */
const MOST_LOSSES = 5;

let isSaid = false;

export class Team {
  readonly #context: () => DeviceContext;
  readonly #asked: number;
  #pool: ThreadPool | undefined;
  #workers = 0;
  #workerUrl: string | undefined = host.variable("LANEWISE_WORKER_URL");
  #losses = 0;
  /** Undefined until it was looked for. */
  #problem: { readonly reason: string | undefined } | undefined;

  /** Of at most `threads` threads. The context is made at first need. */
  constructor(context: () => DeviceContext, threads: number) {
    this.#context = context;
    this.#asked = threads;
  }

  /** How many threads run a kernel. */
  get threads(): number {
    return this.problem === undefined ? this.#asked : 1;
  }

  /** Why kernels run on the calling thread alone, though more threads were asked for. */
  get problem(): string | undefined {
    if (this.#asked === 1) return undefined;
    this.#problem ??= { reason: host.workerProblem(this.#workerUrl) };
    return this.#problem.reason;
  }

  /** Starts workers for a queue of `threads` threads, if they are possible, and does not wait for them. */
  start(threads: number, workerUrl: string | undefined): void {
    const workers = Math.min(threads, this.#asked);
    if (workers === 1) return;
    if (workerUrl !== undefined) {
      this.#workerUrl = workerUrl;
      this.#problem = undefined;
    }
    if (!this.#context().memory.isShared) this.#problem = { reason: "the engine refuses shared memory" };
    this.#workers = Math.max(this.#workers, workers);
    if (this.problem === undefined) this.pool();
    else this.#say();
  }

  /** The pool; undefined where there are no workers. */
  pool(): ThreadPool | undefined {
    if (this.#pool?.problem !== undefined) this.#replace(this.#pool);
    if (this.#workers === 0 || this.problem !== undefined) return undefined;
    this.#pool ??= new ThreadPool(this.#context(), this.#asked, this.#workerUrl);
    try {
      this.#pool.workers.start(this.#workers);
      return this.#pool;
    } catch (error) {
      // Where the process may not start threads, say with Node's --permission.
      this.#problem = { reason: `workers do not start: ${error instanceof Error ? error.message : String(error)}` };
      this.#say();
      return undefined;
    }
  }

  #replace(lost: ThreadPool): void {
    this.#pool = undefined;
    if (lost.problem?.code === "timeout") return;
    this.#losses += 1;
    if (lost.workers.hasStarted && this.#losses < MOST_LOSSES) return;
    this.#problem = { reason: `workers do not run here: ${lost.problem?.reason}` };
    this.#say();
  }

  #say(): void {
    if (isSaid) return;
    isSaid = true;
    console.warn(`Lanewise: kernels run on one thread: ${this.#problem?.reason}.`);
  }
}
