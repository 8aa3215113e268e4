// Conformance: programs over device globals of every shape, the same as plain JavaScript as compiled, on each device (V2, V3, D7, D9,
// X5). What types alone decide (integers that wrap, conversions) is in device-global-access.test.ts.

import type { Queue } from "lanewise";
import { afterAll, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const sources = {
  "lib.ts": `import { deviceGlobal, type f32, type FixedArray, type i32 } from "lanewise";
export interface A { x: f32; y: f32 }
export interface B { x: f32; y: f32 }
export class Acc { static readonly best = deviceGlobal<A>({ x: 1, y: 2 }); static readonly rows = deviceGlobal<FixedArray<B, 2>>([{ x: 1, y: 2 }, { x: 3, y: 4 }]); }
export namespace N { const hidden = deviceGlobal<{ at: A; n: i32 }>({ at: { x: 5, y: 6 }, n: 7 }); export function bump(): number { hidden.get().n += 1; hidden.get().at = { x: 9, y: 9 }; hidden.get().at.x += 1; return hidden.get().n + hidden.get().at.x; } }
`,
  "main.ts": `import { deviceGlobal, type DeviceGlobal, type f32, type f64, type FixedArray, type i32, type Queue, type u8, type i64 } from "lanewise";
import { Vec3 } from "lanewise/vec";
import { type A, Acc, type B, N } from "./lib.js";
import * as lib from "./lib.js";
const a = deviceGlobal<A>({ x: 1, y: 2 });
const b = deviceGlobal<B>({ x: 3, y: 4 });
const c = deviceGlobal<{ x: f32; y: f32 }>({ x: 5, y: 6 });
const list = deviceGlobal<FixedArray<A, 3>>([{ x: 1, y: 2 }, { x: 3, y: 4 }, { x: 5, y: 6 }]);
const v = deviceGlobal<Vec3>(new Vec3(1, 2, 3));
class Box<T extends number> { constructor(public item: T, public n: f64) {} sum(): number { return this.item + this.n; } }
const box = deviceGlobal<Box<f32>>(new Box<f32>(1.5, 2));
const nested = deviceGlobal<{ m: FixedArray<FixedArray<f32, 2>, 2>; on: boolean; count: i64; p: [f32, f32]; deep: { q: { r: u8 } } }>({ m: [[1, 2], [3, 4]], on: true, count: 5n, p: [6, 7], deep: { q: { r: 8 } } });
const flags = deviceGlobal<FixedArray<boolean, 3>>([true, false, true]);
const best = Acc.best;

export const t1 = (q: Queue, out: Float64Array) => q.singleTask(() => {
  b.set(a.get()); a.get().x = 10; c.set({ ...b.get(), y: 50 });
  out[0] = b.get().x + c.get().y + a.get().x;
  const t = { ...a.get() }; a.set(c.get()); c.set(t);
  out[1] = a.get().y * 100 + c.get().x;
  a.set(a.get());
  const p = a.get().x > 0 ? a.get() : b.get();
  p.y = 77; out[2] = a.get().y;
  let sum = 0;
  for (const one of list) { sum += one.x; one.y = sum; }
  out[3] = list[2]!.y;
  let i = 0;
  list[i++]!.x += 5; list[i++]!.x *= 2;
  out[4] = list[0]!.x * 10 + list[1]!.x + i;
  list[0] = list[1]!; out[5] = list[0]!.x;
});
function first(): A { return list.get()[0]!; }
function make(x: number): A { return { x, y: x * 2 }; }
function give(g: DeviceGlobal<A>): A { return g.get(); }
function sumOf(g: DeviceGlobal<FixedArray<A, 3>>): number { let s = 0; for (let i = 0; i < g.length; i++) s += g[i]!.x; return s; }
function generic<T>(g: DeviceGlobal<T>, f: (value: T) => number): number { return f(g.get()); }
function add(p: A, by: number): void { p.x += by; }
export const t2 = (q: Queue, out: Float64Array) => q.singleTask(() => {
  list.set([{ x: 1, y: 0 }, { x: 2, y: 0 }, make(3)]);
  first().y = 5; out[0] = list[0]!.y;
  a.set(make(4)); out[1] = give(a).y; give(a).x = 6; out[2] = a.get().x;
  out[3] = sumOf(list);
  out[4] = generic(a, (one) => one.x + 1);
  add(list[1]!, 10); out[5] = list[1]!.x;
  const inner = () => { a.get().x += 1; return a.get().x; };
  out[6] = inner() + a.get().x;
  out[7] = a.get().x + inner();
});
export const t3 = (q: Queue, out: Float64Array) => q.singleTask(() => {
  v.get().x += 1; const w = v.get().add(new Vec3(1, 1, 1)); v.set(w);
  out[0] = v.get().x; out[1] = v.get().length() > 5 ? 1 : 0;
  out[2] = box.get().sum(); box.get().item = 3; box.get().n += 0.1; out[3] = box.get().sum();
  const n = nested.get();
  n.m[1]![0]! += 10; n.on = !n.on; n.count += 2n; n.p[0] = 1; n.deep.q.r += 25;
  out[4] = nested.get().m[1]![0]! + (nested.get().on ? 100 : 0) + Number(nested.get().count); out[5] = n.p[0]! + n.p[1]!; out[6] = nested.get().deep.q.r;
  n.m[0] = [7, 8]; out[7] = nested.get().m[0]![1]!;
  flags[1] = flags[0]! && out[0]! > 1; out[8] = flags[1] ? 1 : 0;
  flags.set([false, false, true]); out[9] = (flags[0]! ? 1 : 0) + (flags.get()[2] ? 2 : 0);
});
export const t4 = (q: Queue, out: Float64Array) => q.singleTask(() => {
  Acc.best.get().x += 4; best.get().y += 1; lib.Acc.best.get().y += 1;
  out[0] = best.get().x; out[1] = Acc.best.get().y;
  Acc.rows[1]!.x = 8; Acc.rows[0] = best.get(); lib.Acc.rows.set([Acc.rows[1]!, Acc.rows[0]!]);
  out[2] = Acc.rows[0]!.x; out[3] = Acc.rows[1]!.x;
  out[4] = N.bump(); out[5] = lib.N.bump();
});
export const t5 = (q: Queue, out: Float64Array) => q.parallelFor(6, (i) => {
  const p = list[i % 3]!;
  out[i] = p.x * 10 + v.get().z + nested.get().m[i & 1]![i % 2]! + (flags[i % 3] ? 1 : 0);
});
`,
};

const titles = {
  t1: "V2: whole structs, chosen references, for-of and compound assignment to elements of structs",
  t2: "V2, V5: device globals and references to them as arguments and results of functions",
  t3: "D7: classes of the library, generic classes, nested arrays, booleans, bigints and tuples",
  t4: "D7: structs in static members and in namespaces, of other modules",
  t5: "V1: many work-items read what others left",
} as const;

const compiled = await loadProgram(sources);
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  compiled.dispose();
  plain.dispose();
});

type Action = (q: Queue, out: Float64Array) => Promise<void>;

async function resultsOf({ load }: typeof compiled, q: Queue): Promise<Record<string, readonly number[]>> {
  const main = (await load("main.ts")) as Record<string, Action>;
  const results: Record<string, readonly number[]> = {};
  for (const [name, title] of Object.entries(titles)) {
    const out = q.mallocShared(Float64Array, 10);
    await main[name]?.(q, out);
    results[title] = [...out];
  }
  return results;
}

const expected = {
  [titles.t1]: [61, 5010, 77, 9, 68, 6, 0, 0, 0, 0],
  [titles.t2]: [5, 8, 6, 6, 7, 12, 14, 15, 0, 0],
  [titles.t3]: [3, 1, 3.5, 5.1, 20, 8, 33, 8, 1, 2],
  [titles.t4]: [5, 4, 8, 5, 18, 19, 0, 0, 0, 0],
  [titles.t5]: [21, 128, 42, 18, 131, 39, 0, 0, 0, 0],
};

test("X5: as plain JavaScript", async () => {
  expect(await resultsOf(plain, new plain.lanewise.Queue())).toEqual(expected);
});
test.each(["cpu", "host"] as const)("V1, V2, V3, V5, D7, D9: compiled, on %s", async (device) => {
  // A context of its own: device globals are those of a context.
  const context = new compiled.lanewise.Context();
  expect(await resultsOf(compiled, new compiled.lanewise.Queue({ device, context }))).toEqual(expected);
});
