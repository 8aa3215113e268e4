// Random commands on parts of a few arrays, by several queues in order, on one thread and on four: what they leave must be what they
// leave one after the other. Where queues share device memory, events order them; arrays of the host need none. Some launches are long
// enough for other threads, some host tasks wait for a turn of the event loop, some launches fail.

import fc from "fast-check";
import type { CommandOptions, DeviceGlobal, i32, Queue, QueueEvent } from "lanewise";
import { afterAll, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const program = await loadProgram({
  "main.ts": `import { type i32, type CommandOptions, type Queue, deviceGlobal, reduction } from "lanewise";
type Options = CommandOptions;
export const total = deviceGlobal<i32>(0);
export const churn = (q: Queue, o: Options, x: Int32Array, rounds: i32) =>
  q.parallelFor(x.length, (i) => { let s = x[i]!; for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0; x[i] = s; }, o);
export const combine = (q: Queue, o: Options, x: Int32Array, y: Int32Array) =>
  q.singleTask(() => { for (let i = 0; i < x.length; i++) x[i]! += y[i % y.length]! + 1; }, o);
export const addTotal = (q: Queue, o: Options, x: Int32Array) => q.singleTask(() => { total.value = (total.value + x[0]!) | 0; }, o);
export const takeTotal = (q: Queue, o: Options, x: Int32Array) => q.parallelFor(x.length, (i) => { x[i] = (total.value + i) | 0; }, o);
export const sum = (q: Queue, o: Options, x: Int32Array, to: Int32Array) =>
  q.parallelFor(x.length, reduction(to, "add"), (i, s) => s.combine(x[i]!), o);
export const overrun = (q: Queue, o: Options, x: Int32Array) => q.singleTask(() => { x[x.length] = 1; }, o);
`,
});
afterAll(program.dispose);
const { Context, Queue: NewQueue } = program.lanewise;

/** What main.ts exports; its types are checked where it is compiled. */
interface Main {
  readonly total: DeviceGlobal<i32>;
  readonly churn: (q: Queue, o: CommandOptions, x: Int32Array, rounds: number) => QueueEvent;
  readonly combine: (q: Queue, o: CommandOptions, x: Int32Array, y: Int32Array) => QueueEvent;
  readonly addTotal: (q: Queue, o: CommandOptions, x: Int32Array) => QueueEvent;
  readonly takeTotal: (q: Queue, o: CommandOptions, x: Int32Array) => QueueEvent;
  readonly sum: (q: Queue, o: CommandOptions, x: Int32Array, to: Int32Array) => QueueEvent;
  readonly overrun: (q: Queue, o: CommandOptions, x: Int32Array) => QueueEvent;
}
const main = (await program.load("main.ts")) as unknown as Main;

const SIZE = 24;
const ARRAYS = 4;
const QUEUES = 3;
/** Of the launches that other threads are woken for. */
const ROUNDS = 500_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A part of one of the arrays; the last one is ordinary memory. */
interface Part {
  readonly array: number;
  readonly start: number;
  readonly length: number;
}
/** The arrays as they are on one side: those of the device or those of the model; and the device global. */
interface State {
  readonly at: (part: Part) => Int32Array;
  total: number;
}
interface Step {
  readonly kind: keyof typeof kinds;
  readonly queue: number;
  readonly x: Part;
  readonly y: Part;
  readonly value: number;
  /** Whether it is waited for before the next one. */
  readonly isAwaited: boolean;
}

interface Kind {
  readonly submit: (q: Queue, state: State, step: Step, options: CommandOptions) => QueueEvent;
  /** The same at once, in plain JavaScript. */
  readonly model: (state: State, step: Step) => void;
  readonly fails?: boolean;
}

function change(values: Int32Array, to: (value: number, index: number) => number): void {
  for (const [index, value] of values.entries()) values[index] = to(value, index);
}

function churned(values: Int32Array, rounds: number): void {
  change(values, (value) => {
    let s = value;
    for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0;
    return s;
  });
}

/** Of device memory: of the host's, launches see only what a task says it writes. */
const onDevice = (part: Part): Part => ({ ...part, array: part.array % (ARRAYS - 1) });

const kinds = {
  churn: {
    submit: (q, { at }, { x }, options) => main.churn(q, options, at(x).subarray(0, 4), ROUNDS),
    model: ({ at }, { x }) => churned(at(x).subarray(0, 4), ROUNDS),
  },
  short: {
    submit: (q, { at }, { x, value }, options) => main.churn(q, options, at(x), value),
    model: ({ at }, { x, value }) => churned(at(x), value),
  },
  combine: {
    submit: (q, { at }, { x, y }, options) => main.combine(q, options, at(x), at(y)),
    model: ({ at }, { x, y }) => {
      const from = at(y);
      change(at(x), (value, i) => value + (from[i % from.length] ?? 0) + 1);
    },
  },
  addTotal: {
    submit: (q, { at }, { x }, options) => main.addTotal(q, options, at(x)),
    model: (state, { x }) => {
      state.total = (state.total + (state.at(x)[0] ?? 0)) | 0;
    },
  },
  takeTotal: {
    submit: (q, { at }, { x }, options) => main.takeTotal(q, options, at(x)),
    model: ({ at, total }, { x }) => change(at(x), (_, i) => (total + i) | 0),
  },
  sum: {
    // The target is in the device's memory.
    submit: (q, { at }, { x, y }, options) => main.sum(q, options, at(x), at({ ...y, array: 0, length: 1 })),
    model: ({ at }, { x, y }) => {
      const to = at({ ...y, array: 0, length: 1 });
      to[0] = at(x).reduce((sum, value) => (sum + value) | 0, to[0] ?? 0);
    },
  },
  overrun: {
    submit: (q, { at }, { x }, options) => main.overrun(q, options, at(x)),
    model: () => undefined,
    fails: true,
  },
  fill: {
    submit: (q, { at }, { x, value }, options) => q.fill(at(x), value, options),
    model: ({ at }, { x, value }) => void at(x).fill(value),
  },
  copy: {
    submit: (q, { at }, { x, y }, options) => q.copy(at(x), at(y), { ...options, count: Math.min(x.length, y.length) }),
    model: ({ at }, { x, y }) => at(y).set(at(x).subarray(0, Math.min(x.length, y.length))),
  },
  setTotal: {
    submit: (q, _, { value }, options) => q.write(main.total, value, options),
    model: (state, { value }) => {
      state.total = value;
    },
  },
  task: {
    submit: (q, { at }, { x }, options) => q.submit((h) => h.hostTask(() => churned(at(onDevice(x)), 3)), options),
    model: ({ at }, { x }) => churned(at(onDevice(x)), 3),
  },
  slowTask: {
    submit: (q, { at }, { x, y }, options) =>
      q.submit(
        (h) =>
          h.hostTask(
            async () => {
              const values = at(y).slice();
              await turn();
              change(at(x), (value, i) => value ^ (values[i % values.length] ?? 0));
            },
            { writes: [at(x)], reads: [at(y)] },
          ),
        options,
      ),
    model: ({ at }, { x, y }) => {
      const values = at(y).slice();
      change(at(x), (value, i) => value ^ (values[i % values.length] ?? 0));
    },
  },
} as const satisfies Record<string, Kind>;

const part: fc.Arbitrary<Part> = fc
  .record({ array: fc.nat(ARRAYS - 1), start: fc.nat(SIZE - 1), length: fc.integer({ min: 1, max: SIZE }) })
  .map(({ array, start, length }) => ({ array, start, length: Math.min(length, SIZE - start) }));
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), // its own keys
    // Mostly the first one, so that much follows in one queue.
    queue: fc.nat(2 * QUEUES).map((n) => Math.max(0, n - QUEUES - 1)),
    x: part,
    y: part,
    value: fc.nat(99),
    isAwaited: fc.nat(9).map((n) => n === 0),
  }),
  { maxLength: 40, size: "max" },
);

function stateOver(arrays: readonly Int32Array[]): State {
  for (const [index, array] of arrays.entries()) change(array, (_, at) => index * 100 + at);
  return {
    at: ({ array, start, length }) => (arrays[array] ?? new Int32Array()).subarray(start, start + length),
    total: 0,
  };
}

interface Logged {
  readonly step: Step;
  readonly event: QueueEvent;
  readonly fails: boolean;
}

/** Whether both use one of the arrays in device memory, or the device global; tasks that say nothing use all. */
function isSharing(a: Step, b: Step): boolean {
  if (a.kind === "task" || b.kind === "task") return true;
  const memoriesOf = ({ kind, x, y }: Step) => [
    x.array,
    y.array,
    ...(kind === "sum" ? [0] : []),
    ...(kind.endsWith("Total") ? ["total"] : []),
  ];
  return memoriesOf(a).some((memory) => memory !== ARRAYS - 1 && memoriesOf(b).includes(memory));
}

/** What the queues do; returns the values that are left. */
async function run(queues: readonly Queue[], arrays: readonly Int32Array[], program: readonly Step[]) {
  const state = stateOver(arrays);
  await queues[0]?.write(main.total, 0);
  const log: Logged[] = [];
  for (const step of program) {
    const q = queues[step.queue];
    const kind: Kind = kinds[step.kind];
    if (!q) continue;
    // What other queues do with the same device memory comes before.
    const isBefore = (one: Logged) => one.step.queue !== step.queue && !one.fails && isSharing(one.step, step);
    const after = log.filter(isBefore).map(({ event }) => event);
    const event = kind.submit(q, state, step, { after });
    log.push({ step, event, fails: kind.fails === true });
    if (!step.isAwaited) continue;
    await event.wait().catch(() => undefined);
    const before = log.filter((one) => one.step.queue === step.queue).map((one) => one.event.status);
    expect(before.every((status) => status === "complete" || status === "failed")).toBe(true);
  }
  const ends = await Promise.allSettled(log.map(({ event }) => event.wait()));
  expect(ends.map(({ status }) => status === "rejected")).toEqual(log.map(({ fails }) => fails));
  return { arrays: arrays.map((array) => [...array]), total: await queues[0]?.read(main.total) };
}

test.each([1, 4])(
  "%i threads",
  async (threads) => {
    const before = process.env.LANEWISE_THREADS;
    process.env.LANEWISE_THREADS = "4";
    const context = new Context();
    const queues = Array.from(
      { length: QUEUES },
      () => new NewQueue({ device: "cpu", threads, context, onError: () => undefined }),
    );
    if (before === undefined) delete process.env.LANEWISE_THREADS;
    else process.env.LANEWISE_THREADS = before;
    const [q] = queues;
    if (!q) throw new Error("there are queues");
    const arrays = Array.from({ length: ARRAYS - 1 }, () => q.mallocShared(Int32Array, SIZE));
    await fc.assert(
      fc.asyncProperty(steps, async (program) => {
        const expected = Array.from({ length: ARRAYS }, () => new Int32Array(SIZE));
        const model = stateOver(expected);
        for (const step of program) kinds[step.kind].model(model, step);
        const left = await run(queues, [...arrays, new Int32Array(SIZE)], program);
        expect(left).toEqual({ arrays: expected.map((array) => [...array]), total: model.total });
      }),
      { numRuns: 60, seed: 20261122 },
    );
  },
  60_000,
);
