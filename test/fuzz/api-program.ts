// The kernels that random calls of the API launch, and what each does to its arrays, in plain JavaScript.

import type { CommandOptions, DeviceGlobal, i32, Queue, QueueEvent } from "lanewise";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";

const text = `import { atomicRef, type CommandOptions, deviceGlobal, type Handler, type i32, localMemory, ndRange, type NdItem, type Queue, reduction, specConstant } from "lanewise";
type Options = CommandOptions;
export const total = deviceGlobal<i32>(0);
export const factor = specConstant<i32>(3);
export const churn = (q: Queue, o: Options, x: Int32Array, rounds: i32) =>
  q.parallelFor(x.length, (i) => { let s = x[i]!; for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0; x[i] = s; }, o);
export const set = (q: Queue, o: Options, x: Int32Array, value: i32) => q.parallelFor(x.length, (i) => { x[i] = value + i; }, o);
export const combine = (q: Queue, o: Options, x: Int32Array, y: Int32Array) =>
  q.singleTask(() => { for (let i = 0; i < x.length; i++) x[i]! += y[i % y.length]! + 1; }, o);
export const atomics = (q: Queue, o: Options, x: Int32Array, n: i32) =>
  q.parallelFor(100 + n, (i) => { atomicRef(x, i % x.length).fetchAdd(i); }, o);
export const turned = (q: Queue, o: Options, x: Int32Array) =>
  q.parallelFor(ndRange(4, 4), (item: NdItem<1>) => {
    const own = localMemory(Int32Array, 4);
    const l = item.localId();
    own[l] = x[l]!;
    item.barrier();
    x[l] = own[3 - l]!;
  }, o);
export const scale = (q: Queue, o: Options, x: Int32Array, by: i32) =>
  q.submit((h: Handler) => {
    if (by % 2 === 1) h.setSpecializationConstant(factor, by);
    h.parallelFor(x.length, (i) => { x[i] = Math.imul(x[i]!, factor.value) + 1; });
  }, o);
export const addTotal = (q: Queue, o: Options, x: Int32Array) => q.singleTask(() => { total.value = (total.value + x[0]!) | 0; }, o);
export const takeTotal = (q: Queue, o: Options, x: Int32Array) => q.parallelFor(x.length, (i) => { x[i] = (total.value + i) | 0; }, o);
export const sum = (q: Queue, o: Options, x: Int32Array, to: Int32Array) =>
  q.parallelFor(x.length, reduction(to, "add"), (i, s) => s.combine(x[i]!), o);
export const overrun = (q: Queue, o: Options, x: Int32Array) => q.singleTask(() => { x[x.length] = 1; }, o);
export const slow = (q: Queue, x: Int32Array) =>
  q.parallelFor(2000, (i) => {
    let s = i;
    for (let k = 0; k < 20_000_000; k++) s = (s + (s >> 3) + k) | 0;
    if (x.length < 0) x[0] = s;
  }, { timeout: 30 });
export const inBuffer = (h: Handler, x: Int32Array, value: i32) => h.parallelFor(x.length, (i) => { x[i] = x[i]! * 3 + value; });
`;

type Options = CommandOptions;
type Array32 = Int32Array;
/** What the text exports; its types are checked where it is compiled. */
interface Main {
  readonly total: DeviceGlobal<i32>;
  readonly churn: (q: Queue, o: Options, x: Array32, rounds: number) => QueueEvent;
  readonly set: (q: Queue, o: Options, x: Array32, value: number) => QueueEvent;
  readonly combine: (q: Queue, o: Options, x: Array32, y: Array32) => QueueEvent;
  readonly atomics: (q: Queue, o: Options, x: Array32, n: number) => QueueEvent;
  readonly turned: (q: Queue, o: Options, x: Array32) => QueueEvent;
  readonly scale: (q: Queue, o: Options, x: Array32, by: number) => QueueEvent;
  readonly addTotal: (q: Queue, o: Options, x: Array32) => QueueEvent;
  readonly takeTotal: (q: Queue, o: Options, x: Array32) => QueueEvent;
  readonly sum: (q: Queue, o: Options, x: Array32, to: Array32) => QueueEvent;
  readonly overrun: (q: Queue, o: Options, x: Array32) => QueueEvent;
  /** For minutes, but no piece of it: where no worker starts, as on a machine with too much to do, the calling thread ends it, too. */
  readonly slow: (q: Queue, x: Array32) => QueueEvent;
  readonly inBuffer: (h: import("lanewise").Handler, x: Array32, value: number) => void;
}

export interface ApiProgram extends Pick<LoadedProgram, "lanewise" | "dispose"> {
  readonly main: Main;
}

export async function loadApiProgram(): Promise<ApiProgram> {
  const { load, lanewise, dispose } = await loadProgram({ "main.ts": text });
  return { main: (await load("main.ts")) as unknown as Main, lanewise, dispose }; // as the text says
}

/** Of the launches that other threads are woken for. */
const ROUNDS = 300_000;

export function change(values: Array32, to: (value: number, index: number) => number): void {
  for (const [index, value] of values.entries()) values[index] = to(value, index);
}

function churn(values: Array32, rounds: number): void {
  change(values, (value) => {
    let s = value;
    for (let k = 0; k < rounds; k++) s = (s + (s >> 3) + k) | 0;
    return s;
  });
}

/** A command on parts of arrays. */
export interface Operation {
  readonly submit: (main: Main, q: Queue, options: Options, x: Array32, y: Array32, n: number) => QueueEvent;
  /** The same at once; `state` has the device global. */
  readonly model: (state: { total: number }, x: Array32, y: Array32, n: number) => void;
  readonly usesY?: true;
  readonly usesTotal?: true;
  /** It cannot be recorded. */
  readonly isUnrecorded?: true;
  /** The second array must be in the memory of the queue's device. */
  readonly wantsOwn?: true;
  /** The first array has at least so many elements. */
  readonly length?: number;
}

export const operations: readonly Operation[] = [
  { submit: (main, q, o, x, _, n) => main.churn(q, o, x, n), model: (_, x, _y, n) => churn(x, n) },
  {
    submit: (main, q, o, x) => main.churn(q, o, x.subarray(0, 4), ROUNDS),
    model: (_, x) => churn(x.subarray(0, 4), ROUNDS),
  },
  {
    submit: (main, q, o, x, _, n) => main.set(q, o, x, n),
    model: (_, x, _y, n) => change(x, (_value, i) => n + i),
  },
  {
    submit: (main, q, o, x, y) => main.combine(q, o, x, y),
    model: (_, x, y) => change(x, (value, i) => value + (y[i % y.length] ?? 0) + 1),
    usesY: true,
  },
  {
    submit: (main, q, o, x, _, n) => main.atomics(q, o, x, n),
    model: (_, x, _y, n) => {
      for (let i = 0; i < 100 + n; i++) x[i % x.length] = (x[i % x.length] ?? 0) + i;
    },
  },
  {
    submit: (main, q, o, x) => main.turned(q, o, x),
    model: (_, x) => void x.subarray(0, 4).reverse(),
    length: 4,
  },
  {
    submit: (main, q, o, x, _, n) => main.scale(q, o, x, n),
    model: (_, x, _y, n) => change(x, (value) => Math.imul(value, n % 2 === 1 ? n : 3) + 1),
  },
  {
    submit: (main, q, o, x) => main.addTotal(q, o, x),
    model: (state, x) => {
      state.total = (state.total + (x[0] ?? 0)) | 0;
    },
    usesTotal: true,
  },
  {
    submit: (main, q, o, x) => main.takeTotal(q, o, x),
    model: ({ total }, x) => change(x, (_, i) => (total + i) | 0),
    usesTotal: true,
  },
  {
    submit: (main, q, o, x, y) => main.sum(q, o, x, y.subarray(0, 1)),
    model: (_, x, y) => {
      y[0] = x.reduce((sum, value) => (sum + value) | 0, y[0] ?? 0);
    },
    usesY: true,
    wantsOwn: true,
  },
  { submit: (_main, q, o, x, _, n) => q.fill(x, n, o), model: (_, x, _y, n) => void x.fill(n) },
  {
    submit: (_main, q, o, x, y) => q.copy(x, y, { ...o, count: Math.min(x.length, y.length) }),
    model: (_, x, y) => y.set(x.subarray(0, Math.min(x.length, y.length))),
    usesY: true,
  },
  {
    submit: (main, q, o, x) => q.copy(main.total, x.subarray(0, 1), o),
    model: ({ total }, x) => void x.fill(total, 0, 1),
    usesTotal: true,
  },
  {
    submit: (main, q, o, _x, _y, n) => q.write(main.total, n, o),
    model: (state, _x, _y, n) => {
      state.total = n;
    },
    usesTotal: true,
    isUnrecorded: true,
  },
];
