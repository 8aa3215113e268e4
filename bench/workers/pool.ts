// A pool of workers, as people write one: arrays in shared memory, and messages that say which rows to compute.

import { Worker } from "node:worker_threads";
import { type Arrays, constructorOf, outputsOf, type TypedArray, type Workload } from "../harness/workload.js";
import { loops } from "./loops.js";

const stretchesOfEach = 4;

export class Pool {
  readonly #workload: Workload;
  readonly #arrays: Arrays;
  readonly #rows: number;
  readonly #workers: readonly Worker[];

  constructor(name: string, workload: Workload, size: number) {
    const loop = loops[name];
    if (loop === undefined) throw new Error(`loops.ts has no ${name}`);
    this.#workload = workload;
    this.#arrays = Object.fromEntries(Object.entries(workload.arrays).map(([key, array]) => [key, shared(array)]));
    this.#rows = workload.scalars[loop.rows] ?? 0;
    const program = `
      const { parentPort, workerData: { arrays, scalars } } = require("node:worker_threads");
      const loop = { run: ${loop.run} };
      parentPort.on("message", ({ begin, end }) => {
        loop.run(arrays, scalars, begin, end);
        parentPort.postMessage(0);
      });`;
    const workerData = { arrays: this.#arrays, scalars: workload.scalars };
    this.#workers = Array.from({ length: size }, () => new Worker(program, { eval: true, workerData }));
  }

  /** Does the work once: whoever has finished a stretch of rows gets the next. */
  async run(): Promise<void> {
    const length = Math.ceil(this.#rows / (this.#workers.length * stretchesOfEach));
    let next = 0;
    const work = (worker: Worker): Promise<void> =>
      new Promise((resolve, reject) => {
        const give = (): void => {
          const begin = next;
          if (begin >= this.#rows) {
            worker.off("message", give).off("error", reject);
            resolve();
            return;
          }
          next += length;
          worker.postMessage({ begin, end: Math.min(begin + length, this.#rows) });
        };
        worker.on("message", give).on("error", reject);
        give();
      });
    await Promise.all(this.#workers.map(work));
  }

  outputs(): readonly TypedArray[] {
    return outputsOf(this.#workload, this.#arrays);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function shared(array: TypedArray): TypedArray {
  // Each of them takes shared memory, too, which a choice among their types hides from TypeScript.
  const type = constructorOf(array) as unknown as new (memory: SharedArrayBuffer) => TypedArray;
  const copy = new type(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
