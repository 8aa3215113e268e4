// Our own variants: a queue, the workload's arrays in the device's memory, launches, and one wait for every few of them.

import { type LaunchOptions, Queue } from "lanewise";
import type { Kernel, Launch } from "../kernel.js";
import type { Prepared } from "../variant.js";
import { type Arrays, constructorOf, outputsOf, type Workload } from "../workload.js";

/** Launches between two waits: as a program does that submits what belongs together. */
const batch = 64;

export interface LanewiseSettings {
  readonly threads: number;
  readonly wait: "waitSync" | "await";
  readonly options?: LaunchOptions;
}

/** The workload's arrays in the device's memory, for all of our own variants. */
export class OwnArrays {
  readonly workload: Workload;
  readonly arrays: Arrays;
  readonly #q = new Queue({ device: "cpu", threads: 1 });

  constructor(workload: Workload) {
    this.workload = workload;
    const copies = Object.entries(workload.arrays).map(([name, array]) => {
      return [name, this.#q.mallocShared(constructorOf(array), array.length)] as const;
    });
    this.arrays = Object.fromEntries(copies);
  }

  /** Puts the first contents back. */
  reset(): void {
    for (const [name, array] of Object.entries(this.workload.arrays)) this.arrays[name]?.set(array);
  }
  free(): void {
    for (const array of Object.values(this.arrays)) this.#q.free(array);
    this.#q[Symbol.dispose]();
  }
}

export function prepareLanewise(kernel: Kernel, own: OwnArrays, settings: LanewiseSettings): Prepared {
  const { threads, wait } = settings;
  const q = new Queue({ device: "cpu", threads, name: kernel.name });
  own.reset();
  const launch = kernel.lanewise(q, own.arrays, own.workload.scalars);
  return {
    run: wait === "waitSync" ? runSync(q, launch, settings) : runAsync(q, launch, settings),
    outputs: () => outputsOf(own.workload, own.arrays),
    dispose: () => q[Symbol.dispose](),
  };
}

function runSync(q: Queue, launch: Launch, { options }: LanewiseSettings): (times: number) => number {
  return (times) => {
    const start = performance.now();
    for (let done = 1; done <= times; done++) {
      launch(options);
      if (done % batch === 0) q.waitSync();
    }
    q.waitSync();
    return performance.now() - start;
  };
}

function runAsync(q: Queue, launch: Launch, { options }: LanewiseSettings): (times: number) => Promise<number> {
  return async (times) => {
    const start = performance.now();
    for (let done = 1; done <= times; done++) {
      launch(options);
      if (done % batch === 0) await q.wait();
    }
    await q.wait();
    return performance.now() - start;
  };
}
