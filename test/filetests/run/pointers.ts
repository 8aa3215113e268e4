// Pointers: to device globals, elements and objects in memory; kept in globals, fields, variables; followed, compared, passed on.
import { addressOf, atomicRef, deviceGlobal, type f32, type FixedArray, type i32, nullPointer, type Pointer, type Queue, structOf, type u8, type u32 } from "lanewise";
import { program } from "./harness.js";

interface Node { value: i32; next: Pointer<Node>; flag: u8 }
class Point {
  constructor(public x: f32, public y: f32) {}
  length(): number { return Math.sqrt(this.x * this.x + this.y * this.y); }
}
interface Pair { first: Point; taps: FixedArray<i32, 4>; other: Pointer<Pair> }

const counter = deviceGlobal<i32>(5);
const table = deviceGlobal<FixedArray<i32, 4>>([1, 2, 3, 4]);
const flag = deviceGlobal<boolean>();
const point = deviceGlobal<Point>();
const toScalar = deviceGlobal<Pointer<i32>>();
const toTable = deviceGlobal<Pointer<FixedArray<i32, 4>>>();
const toFlag = deviceGlobal<Pointer<boolean>>();
const toPoint = deviceGlobal<Pointer<Point>>();
const head = deviceGlobal<Pointer<Node>>();
const total = deviceGlobal<i32>();
const sums = deviceGlobal<FixedArray<i32, 4>>();
const toTotal = deviceGlobal<Pointer<i32>>();
const toSums = deviceGlobal<Pointer<FixedArray<i32, 4>>>();
const pointers = deviceGlobal<FixedArray<Pointer<u32>, 3>>();

export const globals = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 12);
  q.singleTask(() => {
    out[0] = toScalar.value.isNull ? 1 : 0;
    toScalar.value = addressOf(counter);
    toTable.value = addressOf(table);
    toFlag.value = addressOf(flag);
    toPoint.set(addressOf(point));
  });
  await q.singleTask(() => {
    const p = toScalar.value;
    p.value += 10;
    out[1] = p.value++;
    out[2] = counter.value;
    out[3] = toTable.value[2]! * 100;
    toTable.value[3]! += 40;
    out[4] = table[3]! + toTable.value.length;
    toFlag.value.value = out[3] > 200;
    if (flag.value) out[5] = 1;
    toPoint.value.set(new Point(3, 4));
    out[6] = toPoint.value.get().length();
    const ref = toPoint.value.get();
    ref.x = 30;
    out[7] = point.get().x;
    out[8] = p.get();
    p.set(p.get() * 2);
    out[9] = counter.value;
    out[10] = p === addressOf(counter) && p !== addressOf(table, 0) ? 1 : 0;
    toScalar.value = nullPointer();
    out[11] = toScalar.value.isNull && !p.isNull ? 1 : 0;
  });
  return [...out];
}, [1, 15, 16, 300, 48, 1, 5, 30, 16, 32, 1, 1]);

export const list = program(async (q: Queue) => {
  const n = 100;
  const nodes = q.mallocShared(structOf<Node>(), n);
  const out = q.mallocShared(Int32Array, 3);
  q.parallelFor(n, (i) => {
    const node = nodes[i]!;
    node.value = i;
    if (i + 1 < n) node.next = addressOf(nodes, i + 1);
    if (i === 0) head.value = addressOf(nodes, 0);
  });
  q.parallelFor(3, (i) => {
    let sum = 0;
    for (let p = head.value; !p.isNull; p = p.get().next) sum += p.get().value * (i + 1);
    out[i] = sum;
  });
  await q.wait();
  await q.singleTask(() => {
    // Takes out the second, and turns the first two about.
    const first = head.value.get();
    const second = first.next.get();
    first.next = second.next;
    out[2] = head.value.get().next.get().value;
    out[1] = out[1]! + (first.next.isNull ? 1 : 0);
  });
  return [...out];
}, [4950, 9900, 2]);

/** The address that is not chosen is of no element. */
export const chosen = program(async (q: Queue) => {
  const n = 8;
  const numbers = q.mallocShared(Int32Array, n);
  const out = q.mallocShared(Int32Array, n);
  await q.parallelFor(n, (i) => {
    numbers[i] = i;
    const next = i + 1 < n ? addressOf(numbers, i + 1) : nullPointer<i32>();
    out[i] = next.isNull ? -1 : 1;
  });
  return [...out];
}, [1, 1, 1, 1, 1, 1, 1, -1]);

/** The sum through a pointer that may be null. */
function valueOr(p: Pointer<i32>, other: number): number {
  return p.isNull ? other : p.value;
}
function swap<T>(a: Pointer<T>, b: Pointer<T>): void {
  const before = a.get();
  a.set(b.get());
  b.set(before);
}
function longest(a: Pointer<Point>, b: Pointer<Point>): Pointer<Point> {
  return a.get().length() > b.get().length() ? a : b;
}

export const helpers = program(async (q: Queue) => {
  const numbers = q.mallocShared(Int32Array, [7, 8, 9]);
  const points = q.mallocShared(structOf<Point>(), [{ x: 3, y: 4 }, { x: 6, y: 8 }]);
  const out = q.mallocShared(Float64Array, 5);
  await q.singleTask(() => {
    const p = addressOf(numbers, 0);
    const none: Pointer<i32> = nullPointer();
    out[0] = valueOr(p, 1) * 10 + valueOr(none, 2);
    swap(p, addressOf(numbers, 2));
    const found = longest(addressOf(points, 0), addressOf(points, 1)).get();
    found.x += 1;
    out[1] = points[1]!.x;
    out[2] = addressOf(found) === addressOf(points, 1) ? 1 : 0;
    const [a, b] = [addressOf(numbers, 0), addressOf(numbers, 1)];
    let c = a;
    if (c.value === 9) c = b;
    c.value = 80;
    // The place is that of before the call.
    let at = addressOf(points, 0);
    const next = (): number => { at = addressOf(points, 1); return 50; };
    at.get().y = next();
    out[3] = points[0]!.y;
    out[4] = at.get().y;
  });
  return [...numbers, ...out];
}, [9, 80, 7, 72, 7, 1, 50, 8]);

export const atomics = program(async (q: Queue) => {
  const counts = q.mallocShared(Uint32Array, 3);
  q.singleTask(() => {
    for (let i = 0; i < 3; i++) pointers[i] = addressOf(counts, i);
    toSums.value = addressOf(sums);
    toTotal.value = addressOf(total);
  });
  await q.parallelFor(30_000, (i) => {
    atomicRef(pointers[i % 3]!).fetchAdd(1);
    atomicRef(toSums.value, 3).fetchAdd(1);
    atomicRef(toTotal.value).fetchAdd(2);
  });
  const found = await q.read(sums);
  return [...counts, found[3], await q.read(total)];
}, [10_000, 10_000, 10_000, 30_000, 60_000]);

export const nested = program(async (q: Queue) => {
  const pairs = q.mallocShared(structOf<Pair>(), [
    { first: { x: 1, y: 2 }, taps: [1, 2, 3, 4], other: nullPointer() },
    { first: { x: 5, y: 6 }, taps: [5, 6, 7, 8], other: nullPointer() },
  ]);
  const out = q.mallocShared(Float64Array, 6);
  await q.parallelFor(2, (i) => {
    const pair = pairs[i]!;
    pair.other = addressOf(pairs, 1 - i);
    out[i] = pair.other.get().first.x;
    const taps = addressOf(pair.other.get().taps);
    out[2 + i] = taps[i]! + taps.get()[0]!;
    const tap = addressOf(pair.taps, 2);
    tap.value *= 10;
    const whole = addressOf(pair.other.get().first).get();
    out[4 + i] = whole.y;
  });
  return [...out, pairs[0]!.taps[2]!, pairs[1]!.taps[2]!];
}, [5, 1, 10, 3, 6, 2, 30, 70]);

export const captured = program(async (q: Queue) => {
  const numbers = q.mallocShared(Int32Array, [1, 2, 3]);
  await q.singleTask(() => { toTotal.value = addressOf(numbers, 1); });
  const p = await q.read(toTotal);
  await q.singleTask(() => { p.value = 20; });
  return [...numbers];
}, [1, 20, 3]);
