// How many threads a device has, and why not more. Sub-devices have their own teams. The threads themselves belong to a device and a context:
// crew.ts.

import { host, type WorkerSource } from "../../../host/index.js";
import type { Loss } from "./job.js";

/** After this many pools lost within `SOON_MS` no more are started: whatever ends workers again and again will not stop. */
const MOST_LOSSES = 5;
const SOON_MS = 60_000;
/** This many pools in a row may end before one of their workers has run: the first may have ended by chance, or for want of memory. */
const MOST_FALSE_STARTS = 2;

/** The facts of a lost pool that count. */
interface LostPool {
  readonly problem: Loss | undefined;
  readonly workers: { readonly hasStarted: boolean };
}

let isSaid = false;

export class Team {
  /** How many threads it should have. */
  readonly asked: number;
  /** Whether it belongs to a part of a device: then nobody else will want its threads. */
  readonly isPart: boolean;
  #workerUrl: string | undefined = host.variable("LANEWISE_WORKER_URL");
  /** When pools whose workers had run were lost, in time of performance.now(). */
  #losses: readonly number[] = [];
  /** How many pools in a row, from this source, have ended before their workers ran. */
  #falseStarts = 0;
  /** Index of the host's source from which workers start. */
  #source = 0;
  /** Why they did not start from the earlier sources. */
  readonly #refusals: string[] = [];
  /** Undefined until checked. */
  #problem: { readonly reason: string | undefined } | undefined;

  /** A team of at most `threads` threads. */
  constructor(threads: number, isPart = false) {
    this.asked = threads;
    this.isPart = isPart;
  }

  /** How many threads run a kernel. */
  get threads(): number {
    return this.problem === undefined ? this.asked : 1;
  }

  /** Why kernels run only on the calling thread, though more threads were requested. */
  get problem(): string | undefined {
    return this.asked === 1 ? undefined : this.obstacle;
  }

  /** Why there can be no workers. */
  get obstacle(): string | undefined {
    this.#problem ??= { reason: host.workerProblem(this.#workerUrl) };
    return this.#problem.reason;
  }

  get workerSource(): WorkerSource {
    if (this.#workerUrl !== undefined) return { url: this.#workerUrl };
    return host.workerSources[this.#source] ?? "text";
  }

  /** The URL of a worker file. */
  set workerUrl(url: string | undefined) {
    this.#workerUrl = url;
    this.#problem = undefined;
  }

  /** Rules out workers from now on. */
  giveUp(reason: string): void {
    this.#problem = { reason };
    this.say();
  }

  /** Counts a pool that a crew has lost. */
  countLoss({ problem, workers }: LostPool): void {
    if (problem?.code === "timeout") return;
    const mayGoOn = workers.hasStarted ? this.#mayLoseAnother() : this.#mayStartAgain();
    if (mayGoOn) return;
    this.#refusals.push(String(problem?.reason));
    const hasOther = this.#workerUrl === undefined && this.#source + 1 < host.workerSources.length;
    if (workers.hasStarted || !hasOther) this.giveUp(`workers do not run here: ${this.#refusals.join("; ")}`);
    else {
      this.#source += 1;
      this.#falseStarts = 0;
    }
  }

  #mayLoseAnother(): boolean {
    this.#falseStarts = 0;
    const now = performance.now();
    this.#losses = [...this.#losses.filter((time) => now - time < SOON_MS), now];
    return this.#losses.length < MOST_LOSSES;
  }

  #mayStartAgain(): boolean {
    this.#falseStarts += 1;
    return this.#falseStarts < MOST_FALSE_STARTS;
  }

  /** Warns, once per process, why kernels run on one thread. */
  say(): void {
    if (isSaid || this.asked === 1) return;
    isSaid = true;
    console.warn(`Lanewise: kernels run on one thread: ${this.problem}.`);
  }
}
