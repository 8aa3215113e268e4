// The compute thread as the worker's main thread sees it: tasks in, answers out. A thread that ends is replaced.

import { Worker } from "node:worker_threads";
import { ClusterError } from "../errors.js";
import { withResolvers } from "../with-resolvers.js";
import type { ComputeAnswer, ComputeTask } from "./compute-task.js";

interface Waiting {
  readonly resolve: (answer: ComputeAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

export class Compute {
  readonly #threads: number;
  #thread: Worker | undefined;
  #next = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(threads: number) {
    this.#threads = threads;
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
      workerData: { threads: this.#threads },
      execArgv: [],
    });
    thread.on("message", (answer: ComputeAnswer) => {
      this.#waiting.get(answer.id)?.resolve(answer);
      this.#waiting.delete(answer.id);
    });
    const lose = (cause: unknown) => {
      if (this.#thread === thread) this.#thread = undefined;
      const error = new ClusterError("worker_failed", "The compute thread of the worker ended.", { cause });
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    thread.on("error", lose);
    thread.on("exit", lose);
    return thread;
  }
}
