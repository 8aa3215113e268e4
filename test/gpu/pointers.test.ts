// Pointers on the gpu device: to arrays of the device, device globals and captured arrays; kept in memory from one launch to the next, and what
// is said of those that lead nowhere. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import {
  addressOf, atomicRef, deviceGlobal, type f32, type FixedArray, type i32, nullPointer, type Pointer, type Queue, type StructArray, structOf, type u8,
} from "lanewise";
interface Node { value: f32; flags: FixedArray<u8, 4>; next: Pointer<Node> }
export const node = structOf<Node>();
export const head = deviceGlobal<Pointer<Node>>();
export const total = deviceGlobal<FixedArray<i32, 4>>();
export const number = deviceGlobal<Pointer<i32>>();

export function link(q: Queue, nodes: StructArray<Node>) {
  return q.parallelFor(nodes.length, (i) => {
    const next = (i * 7 + 1) % nodes.length;
    nodes[i]!.value = f32(i);
    nodes[i]!.next = next === 0 ? nullPointer() : addressOf(nodes, next);
    if (i === 0) head.value = addressOf(nodes, 0);
  });
}
export function follow(q: Queue, out: Float32Array) {
  return q.parallelFor(out.length, (i) => {
    let sum = f32(i);
    for (let p = head.value; !p.isNull; p = p.get().next) {
      sum += p.get().value;
      if (i === 0) p.get().flags[2] = 9;
    }
    out[i] = sum;
  });
}
export function count(q: Queue, n: number) {
  return q.parallelFor(n, (i) => {
    const p = addressOf(total, i % 4);
    atomicRef(p).fetchAdd(i);
  });
}
export function keep(q: Queue, array: Int32Array, at: number) {
  return q.singleTask(() => { number.value = addressOf(array, at); });
}
export function read(q: Queue, out: Int32Array) {
  return q.parallelFor(out.length, (i) => { out[i] = number.value.value + i; });
}
export function inOne(q: Queue, a: Int32Array, b: Int32Array) {
  return q.parallelFor(a.length, (i) => {
    const p = i % 2 === 0 ? addressOf(a, i) : addressOf(b, i);
    p.value += 100;
    b[i]! += p === addressOf(b, i) ? 1 : 2;
  });
}
`;

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "pointers.ts": text.replace("type f32", "f32") });
afterAll(program.dispose);

interface Kernels {
  readonly node: never;
  readonly total: never;
  readonly number: never;
  link(q: Queue, nodes: unknown): Promise<void>;
  follow(q: Queue, out: Float32Array): Promise<void>;
  count(q: Queue, n: number): Promise<void>;
  keep(q: Queue, array: Int32Array, at: number): Promise<void>;
  read(q: Queue, out: Int32Array): Promise<void>;
  inOne(q: Queue, a: Int32Array, b: Int32Array): Promise<void>;
}

describe.skipIf(!isPromised)("pointers on the gpu device", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  const kernels = (await program.load("pointers.ts")) as unknown as Kernels; // as the text above has them
  await requestGpu({ software: true });
  const q = new Queue({ device: "gpu" });
  const messageOf = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
    return "nothing failed";
  };

  test("a list in memory of the device is followed by later launches", async () => {
    const nodes = q.mallocDevice(kernels.node, 30);
    await kernels.link(q, nodes);
    const out = new Float32Array(5);
    await kernels.follow(q, out);
    let expected = 0;
    for (let at = 0, first = true; first || at !== 0; at = (at * 7 + 1) % 30, first = false) expected += at;
    expect([...out]).toEqual([0, 1, 2, 3, 4].map((i) => expected + i));
    const back = q.mallocShared(kernels.node, 30);
    await q.copy(nodes, back);
    expect((back as unknown as { flags: Uint8Array }[])[1]?.flags[2]).toBe(9);
    q.free(nodes);
    expect(await messageOf(() => kernels.follow(q, out))).toContain("points to an array that was freed");
  });

  test("atomics at what pointers lead to", async () => {
    await kernels.count(q, 1000);
    expect([...((await q.read(kernels.total)) as Int32Array)]).toEqual([124500, 124750, 125000, 125250]);
  });

  test("several captured arrays, also where both are one", async () => {
    const [a, b] = [new Int32Array(9), new Int32Array(9)];
    await kernels.inOne(q, a, b);
    expect([[...a], [...b]]).toEqual([
      [100, 0, 100, 0, 100, 0, 100, 0, 100],
      [2, 101, 2, 101, 2, 101, 2, 101, 2],
    ]);
    await kernels.inOne(q, a, a);
    expect([...a]).toEqual([201, 101, 201, 101, 201, 101, 201, 101, 201]);
  });

  test("what leads nowhere is told of as on the CPU", async () => {
    const { LanewiseError } = program.lanewise;
    expect(LanewiseError).toBeDefined();
    for (const device of ["gpu", "host"] as const) {
      const on = new Queue({ device });
      const array = on.mallocDevice(Int32Array, 5);
      const out = on.mallocShared(Int32Array, 3);
      await on.write(kernels.number, 0n as never);
      const isNull = "number.value is null: it points to nothing (pointers.ts:38:54, work-item 0)";
      expect(await messageOf(() => kernels.read(on, out))).toContain(isNull);
      await kernels.keep(on, array, 4);
      await kernels.read(on, out);
      expect([...out]).toEqual([0, 1, 2]);
      const pointer = (await on.read(kernels.number)) as unknown as bigint;
      await on.write(kernels.number, (pointer + 2n) as never);
      expect(await messageOf(() => kernels.read(on, out))).toContain(
        "byte 18 of an array of 20 bytes, which holds no whole object of its type",
      );
      await on.write(kernels.number, (pointer + 4n) as never);
      expect(await messageOf(() => kernels.read(on, out))).toContain(
        "past the end: to byte 20 of an array of 20 bytes",
      );
      expect(await messageOf(() => kernels.keep(on, array, 5))).toContain("array[5] is out of bounds");
    }
  });
});
