// Random commands on one buffer of the host, by several queues, devices and contexts: what is left must be what they leave one after
// the other, in the order of submission. Some launches fail, and some are awaited in between.

import type { Queue, QueueEvent } from "lanewise";
import { afterAll, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const program = await loadProgram({
  "main.ts": `import { type i32, type Queue } from "lanewise";
export const add = (q: Queue, x: Int32Array, y: Int32Array) => q.parallelFor(x.length, (i) => { x[i]! += y[i % y.length]!; });
export const overwrite = (q: Queue, x: Int32Array, value: i32) => q.parallelFor(x.length, (i) => { x[i] = value + i; });
export const some = (q: Queue, x: Int32Array, value: i32) => q.parallelFor(x.length, (i) => { if (i % 3 === 1) x[i] = value; });
export const bytes = (q: Queue, x: Int32Array, b: Uint8Array) =>
  q.singleTask(() => { for (let i = 0; i < b.length; i++) { b[i] = b[i]! * 3 + x[0]!; x[x.length - 1]! += 1; } });
export const failing = (q: Queue, x: Int32Array) => q.singleTask(() => { x[0] = 12345; x[x.length] = 1; });
`,
});
afterAll(program.dispose);
const { Context, Queue: NewQueue } = program.lanewise;

/** What main.ts exports; its types are checked where it is compiled. */
interface Main {
  readonly add: (q: Queue, x: Int32Array, y: Int32Array) => QueueEvent;
  readonly overwrite: (q: Queue, x: Int32Array, value: number) => QueueEvent;
  readonly some: (q: Queue, x: Int32Array, value: number) => QueueEvent;
  readonly bytes: (q: Queue, x: Int32Array, b: Uint8Array) => QueueEvent;
  readonly failing: (q: Queue, x: Int32Array) => QueueEvent;
}
const main = (await program.load("main.ts")) as unknown as Main;

const SIZE = 24;
/** Numbers from 0 to below n (xorshift). */
function randomOf(seed: number) {
  let state = seed * 2654435761 || 1;
  return (n: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}
type Random = ReturnType<typeof randomOf>;

/** The same part of any buffer of that size. */
type Part = (buffer: ArrayBuffer) => Int32Array;
function partOf(random: Random): Part {
  const start = random(SIZE - 1);
  const length = 1 + random(SIZE - start);
  return (buffer) => new Int32Array(buffer, start * 4, length);
}

interface Step {
  readonly submit: (q: Queue, buffer: ArrayBuffer) => QueueEvent;
  /** The same at once, in plain JavaScript. */
  readonly model: (buffer: ArrayBuffer) => void;
  readonly fails?: boolean;
}

const kinds: readonly ((random: Random) => Step)[] = [
  (random) => {
    const [x, y] = [partOf(random), partOf(random)];
    // Work-items that read what others write have no order: one element, or parts that are apart.
    const isApart = (a: Int32Array, b: Int32Array) =>
      a.byteOffset + a.byteLength <= b.byteOffset || b.byteOffset + b.byteLength <= a.byteOffset;
    const target: Part = (buffer) => (isApart(x(buffer), y(buffer)) ? x(buffer) : x(buffer).subarray(0, 1));
    const model = (buffer: ArrayBuffer) => change(target(buffer), (v, i) => v + at(y(buffer), i));
    return { submit: (q, buffer) => main.add(q, target(buffer), y(buffer)), model };
  },
  (random) => {
    const [x, value] = [partOf(random), random(1000)];
    const model = (buffer: ArrayBuffer) => change(x(buffer), (_, i) => value + i);
    return { submit: (q, buffer) => main.overwrite(q, x(buffer), value), model };
  },
  (random) => {
    const [x, value] = [partOf(random), random(1000)];
    const model = (buffer: ArrayBuffer) => change(x(buffer), (v, i) => (i % 3 === 1 ? value : v));
    return { submit: (q, buffer) => main.some(q, x(buffer), value), model };
  },
  (random) => {
    const [x, start] = [partOf(random), random(SIZE * 4 - 1)];
    const length = 1 + random(SIZE * 4 - start);
    const b = (buffer: ArrayBuffer) => new Uint8Array(buffer, start, length);
    const model = (buffer: ArrayBuffer) => {
      const [words, own] = [x(buffer), b(buffer)];
      own.forEach((_, i) => {
        own[i] = (own[i] ?? 0) * 3 + (words[0] ?? 0);
        words[words.length - 1] = (words.at(-1) ?? 0) + 1;
      });
    };
    return { submit: (q, buffer) => main.bytes(q, x(buffer), b(buffer)), model };
  },
  (random) => {
    const x = partOf(random);
    return { submit: (q, buffer) => main.failing(q, x(buffer)), model: () => undefined, fails: true };
  },
  (random) => {
    const [x, value] = [partOf(random), random(1000)];
    return { submit: (q, buffer) => q.fill(x(buffer), value), model: (buffer) => x(buffer).fill(value) };
  },
  (random) => {
    const [from, to] = [partOf(random), partOf(random)];
    const both = (buffer: ArrayBuffer) => {
      const count = Math.min(from(buffer).length, to(buffer).length);
      return [from(buffer).subarray(0, count), to(buffer)] as const;
    };
    const model = (buffer: ArrayBuffer) => both(buffer)[1].set(both(buffer)[0]);
    return { submit: (q, buffer) => q.copy(...both(buffer)), model };
  },
];

function change(array: Int32Array, next: (value: number, index: number) => number): void {
  array.forEach((value, index) => {
    array[index] = next(value, index);
  });
}

function at(array: Int32Array, index: number): number {
  return array[index % array.length] ?? 0;
}

const context = new Context();
const onError = () => undefined;
const queues = [
  new NewQueue({ device: "cpu", onError }),
  new NewQueue({ device: "cpu", onError, order: "explicit" }),
  new NewQueue({ device: "host", onError }),
  new NewQueue({ device: "cpu", onError, context }),
];

test.each(Array.from({ length: 12 }, (_, seed) => [seed + 1]))("seed %i", async (seed) => {
  const random = randomOf(seed);
  for (let round = 0; round < 10; round++) {
    const [buffer, expected] = [new ArrayBuffer(SIZE * 4), new ArrayBuffer(SIZE * 4)];
    const steps = Array.from({ length: 1 + random(30) }, () => kinds[random(kinds.length)]?.(random));
    const log: QueueEvent[] = [];
    for (const step of steps) {
      const q = queues[random(1 + random(queues.length))];
      if (!step || !q) continue;
      const event = step.submit(q, buffer);
      step.model(expected);
      log.push(event);
      if (random(8) !== 0) continue;
      if (step.fails) await expect(event.wait()).rejects.toMatchObject({ code: "out_of_bounds" });
      else await event;
    }
    await Promise.allSettled(log.map((event) => event.wait()));
    expect([...new Int32Array(buffer)], `round ${round}`).toEqual([...new Int32Array(expected)]);
  }
  for (const q of queues) expect(q.memoryUsage().internal).toBeLessThan(200_000);
});
