// Arrays of structs on the gpu device, in both layouts, and device globals of structs: what the CPU does. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import {
  atomicRef,
  deviceGlobal,
  type FixedArray,
  type f16,
  type f32,
  type i8,
  i16,
  type i32,
  type i64,
  type Queue,
  type StructArray,
  structOf,
  u8,
  type u16,
  type u32,
} from "lanewise";

export interface Inner {
  x: f32;
  flags: FixedArray<u8, 3>;
}
export interface Item {
  byte: i8;
  inner: Inner;
  half: f16;
  short: i16;
  alive: boolean;
  word: u32;
  double: number;
  long: i64;
  unsigned: u16;
  rows: FixedArray<FixedArray<i16, 2>, 2>;
  inners: FixedArray<Inner, 2>;
}
interface Counter {
  weight: i32;
  counts: FixedArray<i32, 2>;
}
export const item = structOf<Item>();
export const counter = structOf<Counter>();
export const table = deviceGlobal<FixedArray<Item, 4>>();

export function update(q: Queue, items: StructArray<Item>, by: f32) {
  return q.parallelFor(items.length, (i) => {
    const one = items[i]!;
    if (one.alive) {
      one.inner.x += by;
      one.byte += 1;
      one.inner.flags[i % 3] = u8(one.inner.flags[(i + 1) % 3]! + i);
    } else {
      one.half = one.half + 0.5;
      one.short -= i;
    }
    one.word = one.word * 3 + i;
    one.double = one.double / 3 + i;
    one.long += BigInt(i);
    one.unsigned = one.unsigned + 77;
    one.rows[i & 1]![(i >> 1) & 1] = i16(i);
    one.inners[i & 1]!.flags[i % 3] = 5;
    one.alive = !one.alive;
  });
}
export function copied(q: Queue, from: StructArray<Item>, to: StructArray<Item>) {
  return q.parallelFor(to.length, (i) => {
    to[i] = from[from.length - 1 - i]!;
  });
}
export function nth(q: Queue, items: StructArray<Item>, at: number) {
  return q.parallelFor(2, (i) => {
    items[at + i]!.word = 1;
  });
}
export function count(q: Queue, counters: StructArray<Counter>, n: number) {
  return q.parallelFor(n, (i) => {
    const one = counters[i % counters.length]!;
    atomicRef(one.counts, 1).fetchAdd(one.weight);
  });
}
export function inTable(q: Queue, out: StructArray<Item>) {
  return q.parallelFor(out.length, (i) => {
    table[i]!.inner.x += 1;
    table[i]!.inner.flags[1] = u8(i);
    out[i] = table[i]!;
  });
}
`;

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "structs.ts": text });
afterAll(program.dispose);

interface Structs extends Iterable<object> {
  readonly length: number;
  subarray(begin?: number, end?: number): Structs;
  toArray(): object[];
  [index: number]: object;
}
interface Kernels {
  readonly item: never;
  readonly counter: never;
  readonly table: never;
  update(q: Queue, items: Structs, by: number): Promise<void>;
  copied(q: Queue, from: Structs, to: Structs): Promise<void>;
  nth(q: Queue, items: Structs, at: number): Promise<void>;
  count(q: Queue, counters: Structs, n: number): Promise<void>;
  inTable(q: Queue, out: Structs): Promise<void>;
}

const inner = (id: number) => ({ x: id + 0.25, flags: [id & 255, 2, 255] });
const itemOf = (id: number) => ({
  byte: (id % 200) - 100,
  inner: inner(id),
  half: id / 8,
  short: 1 - id,
  alive: id % 3 > 0,
  word: Math.imul(id, 2654435761) >>> 0,
  double: Math.sin(id) * 10 ** (id % 20),
  long: BigInt(id) ** 5n - 77n,
  unsigned: 65535 - id,
  rows: [
    [id, 1],
    [2, 1 - id],
  ],
  inners: [inner(id + 1), inner(id + 2)],
});
const values = (count: number) => Array.from({ length: count }, (_, id) => itemOf(id));

describe.skipIf(!isPromised)("structs on the gpu device", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  const kernels = (await program.load("structs.ts")) as unknown as Kernels; // as the text above has them
  await requestGpu({ software: true });
  const [q, cpu] = [new Queue({ device: "gpu" }), new Queue({ device: "cpu" })];
  /** Types of structs are the program's. */
  const shared = (on: Queue, given: unknown, layout: "aos" | "soa", type = kernels.item) =>
    on.mallocShared(type, given as never, { layout }) as unknown as Structs;
  const device = (given: unknown, layout: "aos" | "soa") =>
    q.mallocDevice(kernels.item, given as never, { layout }) as unknown as Structs;
  const copy = (from: unknown, to: unknown, count?: number) => q.copy(from as never, to as never, count);

  describe.each(["aos", "soa"] as const)("%s", (layout) => {
    test("kernels read and write fields of all types", async () => {
      const [own, expected] = [shared(q, values(300), layout), shared(cpu, values(300), layout)];
      for (const by of [0.5, 1]) {
        await kernels.update(q, own, by);
        await kernels.update(cpu, expected, by);
        expect(own.toArray()).toStrictEqual(expected.toArray());
      }
    });

    test("what the host has written between two launches is seen", async () => {
      const [own, expected] = [shared(q, values(9), layout), shared(cpu, values(9), layout)];
      for (const [on, items] of [[q, own] as const, [cpu, expected] as const]) {
        await kernels.update(on, items, 1);
        items[4] = itemOf(1000);
        await kernels.update(on, items.subarray(2, 7), 2);
      }
      expect(own.toArray()).toStrictEqual(expected.toArray());
    });

    test.each(["aos", "soa"] as const)("whole elements are copied to %s", async (other) => {
      const [from, to] = [shared(q, values(50), layout), shared(q, 50, other)];
      await kernels.copied(q, from, to);
      expect(to.toArray()).toStrictEqual(values(50).reverse());
    });

    test("mallocDevice: kernels, copies and fills; the host is told that it cannot read", async () => {
      const [own, expected] = [device(values(70), layout), shared(cpu, values(70), layout)];
      await kernels.update(q, own, 3);
      await kernels.update(cpu, expected, 3);
      const back = shared(q, 70, layout);
      await copy(own, back);
      expect(back.toArray()).toStrictEqual(expected.toArray());
      for (const read of [() => own[0], () => [...own], () => own.toArray(), () => q.toHost(own as never)]) {
        expect(() => JSON.stringify(read())).toThrow(
          /q\.mallocDevice made needs a device|q\.toHost: .* needs a device/,
        );
      }
      await q.fill(own.subarray(3, 60) as never, itemOf(7) as never);
      const second = device(70, layout);
      await copy(own, second);
      await copy(second, back);
      expect(back.toArray().slice(2, 5)).toStrictEqual([expected.toArray()[2], itemOf(7), itemOf(7)]);
      expect(back.toArray().slice(60)).toStrictEqual(expected.toArray().slice(60));
      const other = shared(q, 70, layout === "aos" ? "soa" : "aos");
      expect(() => copy(own, other)).toThrow("the host cannot map both");
    });

    test("an index out of bounds is told of as on the CPU", async () => {
      const messageOf = async (on: Queue) => {
        try {
          await kernels.nth(on, shared(on, values(4), layout), 3);
        } catch (error) {
          return error instanceof Error ? error.message : error;
        }
        return "nothing failed";
      };
      expect(await messageOf(q)).toContain("items[4] is out of bounds");
      expect(await messageOf(q)).toEqual(await messageOf(new Queue({ device: "host" })));
    });

    test("atomics on a field", async () => {
      const counters = shared(
        q,
        [5, 6, 7].map((weight) => ({ weight, counts: [1, 0] })),
        layout,
        kernels.counter,
      );
      await kernels.count(q, counters, 3000);
      expect(counters.toArray()).toEqual([5, 6, 7].map((weight) => ({ weight, counts: [1, 1000 * weight] })));
    });

    test("device globals of structs: written, read, and copied to and from arrays", async () => {
      await q.write(kernels.table, values(4) as never);
      const out = shared(q, 4, layout);
      await kernels.inTable(q, out);
      const expected = values(4).map((value, i) => ({
        ...value,
        inner: { x: value.inner.x + 1, flags: [value.inner.flags[0], i, 255] },
      }));
      expect(out.toArray()).toStrictEqual(expected);
      expect(await q.read(kernels.table)).toStrictEqual(expected);
      await copy(shared(q, values(6).slice(3), layout), kernels.table, 3);
      await copy(kernels.table, out);
      expect(out.toArray()).toStrictEqual([...values(6).slice(3), expected[3]]);
      if (layout === "soa") return;
      const own = device(values(2), layout);
      await copy(own, kernels.table, 2);
      await copy(kernels.table, out);
      expect(out.toArray().slice(0, 3)).toStrictEqual([...values(2), itemOf(5)]);
    });
  });

  test("structs of the host's memory are the GPU's and the CPU's", async () => {
    const own = shared(q, values(20), "aos");
    await kernels.update(q, own, 1);
    await kernels.update(cpu, own, 1);
    const expected = shared(cpu, values(20), "aos");
    for (let round = 0; round < 2; round++) await kernels.update(cpu, expected, 1);
    expect(own.toArray()).toStrictEqual(expected.toArray());
  });
});
