// The compute thread as seen by the worker's main thread: tasks in, answers out. A thread that ends is replaced.

import { Worker } from "node:worker_threads";
import { ClusterError } from "../errors.js";
import { withResolvers } from "../with-resolvers.js";
import type { ComputeAnswer, ComputeSettings, ComputeStart, ComputeTask } from "./compute-task.js";

interface Waiting {
  readonly resolve: (answer: ComputeAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

export class Compute {
  readonly #settings: ComputeSettings;
  #thread: Worker | undefined;
  #next = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #started = withResolvers<string>();
  #rounding: string | undefined;

  constructor(settings: ComputeSettings) {
    this.#settings = settings;
    this.#started.promise.catch(() => undefined); // callers of rounding() receive the error
  }

  /** How its device rounds (pin.ts). Rejects with `no_gpu` if there is none. */
  rounding(): Promise<string> {
    this.#thread ??= this.#start();
    return this.#started.promise;
  }

  run(task: Omit<ComputeTask, "id">): Promise<ComputeAnswer> {
    this.#thread ??= this.#start();
    const id = this.#next++;
    const { promise, resolve, reject } = withResolvers<ComputeAnswer>();
    this.#waiting.set(id, { resolve, reject });
    this.#thread.postMessage({ ...task, id } satisfies ComputeTask);
    return promise;
  }

  async end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL("./compute-thread.js", import.meta.url), {
      workerData: this.#settings,
      execArgv: [],
    });
    const lose = (cause: unknown) => {
      if (this.#thread === thread) this.#thread = undefined;
      const ended = () => new ClusterError("worker_failed", "The compute thread of the worker ended.", { cause });
      const error = cause instanceof ClusterError ? cause : ended();
      this.#started.reject(error);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    thread.on("message", (message: ComputeStart | ComputeAnswer) => {
      if (message.kind === "ready") this.#begin(thread, message.rounding);
      else if (message.kind === "no device") lose(new ClusterError("no_gpu", message.reason));
      else {
        this.#waiting.get(message.id)?.resolve(message);
        this.#waiting.delete(message.id);
      }
    });
    thread.on("error", lose);
    thread.on("exit", lose);
    return thread;
  }

  /** Ends a thread whose GPU replaced a lost one but rounds differently: its results would differ. */
  #begin(thread: Worker, rounding: string): void {
    this.#rounding ??= rounding;
    this.#started.resolve(rounding);
    if (this.#rounding !== rounding) void thread.terminate();
  }
}
