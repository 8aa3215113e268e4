// Random command groups on parts of buffers and sub-buffers, by queues of several kinds, devices and contexts, with host accessors in
// between: what they leave must be what they leave one after the other. Some fail or are cancelled, and what goes on with their
// elements must fail, too; some launches are long enough for other threads, some host tasks and host accessors take turns of the event loop.

import fc from "fast-check";
import type { DeviceBuffer, Handler, Queue, QueueEvent } from "lanewise";
import { afterAll, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const program = await loadProgram({
  "main.ts": `import { type Handler, type i32, type ReadAccessor } from "lanewise";
type Read = ReadAccessor<Int32Array>;
export const churn = (h: Handler, x: Int32Array, rounds: i32) =>
  h.parallelFor(x.length, (i) => { let s = x[i]!; for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0; x[i] = s; });
export const combine = (h: Handler, x: Int32Array, y: Read) =>
  h.singleTask(() => { for (let i = 0; i < x.length; i++) x[i]! += y[i % y.length]! + 1; });
export const set = (h: Handler, x: Int32Array, value: i32) => h.parallelFor(x.length, (i) => { x[i] = value + i; });
`,
});
afterAll(program.dispose);
const { Context, DeviceBuffer: NewBuffer, Queue: NewQueue } = program.lanewise;

type Buffer = DeviceBuffer<Int32Array, 1>;
/** What main.ts exports; its types are checked where it is compiled. */
const main = (await program.load("main.ts")) as unknown as {
  readonly churn: (h: Handler, x: Int32Array, rounds: number) => void;
  readonly combine: (h: Handler, x: Int32Array, y: object) => void;
  readonly set: (h: Handler, x: Int32Array, value: number) => void;
};

const SIZE = 24;
const BUFFERS = 2;
/** Of the launches that other threads are woken for. */
const ROUNDS = 300_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

interface Part {
  readonly buffer: number;
  readonly start: number;
  readonly length: number;
  /** Whether by a sub-buffer. */
  readonly isSub: boolean;
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

/** The same as churn in main.ts. */
const churned = (value: number, rounds: number) => {
  let s = value;
  for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0;
  return s;
};
const change = (values: Int32Array, to: (value: number, index: number) => number) => {
  for (const [index, value] of values.entries()) values[index] = to(value, index);
};

interface Kind {
  /** Of y it is read, of x always written. */
  readonly readsY?: true;
  readonly isKept: boolean;
  /** States the command on the accessors; absent: it is the host that writes. */
  readonly state?: (h: Handler, x: Int32Array, y: Int32Array, step: Step) => void;
  /** What it does to x, in plain JavaScript. */
  readonly model: (x: Int32Array, y: Int32Array, step: Step) => void;
  readonly fails?: true;
  readonly isCancelled?: true;
}

const kinds = {
  long: {
    isKept: true,
    state: (h, x) => main.churn(h, x, ROUNDS),
    model: (x) => change(x, (value) => churned(value, ROUNDS)),
  },
  short: {
    isKept: true,
    state: (h, x, _, { value }) => main.churn(h, x, value),
    model: (x, _, { value }) => change(x, (one) => churned(one, value)),
  },
  combine: {
    isKept: true,
    readsY: true,
    state: (h, x, y) => main.combine(h, x, y),
    model: (x, y) => change(x, (value, i) => value + (y[i % y.length] ?? 0) + 1),
  },
  set: {
    isKept: false,
    state: (h, x, _, { value }) => main.set(h, x, value),
    model: (x, _, { value }) => change(x, (_value, i) => value + i),
  },
  fill: {
    isKept: false,
    state: (h, x, _, { value }) => h.fill(x, value),
    model: (x, _, { value }) => void x.fill(value),
  },
  task: {
    isKept: true,
    state: (h, x) =>
      h.hostTask(async () => {
        await turn();
        change(x, (value) => value ^ 5);
      }),
    model: (x) => change(x, (value) => value ^ 5),
  },
  failing: {
    isKept: true,
    state: (h) =>
      h.hostTask(() => {
        throw new Error("as it should");
      }),
    model: () => undefined,
    fails: true,
  },
  cancelled: {
    isKept: true,
    state: (h, x) => main.set(h, x, -1),
    model: () => undefined,
    fails: true,
    isCancelled: true,
  },
  host: { isKept: true, model: (x) => change(x, (value) => value * 2 + 1) },
} as const satisfies Record<string, Kind>;

/** Elements and which of them are spoilt, one step after the other. */
class Model {
  readonly values = Array.from({ length: BUFFERS }, (_, b) =>
    Int32Array.from({ length: SIZE }, (_value, i) => b * 100 + i),
  );
  readonly spoilt = this.values.map((values) => [...values].map(() => false));

  /** Whether the step is to succeed. */
  take(step: Step): boolean {
    const kind: Kind = kinds[step.kind];
    const used = [...(kind.isKept ? [step.x] : []), ...(kind.readsY ? [step.y] : [])];
    const isFine =
      !kind.fails &&
      !used.some(({ buffer, start, length }) => this.spoilt[buffer]?.slice(start, start + length).includes(true));
    const at = ({ buffer, start, length }: Part) =>
      this.values[buffer]?.subarray(start, start + length) ?? new Int32Array(0);
    if (isFine) kind.model(at(step.x), at(step.y), step);
    this.spoilt[step.x.buffer]?.fill(!isFine, step.x.start, step.x.start + step.x.length);
    return isFine;
  }
}

const part = fc
  .record({
    buffer: fc.nat(BUFFERS - 1),
    start: fc.nat(SIZE - 1),
    length: fc.integer({ min: 1, max: SIZE }),
    isSub: fc.boolean(),
  })
  .map((one) => ({ ...one, length: Math.min(one.length, SIZE - one.start) }));
const steps = fc.array(
  fc.record({
    // Failures are rarer than the rest.
    kind: fc.constantFrom(...(Object.keys(kinds) as Step["kind"][]), "short", "combine", "set", "host", "fill", "set"),
    queue: fc.nat(4),
    x: part,
    y: part,
    value: fc.integer({ min: 0, max: 50 }),
    isAwaited: fc.nat(5).map((one) => one === 0),
  } satisfies Record<keyof Step, unknown>),
  { minLength: 1, maxLength: 25 },
);

const other = new Context();
const onError = () => undefined;
const queues = [
  new NewQueue({ threads: 4, onError }),
  new NewQueue({ order: "explicit", onError }),
  new NewQueue({ context: other, onError }),
  new NewQueue({ device: "host", order: "explicit", onError }),
  new NewQueue({ device: "host", context: other, onError }),
];

function submit(q: Queue, buffers: readonly Buffer[], step: Step): PromiseLike<unknown> {
  const kind: Kind = kinds[step.kind];
  const on = ({ buffer, start, length, isSub }: Part) => {
    const whole = buffers[buffer] as Buffer; // parts name buffers that there are
    return isSub
      ? { buffer: whole.subBuffer(start, length), place: {} }
      : { buffer: whole, place: { offset: start, range: length } };
  };
  const [x, y] = [on(step.x), on(step.y)];
  if (!kind.state) return byHost(x.buffer, x.place, step);
  const controller = new AbortController();
  const event: QueueEvent = q.submit(
    (h) => {
      const target = h.accessor(x.buffer, kind.isKept ? "read_write" : "write", { ...x.place, noInit: !kind.isKept });
      // Only read, by kernels that say so.
      const source = kind.readsY ? (h.accessor(y.buffer, "read", y.place) as Int32Array) : target;
      kind.state?.(h, target, source, step);
    },
    { signal: controller.signal },
  );
  if (kind.isCancelled) controller.abort(new Error("as it should"));
  return event;
}

async function byHost(buffer: Buffer, place: object, step: Step): Promise<void> {
  const elements = await buffer.hostAccessor("read_write", place);
  kinds.host.model(elements);
  if (step.value % 2 === 0) await turn();
  elements.dispose();
}

test("what they leave is what they leave one after the other", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const model = new Model();
      const arrays = model.values.map((values) => values.slice());
      const buffers = arrays.map((array) => new NewBuffer(array));
      const expected: boolean[] = [];
      const outcomes: Promise<boolean>[] = [];
      for (const step of list) {
        expected.push(model.take(step));
        const event = submit(queues[step.queue] as Queue, buffers, step); // there are five
        outcomes.push(
          Promise.resolve(
            event.then(
              () => true,
              () => false,
            ),
          ),
        );
        if (step.isAwaited) await outcomes.at(-1);
      }
      expect(await Promise.all(outcomes)).toEqual(expected);
      const isWhole = model.spoilt.map((flags) => !flags.includes(true));
      for (const buffer of buffers) await buffer.disposeAsync();
      for (const [b, array] of arrays.entries())
        if (isWhole[b]) expect([...array]).toEqual([...(model.values[b] ?? [])]);
    }),
    { numRuns: 150 },
  );
});
