// Device globals of structs and arrays in kernels: references, whole values, methods, helpers, atomics, other modules.
import { atomicRef, type DeviceGlobal, deviceGlobal, type f32, type FixedArray, type i32, type i64, type Queue, type u8, type u32 } from "lanewise";
import { gain as theirGain, theirs } from "./globals/structs.js";
import { program } from "./harness.js";

interface Particle { pos: FixedArray<f32, 3>; mass: number; flag: boolean; id: u8 }
class Point {
  constructor(public x: f32, public y: f32) {}
  length(): number { return Math.sqrt(this.x * this.x + this.y * this.y); }
  scale(by: number): void { this.x *= by; this.y *= by; }
  get sum(): number { return this.x + this.y; }
}
interface Cell { count: u32; ends: FixedArray<Point, 2>; big: i64 }

const particle = deviceGlobal<Particle>();
const point = deviceGlobal<Point>();
const other = deviceGlobal<Point>();
const cells = deviceGlobal<FixedArray<FixedArray<Cell, 2>, 3>>();
const plain = deviceGlobal<{ gain: number; taps: FixedArray<i32, 4> }>();
const table = deviceGlobal<FixedArray<i32, 3>>();
const second = deviceGlobal<FixedArray<i32, 3>>([7, 8, 9]);
const pair = deviceGlobal<[f32, f32]>();
const flag = deviceGlobal<boolean>();
const count = deviceGlobal<u32>();

export const members = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 8);
  q.singleTask(() => {
    particle.get().pos[1] = 2.5;
    particle.get().flag = true;
    const p = particle.get();
    p.mass += 0.1;
    p.id = 300;
  });
  await q.singleTask(() => {
    const { pos, mass } = particle.get();
    out[0] = pos[0]!; out[1] = pos[1]!; out[2] = mass; out[3] = particle.get().flag ? 1 : 0; out[4] = particle.get().id;
    for (const x of particle.get().pos) out[5]! += x;
    out[6] = particle.get().pos.length;
  });
  return [...out];
}, [0, 2.5, 0.1, 1, 44, 2.5, 3, 0]);

export const whole = program(async (q: Queue) => {
  const out = q.mallocShared(Float32Array, 10);
  await q.singleTask(() => {
    const before = point.get();
    point.set(new Point(3, 4));
    out[0] = before.x; // a reference
    other.set(point.get());
    point.get().x = 30;
    out[1] = other.get().x; out[2] = other.get().length(); out[3] = other.get().sum;
    other.get().scale(2);
    out[4] = other.get().y;
    const mine = new Point(1, 1);
    point.set(mine);
    mine.x = 5; // a copy was stored
    out[5] = point.get().x;
    let p = point.get();
    p = other.get();
    p.y = 100;
    out[6] = point.get().y; out[7] = other.get().y;
    particle.set({ pos: [1, 2, 3], mass: 4, flag: false, id: 5 });
    out[8] = particle.get().pos[2]!; out[9] = particle.get().mass;
  });
  return [...out];
}, [3, 3, 5, 7, 8, 1, 1, 100, 3, 4]);

export const elements = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 12);
  await q.parallelFor([3, 2], (y, x) => {
    cells[y]![x]!.count = y * 10 + x;
    cells[y]![x]!.ends[1]!.x = y + x / 2;
    cells[y]![x]!.big = BigInt(y) - 2n;
  });
  await q.parallelFor([3, 2], (y, x) => {
    const cell = cells[y]![x]!;
    out[y * 2 + x] = cell.count + cell.ends[1]!.length() + Number(cell.big);
    atomicRef(plain.get().taps, x).fetchAdd(y + 1);
    atomicRef(table, y).fetchAdd(1);
  });
  await q.singleTask(() => {
    cells[1]![0] = { count: 7, ends: [new Point(1, 2), new Point(3, 4)], big: -9n };
    out[6] = cells[1]![0]!.count; out[7] = cells[1]![0]!.ends[0]!.y; out[8] = plain.get().taps[0]!; out[9] = plain.get().taps[1]!;
    out[10] = table[2]!;
  });
  return [...out];
}, [-2, -0.5, 10, 11.5, 22, 23.5, 7, 2, 6, 6, 2, 0]);

function total(values: DeviceGlobal<FixedArray<i32, 3>>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum + values.length * 100;
}
function move(p: DeviceGlobal<Point>, by: f32): void { p.get().x += by; }
function raise(c: DeviceGlobal<u32>): void { c.value += 2; c.set(c.get() * 2); }
const shift = (p: Point): void => { p.y -= 1; };

export const helpers = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 10);
  await q.singleTask(() => {
    table.set([1, 2, 3]);
    out[0] = total(table);
    table.set(second.get());
    out[1] = total(table);
    second[0] = 70;
    out[2] = table[0]! + second.get()[0]!;
    point.set(new Point(0, 0));
    move(point, 1.5);
    shift(point.get());
    out[3] = point.get().x; out[4] = point.get().y;
    raise(count); raise(count);
    out[5] = count.value;
    pair[1] = 0.5;
    pair.get()[0] = 4;
    out[6] = pair[0]! + pair[1]! + pair.length;
    flag.value = out[6]! > 6;
    if (flag.value) out[7] = 1;
    flag.set(!flag.get());
    out[8] = flag.value ? 1 : 2;
    const again = count;
    again.value += 1;
    out[9] = count.value;
  });
  return [...out];
}, [306, 324, 77, 1.5, -1, 12, 6.5, 1, 2, 13]);

export const shared = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 3);
  await q.singleTask(() => { theirs.get().at.x += 1; theirs.get().weight = theirs.get().at.length(); });
  await q.singleTask(() => {
    const { at, weight } = theirs.get();
    out[0] = at.x; out[1] = weight; out[2] = theirs.get().at.y;
  });
  return [...out];
}, [3, 5, 4]);

class Tested { constructor(readonly field1: i32, readonly field2: boolean, readonly field3: f32, readonly field4: FixedArray<i32, 4>) {} }
const first = deviceGlobal<Tested>(new Tested(5, true, 2.5, [1, 2, 3, 4]));
const tests = deviceGlobal<FixedArray<Tested, 2>>([new Tested(7, false, 0.5, [1, 2, 3, 4]), { field1: 6, field4: [9] }]);
const grid = deviceGlobal<FixedArray<FixedArray<f32, 2>, 2>>([[1, 2], [3]]);
const truncated = deviceGlobal<i32>(theirGain);
const asBytes = deviceGlobal<FixedArray<u8, 3>>(second);
const readOnly = deviceGlobal<i32, { hostAccess: "read"; deviceImageScope: true }>(5);
const lessSaid: DeviceGlobal<i32, { hostAccess: "read" }> = readOnly;

export const initial = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 13);
  await q.singleTask(() => {
    const one = first.get();
    out[0] = one.field1; out[1] = one.field2 ? one.field3 : 0; out[2] = one.field4[3]!;
    out[3] = tests[0]!.field3; out[4] = tests[1]!.field1 + tests[1]!.field4[0]!; out[5] = tests[1]!.field2 ? 1 : 0;
    out[6] = grid[0]![1]! + grid[1]![0]! + grid[1]![1]!;
    out[7] = truncated.value; out[8] = asBytes[2]!;
    if (readOnly.getProperty("hostAccess") === "read") out[9] = readOnly.value;
    if (readOnly.getProperty("deviceImageScope") && readOnly.hasProperty("hostAccess")) out[10] = 1;
    if (readOnly.hasProperty("initMode")) out[11] = 1;
    if (lessSaid.hasProperty("deviceImageScope")) out[12] = 1;
  });
  return [...out];
}, [5, 2.5, 4, 0.5, 15, 0, 5, -2, 9, 5, 1, 0, 1]);

export const references = program(async (q: Queue) => {
  const out = q.mallocShared(Float32Array, 5);
  await q.singleTask(() => { other.set(new Point(1, 2)); });
  await q.singleTask(() => {
    const before = other.get(); // nothing but `set` writes here, and what it names is written all the same
    const row = table.get();
    out[0] = before.x;
    other.set(new Point(3, 4));
    table.set([5, 6, 7]);
    out[1] = before.x;
    out[2] = row[1]!;
  });
  await q.singleTask(() => {
    let p = other.get();
    const first = p;
    p = point.get();
    out[3] = first.x;
    other.set(new Point(8, 9));
    out[4] = first.x;
  });
  return [...out];
}, [1, 3, 6, 3, 8]);
