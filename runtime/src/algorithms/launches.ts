// Submits the commands of one algorithm: each after the one before, on queues of any order, with the caller's options. Allocates their temporary
// memory; the queue frees it when the last command that uses it is final.

import { driverOf, hasCapability } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import type { Bounds } from "../images/programs/index.js";
import { parts } from "../images/registry/index.js";
import type { Kernel1 } from "../language/index.js";
import type { AbortSignalLike, CommandOptions, Dependencies, QueueEvent } from "../queue/commands/index.js";
import { BasicQueue, copyPart, type LaunchOptions, type Queue } from "../queue/index.js";
import { describeValue, type OptionTable, type OptionType, ownOptions } from "../values/index.js";
import type { ArrayType, NumberArray } from "./arrays.js";

// Algorithms copy and fill, whatever methods the program names (docs/decisions/0105-methods.md).
parts.copies = copyPart;

/** Like the options of a queue's commands. */
export interface AlgorithmOptions extends CommandOptions {
  /** The name of its kernels in errors and profiles. Default: the algorithm's name. */
  readonly name?: string;
}

export const algorithmOptions = {
  after: "checked",
  signal: "checked",
  name: "string",
} as const satisfies OptionTable<AlgorithmOptions>;

/** Checks an algorithm's queue and options; returns the options. Omitted options may be undefined. */
export function checkCall<O extends object>(
  q: unknown,
  called: string,
  options: O,
  known: Readonly<Record<string, OptionType>> = algorithmOptions,
): O {
  if (!(q instanceof BasicQueue))
    throw new LanewiseError("invalid", `${called}: the queue is ${describeValue(q)}; expected a Queue.`);
  return ownOptions(options ?? null, known, called);
}

export class Launches {
  readonly #q: Queue;
  readonly #name: string;
  readonly #signal: AbortSignalLike | readonly AbortSignalLike[] | undefined;
  readonly #scratch: Disposable[] = [];
  #after: Dependencies | undefined;

  constructor(q: Queue, name: string, { name: asked = name, after, signal }: AlgorithmOptions) {
    this.#q = q;
    this.#name = asked;
    this.#after = after;
    this.#signal = signal;
  }

  /** The most threads that run a kernel at the same time. */
  get threads(): number {
    return this.#q.threads;
  }

  /** Whether members of sub-groups run side by side: not on the host device, and not in an engine without vectors. */
  get areSideBySide(): boolean {
    return this.#q.device.features.includes("simd128") || this.areApart;
  }

  /** Whether a kernel has as many threads as it has work-items. */
  get hasManyThreads(): boolean {
    return this.threads > 1 || this.areApart;
  }

  /** Whether each work-item has a thread of its own, which keeps many numbers of its own. */
  get areApart(): boolean {
    return driverOf(this.#q.device.kind).lowering.areLanesApart === true;
  }

  /** Allocates uninitialised device memory for this algorithm. */
  take<A extends NumberArray>(type: ArrayType<A>, length: number): A {
    const bytes = this.#q.mallocScratch(length * type.BYTES_PER_ELEMENT, `Memory for ${this.#name}`);
    this.#scratch.push(bytes);
    return new type(bytes.buffer, bytes.byteOffset, length);
  }

  /** The same, with a value in all elements. */
  takeFilled<A extends NumberArray>(type: ArrayType<A>, length: number, value: A[number]): A {
    const array = this.take(type, length);
    // An array's own elements fill it, which TypeScript cannot see in a union of arrays.
    if (hasCapability(this.#q.device.kind, "hostMapped")) return array.fill(value as never) as A;
    this.addCopy((q, own) => q.fill(array as Int32Array, value as number, own));
    return array;
  }

  /** Submits a kernel over `range` work-items. */
  run(range: number, kernel: Kernel1, bounds?: Bounds): QueueEvent {
    return this.add((q, options) => q.parallelFor(range, kernel, bounds ? { ...options, bounds } : options));
  }

  /** Submits one launch. */
  add(submit: (q: Queue, options: LaunchOptions) => QueueEvent): QueueEvent {
    return this.addCopy((q, options) => submit(q, { name: this.#name, ...options }));
  }

  /** Submits one command that has no name. */
  addCopy(submit: (q: Queue, options: CommandOptions) => QueueEvent): QueueEvent {
    const event = submit(this.#q, {
      ...(this.#after && { after: this.#after }),
      ...(this.#signal && { signal: this.#signal }),
    });
    this.#after = event;
    return event;
  }

  release(): void {
    for (const array of this.#scratch) array[Symbol.dispose]();
  }
}

/** Submits all of an algorithm's commands, and returns the event of the last. */
export function launchAll(
  q: Queue,
  name: string,
  options: AlgorithmOptions,
  submit: (launches: Launches) => QueueEvent,
): QueueEvent {
  const launches = new Launches(q, name, options);
  try {
    return submit(launches);
  } finally {
    launches.release();
  }
}
