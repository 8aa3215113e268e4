// Conformance: pointers to device globals and to arrays, passed between kernels of one device, also through memory. Titles begin with
// the ids of the requirements they show.

import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import { addressOf, atomicRef, deviceGlobal, type f32, type FixedArray, type i32, nullPointer, type Pointer, Queue, structOf, type u32 } from "lanewise";
interface Node { value: i32; next: Pointer<Node> }
const histogram = deviceGlobal<FixedArray<u32, 4>>();
const ofImage = deviceGlobal<i32, { deviceImageScope: true }>(6);
const bins = deviceGlobal<Pointer<FixedArray<u32, 4>>>();
const target = deviceGlobal<Pointer<i32>>();
const head = deviceGlobal<Pointer<Node>>();

export async function count(q: Queue) {
  q.singleTask(() => { bins.value = addressOf(histogram); });
  await q.parallelFor(1000, (i) => { atomicRef(bins.value, i % 3).fetchAdd(1); });
  return [...(await q.read(histogram))];
}
export async function throughMemory(q: Queue) {
  const table = q.mallocShared(structOf<Node>(), 4);
  const values = q.mallocShared(Int32Array, [1, 2, 3, 4]);
  q.parallelFor(4, (i) => { table[i]!.value = i; table[i]!.next = i > 0 ? addressOf(table, i - 1) : nullPointer(); });
  q.singleTask(() => { head.value = addressOf(table, 3); target.value = addressOf(values, 2); });
  await q.parallelFor(4, (i) => {
    let p = head.value;
    let depth = 0;
    for (; !p.isNull; p = p.get().next) depth++;
    values[i]! += depth * 10;
    if (i === 0) target.value.value += 1000;
  });
  return [...values];
}
export async function scoped(q: Queue) {
  const out = q.mallocShared(Int32Array, 1);
  await q.singleTask(() => { const p = addressOf(ofImage); p.value += 1; out[0] = ofImage.value; });
  return out[0];
}
export async function freed(q: Queue) {
  const gone = q.mallocShared(Int32Array, [5]);
  await q.singleTask(() => { target.value = addressOf(gone, 0); });
  q.free(gone);
  const out = q.mallocShared(Int32Array, 1);
  await q.parallelFor(1, (i) => { out[i] = target.value.value; });
}
export async function none(q: Queue) {
  q.write(target, nullPointer());
  const out = q.mallocShared(Int32Array, 8);
  await q.parallelFor(8, (i) => { if (i > 4) out[i] = target.value.value; });
}
export async function guarded(q: Queue) {
  const out = q.mallocShared(Int32Array, 8);
  q.write(target, nullPointer());
  await q.parallelFor(8, (i) => { const p = target.value; out[i] = !p.isNull && p.value > 0 ? 1 : 2; });
  return [...out];
}
export async function reached(q: Queue, layout: "aos" | "soa") {
  const points = q.mallocShared(structOf<{ x: i32; y: f32 }>(), 3, { layout });
  await q.parallelFor(3, (i) => { addressOf(points, i).get().x = i * 1; });
  return points.toArray().map(({ x }) => x);
}
`;
const program = await loadProgram({ "main.ts": text });
const main = await program.load("main.ts");
afterAll(program.dispose);

const { LanewiseError, Queue } = program.lanewise;

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new Queue({ device });
  const call = (name: string, ...more: unknown[]): unknown => {
    const found = main[name];
    if (typeof found !== "function") throw new Error(`the program exports ${name}`);
    return found(q, ...more);
  };
  const codeOf = async (name: string, ...more: unknown[]) => {
    try {
      await call(name, ...more);
    } catch (error) {
      if (error instanceof LanewiseError) return `${error.code}: ${error.message}`;
      throw error;
    }
    return "nothing was thrown";
  };

  test("V5: a pointer to a device global is passed to another kernel; atomics on it", async () => {
    expect(await call("count")).toEqual([334, 333, 333, 0]);
  });
  test("V5: pointers in structs in memory, in device globals and in variables", async () => {
    expect(await call("throughMemory")).toEqual([41, 42, 1043, 44]);
  });
  test("V5, F4: a pointer to a device global with device_image_scope", async () => {
    expect(await call("scoped")).toBe(7);
  });
  test("V5: following a pointer to a freed array, or null, is an error with its place", async () => {
    expect(await codeOf("freed")).toMatch(
      /^invalid_reference: LW4014: Kernel .*: target.value points to an array that was freed.*main.ts:\d+:44/,
    );
    expect(await codeOf("none")).toMatch(/^invalid_reference: .*target.value is null.*main.ts:\d+:.*work-item 5/);
  });
  test("V2, V5: a test for null guards what follows", async () => {
    expect(await call("guarded")).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
  });
  test("V5: a struct whose fields lie apart has no pointer", async () => {
    expect(await call("reached", "aos")).toEqual([0, 1, 2]);
    expect(await codeOf("reached", "soa")).toMatch(/^kernel_not_supported: .*takes a pointer to a struct in columns/);
  });
});
