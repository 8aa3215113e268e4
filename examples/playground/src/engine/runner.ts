// Where the kernels of an example run: in plain JavaScript loops, or on a queue. Programs are the same for both.

import {
  type CountOrStructs,
  type CountOrValues,
  type Kernel1,
  type Kernel2,
  Queue,
  type StructArray,
  type StructOf,
} from "lanewise";
import type { Gpus } from "./gpus.js";

export const modes = ["plain", "one", "all", "gpu"] as const;
export type Mode = (typeof modes)[number];

export interface Runner {
  // Arrays of zeros or of given numbers, where the kernels reach them fastest.
  floats(from: CountOrValues<Float32ArrayConstructor>): Float32Array;
  words(from: CountOrValues<Uint32ArrayConstructor>): Uint32Array;
  bytes(from: CountOrValues<Uint8ClampedArrayConstructor>): Uint8ClampedArray;
  /** Zeros that kernels alone read and write: on a GPU they stay there. */
  kernelFloats(count: number): Float32Array;
  /** Gives an array's memory back. What is not freed is when the example is closed. */
  free(array: Float32Array): void;
  structs<T>(type: StructOf<T>, from: CountOrStructs<T>): StructArray<T>;
  /**
   * Runs a kernel over a range. `loop` is what plain JavaScript does instead: the same function in a loop of its own, so that the engine can
   * compile the one into the other.
   */
  launch(range: number, kernel: Kernel1, loop: () => void): void;
  launch(range: readonly [number, number], kernel: Kernel2, loop: () => void): void;
  /** What launches the same in each frame: on a queue written down once, as a graph. */
  record(launches: () => void): Recorded;
  /** Resolves when all that was launched has run. */
  wait(): Promise<void>;
  /** Frees the arrays. */
  close(): Promise<void>;
}

export interface Recorded extends Disposable {
  run(): void;
}

export async function openRunner(mode: Mode, gpus: Gpus): Promise<Runner> {
  if (mode === "plain") return plainRunner();
  if (mode === "one") return queueRunner(new Queue({ threads: 1 }));
  if (mode === "all") return queueRunner(new Queue());
  const { device, reason } = await gpus.find();
  if (!device) throw new Error(`There is no GPU: ${reason}.`);
  return queueRunner(new Queue({ device }));
}

function plainRunner(): Runner {
  const array = <T>(Type: new (from: never) => T, from: unknown): T => new Type(from as never);
  return {
    floats: (from) => array(Float32Array, from),
    words: (from) => array(Uint32Array, from),
    bytes: (from) => array(Uint8ClampedArray, from),
    kernelFloats: (count) => new Float32Array(count),
    // Kernels only ask for elements and the length, which objects in an array give faster than views of memory.
    structs: <T>(_: StructOf<T>, from: unknown) => [...(from as readonly T[])] as unknown as StructArray<T>,
    free: () => undefined,
    launch: (_range: unknown, _kernel: unknown, loop: () => void) => loop(),
    record: (launches) => ({ run: launches, [Symbol.dispose]: () => undefined }),
    wait: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function queueRunner(q: Queue): Runner {
  const held = new Set<Disposable>();
  const hold = <T extends Disposable>(made: T): T => {
    held.add(made);
    return made;
  };
  return {
    floats: (from) => hold(q.mallocShared(Float32Array, from)),
    words: (from) => hold(q.mallocShared(Uint32Array, from)),
    bytes: (from) => hold(q.mallocShared(Uint8ClampedArray, from)),
    kernelFloats: (count) => hold(q.mallocDevice(Float32Array, count)),
    structs: (type, from) => hold(q.mallocShared(type, from)),
    free(array) {
      // What `floats` or `kernelFloats` gave.
      held.delete(array as Float32Array & Disposable);
      q.free(array);
    },
    launch(range: number | readonly [number, number], kernel: Kernel1 | Kernel2) {
      // The overloads above say which goes with which.
      if (typeof range === "number") q.parallelFor(range, kernel as Kernel1);
      else q.parallelFor(range, kernel as Kernel2);
    },
    record(launches) {
      const graph = hold(q.record(launches));
      return {
        run() {
          graph.run();
        },
        // Before its arrays are freed, it is again: that is none the worse.
        [Symbol.dispose]: () => graph[Symbol.dispose](),
      };
    },
    wait: () => q.wait(),
    async close() {
      // What failed has been told of where it was waited for.
      await q.wait().catch(() => undefined);
      for (const made of [...held].reverse()) made[Symbol.dispose]();
    },
  };
}
