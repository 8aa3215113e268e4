// What random calls of the API are made on: queues of several kinds, the arrays, graphs and buffers of one case, and beside each what a
// simple model says it holds; and the log of commands, with how each is to end.

import type { CommandGraph, CommandOptions, Context, DeviceBuffer, Queue, QueueEvent } from "lanewise";
import { type ApiProgram, loadApiProgram, type Operation } from "./api-program.js";

/** What queues share memory and device globals in: a context's device. */
export interface Space {
  readonly queue: Queue;
  total: number;
}

/** An array: of a space in one of the three kinds of device memory, or ordinary. */
export interface Cell {
  readonly id: number;
  readonly space: number | undefined;
  readonly kind: "shared" | "device" | "host" | "ordinary";
  readonly array: Int32Array;
  readonly expected: Int32Array;
  isFreed: boolean;
}
export interface Part {
  readonly cell: Cell;
  readonly array: Int32Array;
  readonly expected: Int32Array;
}
export interface Recorded {
  readonly graph: CommandGraph;
  readonly queue: number;
  readonly steps: readonly { readonly operation: Operation; readonly x: Part; readonly y: Part; readonly n: number }[];
  isDisposed: boolean;
}
export interface Buffer {
  readonly id: number;
  readonly buffer: DeviceBuffer<Int32Array, 1>;
  readonly array: Int32Array;
  readonly expected: Int32Array;
  isDisposed: boolean;
}

interface Logged {
  readonly queue: number;
  readonly memories: ReadonlySet<string>;
  readonly event: QueueEvent;
  readonly ending: string;
  readonly outcome: Promise<string>;
}

/** The queues that all cases share, since threads take long to start. */
export interface Setting extends ApiProgram {
  readonly contexts: readonly Context[];
  readonly queues: readonly { readonly queue: Queue; readonly space: number; readonly isInOrder: boolean }[];
  readonly spaces: readonly Space[];
  /** Errors that a queue has told although somebody waits for each event. */
  readonly told: unknown[];
}

export const CANCELLED = new Error("cancelled, as it should be");

export async function openSetting(): Promise<Setting> {
  const program = await loadApiProgram();
  const { Context, Queue } = program.lanewise;
  const told: unknown[] = [];
  const onError = (error: unknown): void => void told.push(error);
  const before = process.env.LANEWISE_THREADS;
  process.env.LANEWISE_THREADS = "4";
  const contexts = [new Context(), new Context()];
  const made = (context: number, device: "cpu" | "host", threads: number, order: "in_order" | "explicit") => ({
    queue: new Queue({ context: contexts[context] as Context, device, threads, order, onError }), // there are two
    space: context * 2 + (device === "cpu" ? 0 : 1),
    isInOrder: order === "in_order",
  });
  const queues = [
    made(0, "cpu", 4, "in_order"),
    made(0, "cpu", 1, "explicit"),
    made(0, "cpu", 2, "in_order"),
    made(0, "host", 1, "in_order"),
    made(1, "cpu", 3, "explicit"),
    made(1, "cpu", 1, "in_order"),
    made(1, "host", 1, "explicit"),
  ];
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
  const spaces = [0, 1, 2, 3].map((space) => {
    const queue = queues.find((one) => one.space === space)?.queue;
    if (!queue) throw new Error("each space has a queue");
    return { queue, total: 0 };
  });
  return { ...program, contexts, queues, spaces, told };
}

export function closeSetting({ contexts, dispose }: Setting): void {
  for (const context of contexts) context[Symbol.dispose]();
  dispose();
}

/** One case. */
export class World {
  readonly setting: Setting;
  readonly cells: Cell[] = [];
  readonly graphs: Recorded[] = [];
  readonly buffers: Buffer[] = [];
  #log: Logged[] = [];
  #ids = 0;

  constructor(setting: Setting) {
    this.setting = setting;
    for (const space of setting.spaces) space.total = 0;
  }

  get live(): readonly Cell[] {
    return this.cells.filter(({ isFreed }) => !isFreed);
  }

  id(): number {
    return this.#ids++;
  }

  queue(number: number): Setting["queues"][number] {
    return at(this.setting.queues, number);
  }

  space(number: number): Space {
    return at(this.setting.spaces, this.queue(number).space);
  }

  /** Submits a command on some memories, behind those of other queues that use one of them; `ending` is how it is to end. */
  submit(
    number: number,
    memories: readonly string[],
    submit: (q: Queue, options: CommandOptions) => QueueEvent,
    ending = "complete",
    more: CommandOptions = {},
  ): QueueEvent {
    const { queue, isInOrder } = this.queue(number);
    const index = number % this.setting.queues.length;
    const after = this.#log
      .filter((one) => one.ending === "complete" && (one.queue !== index || !isInOrder))
      .filter((one) => memories.some((memory) => one.memories.has(memory)))
      .map(({ event }) => event);
    const given = more.after === undefined ? [] : [more.after].flat();
    const event = submit(queue, { ...more, after: [...after, ...(given as QueueEvent[])] });
    this.#log.push({ queue: index, memories: new Set(memories), event, ending, outcome: endingOf(event) });
    return event;
  }

  /** Waits for all commands; throws where one did not end as it should, or left something else. */
  async settle(): Promise<void> {
    const log = this.#log;
    this.#log = [];
    const found = await Promise.all(log.map(({ outcome }) => outcome));
    for (const [index, { ending, event }] of log.entries()) {
      if (found[index] !== ending) throw new Error(`command ${index}: expected ${ending}, found ${found[index]}`);
      const status = ending === "complete" ? "complete" : ending === "cancelled" ? "cancelled" : "failed";
      if (event.status !== status) throw new Error(`command ${index}: its status is ${event.status} after ${ending}`);
    }
    await this.#compare();
  }

  async #compare(): Promise<void> {
    for (const cell of this.live) same(`array ${cell.id}`, cell.array, cell.expected);
    for (const [number, { queue, total }] of this.setting.spaces.entries()) {
      const found = await queue.read(this.setting.main.total);
      if (found !== total) throw new Error(`device global in space ${number}: expected ${total}, found ${found}`);
      const usage = queue.memoryUsage();
      for (const kind of ["shared", "device", "host"] as const) {
        const own = this.live.filter((cell) => cell.space === number && cell.kind === kind);
        const bytes = own.reduce((sum, { array }) => sum + allocated(array), 0);
        const kept = this.#keptBesides(number, kind);
        if (usage[kind] < bytes || usage[kind] > bytes + kept)
          throw new Error(
            `${kind} memory of space ${number}: expected ${bytes} bytes and up to ${kept} more, found ${usage[kind]}`,
          );
      }
    }
    const [told] = this.setting.told.splice(0);
    if (told !== undefined) throw new Error(`onError was told what somebody waits for: ${told}`);
  }

  /** Bytes of freed arrays that a graph still has, and of the copies of buffers. */
  #keptBesides(space: number, kind: Cell["kind"]): number {
    const graphs = this.graphs.filter(({ isDisposed }) => !isDisposed);
    const cells = new Set(graphs.flatMap(({ steps }) => steps.flatMap(({ x, y }) => [x.cell, y.cell])));
    const freed = [...cells].filter((cell) => cell.isFreed && cell.space === space && cell.kind === kind);
    const copied = kind === "device" ? this.buffers.filter(({ isDisposed }) => !isDisposed) : [];
    return [...freed, ...copied].reduce((sum, { array }) => sum + allocated(array), 0);
  }

  /** Frees everything, whatever happened; afterwards nothing may be left. */
  async end(): Promise<void> {
    await Promise.all(this.#log.map(({ outcome }) => outcome));
    this.#log = [];
    this.setting.told.length = 0;
    for (const { graph, isDisposed } of this.graphs) if (!isDisposed) graph[Symbol.dispose]();
    for (const { buffer, isDisposed } of this.buffers) if (!isDisposed) await buffer.disposeAsync();
    for (const cell of this.live) {
      if (cell.space !== undefined) at(this.setting.spaces, cell.space).queue.free(cell.array);
      cell.isFreed = true;
    }
    for (const [number, space] of this.setting.spaces.entries()) {
      await space.queue.write(this.setting.main.total, 0);
      space.total = 0;
      const { shared, device, host, internal } = space.queue.memoryUsage();
      if (shared + device + host > 0 || internal > MOST_INTERNAL)
        throw new Error(`space ${number} leaks: ${shared}, ${device}, ${host}, internal ${internal} bytes`);
    }
  }
}

/** Memory is given out in so many bytes. */
const UNIT = 64;
const allocated = ({ byteLength }: Int32Array) => Math.ceil(byteLength / UNIT) * UNIT;

/** Programs that are kept, stacks of threads. */
const MOST_INTERNAL = 1_000_000;

async function endingOf(event: PromiseLike<unknown>): Promise<string> {
  try {
    await event;
    return "complete";
  } catch (error) {
    return endOf(error);
  }
}

/** How something failed, in a word: its code. */
export function endOf(error: unknown): string {
  if (error === CANCELLED) return "cancelled";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : String(error);
}

export function same(what: string, found: Int32Array, expected: Int32Array): void {
  const index = expected.findIndex((value, i) => found[i] !== value);
  if (found.length === expected.length && index < 0) return;
  throw new Error(`${what}[${index}]: expected ${expected[index]}, found ${found[index]}\n[${found}]\n[${expected}]`);
}

/** The one of that number, counted around. */
export function at<T>(list: readonly T[], number: number): T {
  const found = list[number % list.length];
  if (found === undefined) throw new Error("there is none");
  return found;
}
