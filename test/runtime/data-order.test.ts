// Commands of a queue in order that use other bytes run beside one that is under way, and nobody sees it but by their times. A host task
// that waits for a promise stands for what is under way: it says what it reads and writes, and what has run meanwhile has a time of its end.

import type { DeviceGlobal, f32, i32, Queue, QueueEvent, StructArray } from "lanewise";
import { afterAll, describe, expect, test, vi } from "vitest";
import { loadProgram } from "../support/load-program.js";

const program = await loadProgram({
  "main.ts": `import { type i32, type f32, type Pointer, type Queue, addressOf, deviceGlobal, reduction, structOf, type StructArray } from "lanewise";
export interface Pair { a: i32; b: f32 }
export const pairs = (q: Queue, layout: "aos" | "soa") => q.mallocShared(structOf<Pair>(), 4, { layout });
export const total = deviceGlobal<i32>(0);
export const set = (q: Queue, x: Int32Array, value: i32) => q.parallelFor(x.length, (i) => { x[i] = value; });
export const copyTo = (q: Queue, x: Int32Array, y: Int32Array) => q.parallelFor(y.length, (i) => { y[i] = x[i]!; });
export const measure = (q: Queue, x: Int32Array, y: Int32Array) => q.singleTask(() => { y[0] = x.length; });
export const setTotal = (q: Queue, value: i32) => q.singleTask(() => { total.value = value; });
export const readTotal = (q: Queue, y: Int32Array) => q.singleTask(() => { y[0] = total.value; });
export const follow = (q: Queue, x: Int32Array, y: Int32Array) =>
  q.singleTask(() => { const p: Pointer<i32> = addressOf(x, 0); y[0] = p.value; });
export const sum = (q: Queue, x: Int32Array, to: Int32Array) => q.parallelFor(x.length, reduction(to, "add"), (i, s) => s.combine(x[i]!));
export const setA = (q: Queue, ps: StructArray<Pair>) => q.parallelFor(ps.length, (i) => { ps[i]!.a = 7; });
export const overrun = (q: Queue, x: Int32Array) => q.singleTask(() => { x[x.length] = 1; }, { name: "overrun" });
export const spin = (q: Queue, x: Int32Array, rounds: i32) =>
  q.parallelFor(x.length, (i) => { let s = i; for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0; x[i] = s; });
`,
});
afterAll(program.dispose);

interface Pair {
  a: i32;
  b: f32;
}
/** What main.ts exports; its types are checked where it is compiled. */
interface Main {
  readonly pairs: (q: Queue, layout: "aos" | "soa") => StructArray<Pair> & Disposable;
  readonly total: DeviceGlobal<i32>;
  readonly set: (q: Queue, x: Int32Array, value: number) => QueueEvent;
  readonly copyTo: (q: Queue, x: Int32Array, y: Int32Array) => QueueEvent;
  readonly measure: (q: Queue, x: Int32Array, y: Int32Array) => QueueEvent;
  readonly setTotal: (q: Queue, value: number) => QueueEvent;
  readonly readTotal: (q: Queue, y: Int32Array) => QueueEvent;
  readonly follow: (q: Queue, x: Int32Array, y: Int32Array) => QueueEvent;
  readonly sum: (q: Queue, x: Int32Array, to: Int32Array) => QueueEvent;
  readonly setA: (q: Queue, ps: StructArray<Pair>) => QueueEvent;
  readonly overrun: (q: Queue, x: Int32Array) => QueueEvent;
  readonly spin: (q: Queue, x: Int32Array, rounds: number) => QueueEvent;
}
const main = (await program.load("main.ts")) as unknown as Main;
const { Queue: NewQueue } = program.lanewise;

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function turns(count = 5): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}

interface Gate {
  readonly promise: Promise<void>;
  readonly open: () => void;
}
function gate(): Gate {
  let open: () => void = () => expect.unreachable();
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

type Arrays = NonNullable<Parameters<Parameters<Parameters<Queue["submit"]>[0]>[0]["hostTask"]>[1]>;

/** Whether the command has run while a host task that uses such arrays is under way. */
async function hasRunBeside(q: Queue, uses: Arrays, submit: () => QueueEvent): Promise<boolean> {
  const { promise, open } = gate();
  const first = q.submit((h) => h.hostTask(() => promise, uses));
  const second = submit();
  await turns();
  const hasRun = second.profiling.end !== undefined;
  expect([first.status, second.status]).toEqual(["running", hasRun ? "running" : "submitted"]);
  open();
  await second;
  expect(first.status).toBe("complete");
  return hasRun;
}

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new NewQueue({ device });
  const array = () => q.mallocShared(Int32Array, 8);
  const [a, b, c] = [array(), array(), array()];
  const host = new Int32Array(8);
  const [aos, soa] = [main.pairs(q, "aos"), main.pairs(q, "soa")];
  const fill = (x: Int32Array) => () => q.fill(x, 1);

  const cases: readonly (readonly [string, Arrays, () => QueueEvent, boolean])[] = [
    ["a fill of another array", { writes: [a] }, fill(b), true],
    ["a fill of the same array", { writes: [a] }, fill(a), false],
    ["a fill of what is read", { reads: [a] }, fill(a), false],
    ["a fill of other elements", { writes: [a.subarray(0, 4)] }, fill(a.subarray(4)), true],
    ["a fill of some of the elements", { writes: [a.subarray(0, 5)] }, fill(a.subarray(4)), false],
    ["a copy of what is read, too", { reads: [a] }, () => q.copy(a, b), true],
    ["a copy of what is written", { writes: [a] }, () => q.copy(a, b), false],
    ["a copy of the elements before it", { writes: [a.subarray(2)] }, () => q.copy(a, b, 2), true],
    ["a copy to what is read", { reads: [b] }, () => q.memcpy(b, a), false],
    ["a copy of an array of the host", { writes: [a] }, () => q.copy(host, b), true],
    ["a copy of the host's array that is written", { writes: [host] }, () => q.copy(host, b), false],
    ["a launch that writes another array", { writes: [a] }, () => main.set(q, b, 1), true],
    ["a launch that writes it", { reads: [a] }, () => main.set(q, a, 1), false],
    ["a launch that reads what is read", { reads: [a] }, () => main.copyTo(q, a, b), true],
    ["a launch that reads what is written", { writes: [a] }, () => main.copyTo(q, a, b), false],
    ["a launch that writes what is read", { reads: [b] }, () => main.copyTo(q, a, b), false],
    ["a launch that asks for its length", { writes: [a] }, () => main.measure(q, a, b), true],
    ["a launch over an array of the host", { writes: [a] }, () => main.set(q, host, 1), true],
    ["a launch over the host's array that is read", { reads: [host] }, () => main.set(q, host, 1), false],
    ["a launch that reads the host's array", { reads: [host] }, () => main.copyTo(q, host, b), true],
    ["a launch with pointers", { reads: [c] }, () => main.follow(q, a, b), false],
    ["a reduction", { writes: [b] }, () => main.sum(q, a, c.subarray(0, 1)), true],
    ["a reduction to what is read", { reads: [c] }, () => main.sum(q, a, c.subarray(0, 1)), false],
    ["a copy of a device global", { writes: [a] }, () => q.copy(main.total, b, 1), true],
    ["a copy of a device global to what is read", { reads: [b] }, () => q.copy(main.total, b, 1), false],
    ["a write of a device global", { writes: [a] }, () => q.write(main.total, 3), true],
    ["structs of another array", { writes: [aos] }, () => q.fill(soa, { a: 1, b: 2 }), true],
    ["other structs", { writes: [aos.subarray(0, 2)] }, () => q.fill(aos.subarray(2), { a: 1, b: 2 }), true],
    ["the same structs", { writes: [aos.subarray(0, 3)] }, () => q.fill(aos.subarray(2), { a: 1, b: 2 }), false],
    ["another column", { writes: [soa.column("b")] }, () => main.setA(q, soa), true],
    ["the same column", { reads: [soa.column("a")] }, () => main.setA(q, soa), false],
    ["columns of other structs", { writes: [soa.subarray(2)] }, () => main.setA(q, soa.subarray(0, 2)), true],
    ["columns of structs", { writes: [soa.subarray(1)] }, () => main.setA(q, soa.subarray(0, 2)), false],
    ["a host task that says nothing", { reads: [] }, () => q.submit((h) => h.hostTask(() => undefined)), false],
    ["anything, of one that says nothing", {}, fill(b), false],
  ];
  test.each(cases)("%s runs beside a host task or waits", async (_, uses, submit, expected) => {
    expect(await hasRunBeside(q, uses, submit)).toBe(expected);
  });

  test("what a kernel does with device globals counts", async () => {
    const { promise, open } = gate();
    const blocked = q.submit((h) => h.hostTask(() => promise, { reads: [a] }));
    const waiting = main.set(q, a, 1);
    // Behind a command that waits and writes the global, readers wait; others do not.
    const copied = q.copy(a, b);
    const written = main.setTotal(q, 5);
    const read = main.readTotal(q, c);
    await turns();
    const hasRun = [waiting, copied, written, read].map(({ profiling }) => profiling.end !== undefined);
    expect(hasRun).toEqual([false, false, true, true]);
    expect(c[0]).toBe(5);
    open();
    await blocked;
    await read;
    const gated = gate();
    const x = array();
    q.submit((h) => h.hostTask(() => gated.promise, { writes: [x] }));
    const from = q.copy(x, new Int32Array(1), 1);
    const value = q.copy(x, main.total, 1);
    const after = [main.readTotal(q, c), q.read(main.total), q.write(main.total, 9)] as const;
    const free = main.set(q, b, 2);
    await turns();
    expect([from, value, after[0], after[2], free].map(({ profiling }) => profiling.end !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    x[0] = 77;
    gated.open();
    expect(await after[1]).toBe(77);
    await q.wait();
    expect([c[0], await q.read(main.total)]).toEqual([77, 9]);
  });

  test("an event is complete when those before it are, and its times are its own", async () => {
    const { promise, open } = gate();
    const order: string[] = [];
    const first = q.submit((h) => h.hostTask(() => promise, { writes: [a] }));
    const second = q.fill(b, 4);
    void first.then(() => order.push("first"));
    void second.then(() => order.push("second"));
    await turns();
    expect([second.status, b[0], order]).toEqual(["running", 4, []]);
    const { end = Number.NaN } = second.profiling;
    open();
    await second;
    expect(order).toEqual(["first", "second"]);
    expect([first.status, second.status, second.profiling.end]).toEqual(["complete", "complete", end]);
    expect(end).toBeLessThan(first.profiling.end ?? 0);
  });

  test("an error is told when those before are final; what follows and uses the same runs", async () => {
    const onError = vi.fn();
    const own = new NewQueue({ device, onError });
    const { promise, open } = gate();
    const first = own.submit((h) => h.hostTask(() => promise, { writes: [a] }));
    const broken = main.overrun(own, b);
    const dependent = own.fill(b, 3, broken);
    const third = own.fill(b, 6);
    await turns();
    expect(onError).not.toHaveBeenCalled();
    expect([broken.status, dependent.status, third.status]).toEqual(["running", "submitted", "submitted"]);
    open();
    await third;
    expect([first.status, broken.status, dependent.status]).toEqual(["complete", "failed", "failed"]);
    await turns();
    expect(onError.mock.calls.map(([error]) => (error as { code?: string }).code)).toEqual(["out_of_bounds"]);
    expect(b[0]).toBe(6);
  });

  test("a command may run that depends on one that is done, though not final", async () => {
    const { promise, open } = gate();
    q.submit((h) => h.hostTask(() => promise, { writes: [a] }));
    const second = q.fill(b, 1);
    const third = q.fill(c, 2, second);
    const other = new NewQueue({ device }).fill(host, 5, second);
    await turns();
    expect([second.profiling.end, third.profiling.end].includes(undefined)).toBe(false);
    expect(third.waitList).toEqual([second]);
    open();
    await Promise.all([third, other]);
    expect([c[0], host[0]]).toEqual([2, 5]);
  });

  test("a command that was cancelled holds up nothing, and those that ran behind it are final", async () => {
    const { promise, open } = gate();
    const other = new NewQueue({ device });
    const slow = other.submit((h) => h.hostTask(() => promise));
    const controller = new AbortController();
    const blocked = q.fill(a, 1, { after: slow, signal: controller.signal });
    const second = q.fill(b, 8);
    await turns();
    expect([blocked.status, second.status, b[0]]).toEqual(["submitted", "running", 8]);
    controller.abort();
    expect([blocked.status, second.status]).toEqual(["cancelled", "complete"]);
    await second;
    open();
    await slow;
  });

  test("host tasks that say what they use wait for each other by that alone", async () => {
    const { promise, open } = gate();
    // The third opens what the first waits for.
    q.submit((h) => h.hostTask(() => promise, { reads: [] }));
    main.set(q, b, 11);
    let seen: number | undefined;
    const last = q.submit((h) =>
      h.hostTask(
        () => {
          seen = b[0];
          open();
        },
        { reads: [b] },
      ),
    );
    await last;
    expect(seen).toBe(11);
  });

  test("what a host task says it writes on the host, launches see", async () => {
    const { promise, open } = gate();
    const x = new Int32Array(4);
    q.submit((h) => h.hostTask(() => promise, { writes: [a] }));
    q.submit((h) => h.hostTask(() => void x.fill(3), { writes: [x] }));
    // Submitted before the task has run; its copy has zeros.
    main.copyTo(q, x, b.subarray(0, 4));
    await turns();
    expect(b[0]).toBe(3);
    open();
    await q.wait();
  });

  test("waitSync runs those before, and not those after", () => {
    const own = new NewQueue({ device });
    const events = [own.fill(a, 1), own.fill(b, 2), own.fill(c, 3)];
    events[1]?.waitSync();
    expect(events.map(({ status }) => status)).toEqual(["complete", "complete", "submitted"]);
    own.waitSync();
    expect(c[0]).toBe(3);
  });

  test("many commands behind one that is under way", async () => {
    const { promise, open } = gate();
    q.submit((h) => h.hostTask(() => promise, { writes: [a] }));
    const x = array();
    const events = Array.from({ length: 100 }, (_, k) => q.fill(x.subarray(k % 8, (k % 8) + 1), k));
    await turns();
    open();
    await q.wait();
    expect(events.every(({ status }) => status === "complete")).toBe(true);
    expect([...x]).toEqual([96, 97, 98, 99, 92, 93, 94, 95]);
  });

  test("a wrong array is refused", () => {
    // @ts-expect-error no array
    expect(() => q.submit((h) => h.hostTask(() => undefined, { reads: [3] }))).toThrow(
      "reads contains 3; expected arrays",
    );
  });
});

test("copies and fills run while workers run a launch", async () => {
  const before = process.env.LANEWISE_THREADS;
  process.env.LANEWISE_THREADS = "2";
  const q = new NewQueue({ device: "cpu", context: new program.lanewise.Context() });
  if (before === undefined) delete process.env.LANEWISE_THREADS;
  else process.env.LANEWISE_THREADS = before;
  const [x, y] = [q.mallocShared(Int32Array, 20_000), q.mallocShared(Int32Array, 8)];
  for (let warm = 0; warm < 20; warm++) await main.spin(q, x, 2000);
  const long = main.spin(q, x, 200_000);
  const fill = q.fill(y, 3);
  let statusInTask = "";
  const task = q.submit((h) =>
    h.hostTask(
      () => {
        statusInTask = long.status;
      },
      { reads: [y] },
    ),
  );
  await task;
  expect(statusInTask).toBe("running");
  const ends = [fill, task, long].map(({ profiling }) => profiling.end ?? 0);
  expect(ends).toEqual([...ends].sort((one, other) => one - other));
  expect(y[0]).toBe(3);
});
