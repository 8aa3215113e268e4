// Conformance: sub-groups, SYCL 2020, 4.9.1.8, and their functions, 4.17.3 and 4.17.4. Each kernel runs on each device, with sub-groups of each
// size, in groups of sizes that sub-groups divide and of others, in one to three dimensions, for each type; what is expected is
// computed here.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import {
  combined,
  neutralOf,
  operationsOf,
  type Type,
  types,
  type Values,
  valuesOf,
} from "../../support/group-values.js";
import { loadProgram } from "../../support/load-program.js";

type Size = 4 | 8 | 16;

const shuffles = [
  "shuffle(value, 3)",
  "shuffle(value, which[i]!)",
  "shuffleUp(value, 1)",
  "shuffleUp(value, 3)",
  "shuffleUp(value, which[i]!)",
  "shuffleDown(value, 1)",
  "shuffleDown(value, 6)",
  "shuffleDown(value, which[i]!)",
  "shuffleXor(value, 1)",
  "shuffleXor(value, 5)",
  "shuffleXor(value, which[i]!)",
  "broadcast(value)",
  "broadcast(value, 2)",
] as const;

const kernel = (type: Type) => `
export async function ${type}(q: Queue, values: ${types[type]}, lanes: Int32Array, local: number, subGroupSize: Size): Promise<unknown> {
  const n = values.length;
  const x = q.mallocShared(${types[type]}, values);
  const which = q.mallocShared(Int32Array, lanes);
  const moved = q.mallocShared(${types[type]}, n * ${shuffles.length});
  const sums = q.mallocShared(${types[type]}, n * ${operationsOf(type).length * 3});
  await q.parallelFor(ndRange(n, local), (item: NdItem<1>) => {
    const { subGroup } = item;
    const i = item.globalId();
    const value: lanewise.${type} = x[i]!;
    ${shuffles.map((call, at) => `moved[${at} * n + i] = subGroup.${call};`).join("\n    ")}
  }, { subGroupSize });
  await q.parallelFor(ndRange(n, local), (item: NdItem<1>) => {
    const { subGroup } = item;
    const i = item.globalId();
    const value: lanewise.${type} = x[i]!;
    ${operationsOf(type)
      .flatMap((op) => ["reduce", "inclusiveScan", "exclusiveScan"].map((name) => `${name}(value, "${op}")`))
      .map((call, at) => `sums[${at} * n + i] = subGroup.${call};`)
      .join("\n    ")}
  }, { subGroupSize });
  return { moved: [...moved], sums: [...sums] };
}`;

const sources = {
  "numbers.ts": `import type * as lanewise from "lanewise";
import { type NdItem, ndRange, type Queue } from "lanewise";
type Size = 4 | 8 | 16;
${(Object.keys(types) as Type[]).map(kernel).join("\n")}`,
  "sub-groups.ts": `import { type i32, localMemory, type NdItem, ndRange, type Queue, type SubGroup } from "lanewise";
type Size = 4 | 8 | 16;
export async function places(q: Queue, n: number, local: number, subGroupSize: Size): Promise<number[]> {
  const out = q.mallocShared(Int32Array, n * 8);
  await q.parallelFor(ndRange(n, local), (item: NdItem<1>) => {
    const { subGroup } = item;
    const at = item.globalId() * 8;
    out[at] = subGroup.id();
    out[at + 1] = subGroup.linearId;
    out[at + 2] = subGroup.range();
    out[at + 3] = subGroup.localId();
    out[at + 4] = subGroup.localLinearId;
    out[at + 5] = subGroup.localRange();
    out[at + 6] = subGroup.maxLocalRange();
    out[at + 7] = subGroup.isLeader ? subGroup.dimensions : 0;
  }, { subGroupSize });
  return [...out];
}
export async function places2(q: Queue, [h, w]: readonly [number, number], local: readonly [number, number], subGroupSize: Size): Promise<number[]> {
  const out = q.mallocShared(Int32Array, h * w);
  await q.parallelFor(ndRange([h, w], local), (item: NdItem<2>) => {
    out[item.globalLinearId] = item.subGroup.id() * 1000 + item.subGroup.localId() * 10 + item.subGroup.localRange();
  }, { subGroupSize });
  return [...out];
}
const total = (subGroup: SubGroup, value: i32): i32 => subGroup.reduce(value, "add") - subGroup.exclusiveScan(value, "add");
export async function two(q: Queue, [h, w]: readonly [number, number], local: readonly [number, number], subGroupSize: Size): Promise<number[]> {
  const out = q.mallocShared(Int32Array, h * w);
  await q.parallelFor(ndRange([h, w], local), (item: NdItem<2>) => {
    out[item.globalLinearId] = total(item.subGroup, item.globalLinearId);
  }, { subGroupSize });
  return [...out];
}
export async function three(q: Queue, [d, h, w]: readonly [number, number, number], local: readonly [number, number, number], subGroupSize: Size): Promise<number[]> {
  const out = q.mallocShared(Int32Array, d * h * w);
  await q.parallelFor(ndRange([d, h, w], local), (item: NdItem<3>) => {
    out[item.globalLinearId] = total(item.subGroup, item.globalLinearId);
  }, { subGroupSize });
  return [...out];
}
export async function booleans(q: Queue, values: Int32Array, local: number, subGroupSize: Size): Promise<number[]> {
  const x = q.mallocShared(Int32Array, values);
  const out = q.mallocShared(Int32Array, values.length);
  await q.parallelFor(ndRange(values.length, local), (item: NdItem<1>) => {
    const { subGroup } = item;
    const isSet = x[item.globalId()]! > 0;
    const [some, every, not] = [subGroup.any(isSet), subGroup.all(isSet), subGroup.none(isSet)];
    const [first, next] = [subGroup.broadcast(isSet), subGroup.shuffleDown(isSet, 1)];
    out[item.globalId()] = (some ? 1 : 0) + (every ? 2 : 0) + (not ? 4 : 0) + (first ? 8 : 0) + (next ? 16 : 0);
  }, { subGroupSize });
  return [...out];
}
/** Sub-groups go as many rounds as they need, each its own number. */
export async function repeated(q: Queue, values: Int32Array, local: number, subGroupSize: Size): Promise<number[]> {
  const x = q.mallocShared(Int32Array, values);
  await q.parallelFor(ndRange(values.length, local), (item: NdItem<1>) => {
    let value = x[item.globalId()]!;
    let steps = 0;
    while (item.subGroup.any(value > 1)) {
      if (value > 1) value = value % 2 === 0 ? value >> 1 : value * 3 + 1;
      steps += item.subGroup.broadcast(1);
    }
    x[item.globalId()] = steps;
  }, { subGroupSize });
  return [...x];
}
/** Some sub-groups of a group take part, others do not or have returned. */
export async function apart(q: Queue, n: number, local: number, subGroupSize: Size): Promise<number[]> {
  const x = q.mallocShared(Int32Array, n);
  await q.parallelFor(ndRange(n, local), (item: NdItem<1>) => {
    const { subGroup } = item;
    if (subGroup.id() === 2) return;
    let sum = -1;
    if (subGroup.id() !== 1) sum = subGroup.reduce(item.localId(), "add");
    x[item.globalId()] = sum;
  }, { subGroupSize });
  return [...x];
}
/** A prefix sum of each group: sums of sub-groups in local memory between barriers. */
export async function scan(q: Queue, values: Float64Array, local: number, subGroupSize: Size): Promise<number[]> {
  const x = q.mallocShared(Float64Array, values);
  await q.parallelFor(ndRange(values.length, local), (item: NdItem<1>) => {
    const sums = localMemory(Float64Array, 64);
    const { subGroup } = item;
    const own = subGroup.inclusiveScan(x[item.globalId()]!, "add");
    if (subGroup.localId() === subGroup.localRange() - 1) sums[subGroup.id()] = own;
    item.barrier();
    let before = 0;
    for (let i = 0; i < subGroup.id(); i++) before += sums[i]!;
    x[item.globalId()] = before + own;
  }, { subGroupSize });
  return [...x];
}
/** What members wrote before the barrier, all of them read behind it. */
export async function written(q: Queue, n: number, local: number, subGroupSize: Size): Promise<number[]> {
  const x = q.mallocShared(Int32Array, n);
  const out = q.mallocShared(Int32Array, n);
  await q.parallelFor(ndRange(n, local), (item: NdItem<1>) => {
    const { subGroup } = item;
    const i = item.globalId();
    x[i] = i * 3;
    subGroup.barrier();
    out[i] = x[i - subGroup.localId() + subGroup.localRange() - 1 - subGroup.localId()]!;
  }, { subGroupSize });
  return [...out];
}
export async function rows(q: Queue, values: Float32Array, height: number): Promise<number[]> {
  const x = q.mallocShared(Float32Array, values);
  const width = values.length / height;
  await q.parallelFor(ndRange(height * 8, 8), (item: NdItem<1>) => {
    const { subGroup } = item;
    const row = item.group.id() * width;
    const lane = subGroup.localId();
    let carry = 0;
    for (let i = 0; i < width; i += 8) {
      const sum = subGroup.inclusiveScan(x[row + i + lane]!, "add") + carry;
      carry = subGroup.broadcast(sum, 7);
      x[row + i + lane] = sum;
    }
  });
  return [...x];
}
export async function returned(q: Queue, local: number): Promise<void> {
  const x = q.mallocShared(Int32Array, 48);
  await q.parallelFor(ndRange(48, local), (item: NdItem<1>) => {
    if (item.globalId() >= 36) return;
    x[item.globalId()] = item.subGroup.reduce(1, "add");
  }, { subGroupSize: 8 });
}
export async function parted(q: Queue, local: number): Promise<void> {
  const x = q.mallocShared(Int32Array, 48);
  x[12] = 1;
  await q.parallelFor(ndRange(48, local), (item: NdItem<1>) => {
    if (x[item.globalId()]! > 0) x[item.globalId()] = item.subGroup.shuffle(1, 0);
  }, { subGroupSize: 8 });
}
export async function parting(q: Queue, local: number): Promise<void> {
  const x = q.mallocShared(Int32Array, 48);
  await q.parallelFor(ndRange(48, local), (item: NdItem<1>) => {
    for (let i = 0; i < 20; i++) {
      if (i > 10 && item.globalId() === 17) break;
      item.subGroup.barrier();
    }
  }, { subGroupSize: 8 });
}
`,
};
const compiled = await loadProgram(sources);
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  compiled.dispose();
  plain.dispose();
});

type Run = (q: Queue, ...args: readonly unknown[]) => Promise<unknown>;

/** By work-item: those of its sub-group, in order of their lanes. */
function membersOf(n: number, local: number, size: number): readonly (readonly number[])[] {
  return Array.from({ length: n }, (_, i) => {
    const group = i - (i % local);
    const first = i - ((i - group) % size);
    return Array.from({ length: Math.min(size, group + local - first) }, (__, lane) => first + lane);
  });
}

type Numbers = readonly (number | bigint)[];

/** What each shuffle above gives in lane `lane`, as a lane. */
const wanted: readonly ((lane: number, which: number) => number)[] = [
  () => 3,
  (_, which) => which,
  (lane) => lane - 1,
  (lane) => lane - 3,
  (lane, which) => lane - which,
  (lane) => lane + 1,
  (lane) => lane + 6,
  (lane, which) => lane + which,
  (lane) => lane ^ 1,
  (lane) => lane ^ 5,
  (lane, which) => lane ^ which,
  () => 0,
  () => 2,
];

function shuffled(values: Numbers, lanes: Int32Array, local: number, size: number): Numbers {
  const all = membersOf(values.length, local, size);
  return wanted.flatMap((lane) =>
    values.map((own, i) => {
      const members = all[i] ?? [];
      return values[members[lane(members.indexOf(i), lanes[i] ?? 0)] ?? i] ?? own;
    }),
  );
}

/** Neighbours first, then pairs: the order is a tree. */
function reduced(
  values: Numbers,
  combine: (a: number | bigint, b: number | bigint) => number | bigint,
): number | bigint {
  let all = [...values];
  while (all.length > 1) {
    all = Array.from({ length: Math.ceil(all.length / 2) }, (_, i) => {
      const [a, b] = [all[2 * i] ?? 0, all[2 * i + 1]];
      return b === undefined ? a : combine(a, b);
    });
  }
  return all[0] ?? 0;
}

function scanned(values: Numbers, combine: (a: number | bigint, b: number | bigint) => number | bigint): Numbers {
  let all = [...values];
  for (let step = 1; step < all.length; step *= 2) {
    all = all.map((value, i) => (i < step ? value : combine(all[i - step] ?? 0, value)));
  }
  return all;
}

function summed(type: Type, values: Numbers, local: number, size: number): Numbers {
  const all = membersOf(values.length, local, size);
  return operationsOf(type).flatMap((operation) => {
    const combine = (a: number | bigint, b: number | bigint) => combined(type, operation, a, b);
    const own = (i: number) => (all[i] ?? []).map((member) => values[member] ?? 0);
    const lane = (i: number) => (all[i] ?? []).indexOf(i);
    const scans = values.map((_, i) => scanned(own(i), combine)[lane(i)] ?? 0);
    return [
      ...values.map((_, i) => reduced(own(i), combine)),
      ...scans,
      ...values.map((_, i) => (lane(i) === 0 ? neutralOf(type, operation) : (scans[i - 1] ?? 0))),
    ];
  });
}

const ways = [
  { title: "cpu, one thread", options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", options: { device: "cpu", threads: 3 } },
  { title: "host", options: { device: "host" } },
] as const;
const sizes: readonly Size[] = [4, 8, 16];
/** n and local sizes: multiples of sub-groups, and others. */
const ranges = [
  [96, 32],
  [64, 16],
  [40, 8],
  [70, 35],
  [39, 13],
  [3, 1],
] as const;
const each = ranges.flatMap(([n, local]) => sizes.map((size) => [n, local, size] as const));
/** Those of long kernels: sub-groups that divide the group, that leave some over, that are the group, that are longer. */
const few = [
  [96, 32, 4],
  [96, 32, 16],
  [40, 8, 8],
  [40, 8, 16],
  [70, 35, 4],
  [70, 35, 8],
  [70, 35, 16],
  [39, 13, 8],
  [3, 1, 4],
] as const;

describe.each(ways)("$title", ({ options }) => {
  const q = new compiled.lanewise.Queue({ ...options, fp: "strict" });
  // The program's functions take a queue and sizes.
  const run = async (file: string, name: string, ...args: readonly unknown[]) =>
    ((await compiled.load(file)) as Record<string, Run>)[name]?.(q, ...args);

  describe.each(Object.keys(types) as Type[])("%s", (type) => {
    test.each(few)(
      "4.17.3, 4.17.4 shuffles, reduce, scans: %i in groups of %i, sub-groups of %i",
      async (n, local, size) => {
        const values: Values = valuesOf(type, n);
        const lanes = Int32Array.from({ length: n }, (_, i) => ((i * 37) % 23) - 4);
        const found = await run("numbers.ts", type, values, lanes, local, size);
        expect(found).toEqual({
          moved: shuffled([...values], lanes, local, size),
          sums: summed(type, [...values], local, size),
        });
      },
    );
  });

  test.each(each)("4.9.1.8 ids and ranges: %i in groups of %i, sub-groups of %i", async (n, local, size) => {
    const members = membersOf(n, local, size);
    const right = members.flatMap((own, i) => {
      const [id, lane] = [Math.floor((i % local) / size), own.indexOf(i)];
      return [id, id, Math.ceil(local / size), lane, lane, own.length, size, lane === 0 ? 1 : 0];
    });
    expect(await run("sub-groups.ts", "places", n, local, size)).toEqual(right);
  });

  test.each([
    [[8, 12], [4, 3], 4],
    [[6, 16], [3, 8], 8],
    [[4, 32], [2, 16], 4],
    [[5, 5], [5, 5], 8],
    [[2, 48], [1, 16], 16],
  ] as const)("4.9.1.8 in two dimensions: %j in groups of %j, sub-groups of %i", async (range, local, size) => {
    const found = (await run("sub-groups.ts", "places2", range, local, size)) as number[];
    const sums = (await run("sub-groups.ts", "two", range, local, size)) as number[];
    const own = inRows([1, ...range], [1, ...local], size);
    expect(found).toEqual(own.map(({ id, lane, members }) => id * 1000 + lane * 10 + members.length));
    expect(sums).toEqual(own.map(({ lane, members }) => members.slice(lane).reduce((a, b) => a + b)));
  });

  test.each([
    [[2, 6, 16], [1, 3, 8], 8],
    [[2, 4, 8], [2, 2, 4], 4],
    [[2, 6, 5], [1, 3, 5], 4],
    [[3, 3, 3], [3, 3, 3], 16],
  ] as const)("4.9.1.8 in three dimensions: %j in groups of %j, sub-groups of %i", async (range, local, size) => {
    const sums = (await run("sub-groups.ts", "three", range, local, size)) as number[];
    const own = inRows(range, local, size);
    expect(sums).toEqual(own.map(({ lane, members }) => members.slice(lane).reduce((a, b) => a + b)));
  });

  test.each([
    [16, 8],
    [16, 4],
    [12, 8],
  ] as const)("4.17.3 any, all, none and booleans: groups of %i, sub-groups of %i", async (local, size) => {
    const values = Int32Array.from({ length: 48 }, (_, i) => (i < 16 ? i & 1 : i < 32 ? 1 : 0));
    const members = membersOf(48, local, size);
    const right = members.map((own, i) => {
      const set = own.map((member) => (values[member] ?? 0) > 0);
      const code = [
        set.some(Boolean),
        set.every(Boolean),
        !set.some(Boolean),
        set[0],
        set[own.indexOf(i) + 1] ?? set[own.indexOf(i)],
      ];
      return code.reduce((sum, one, bit) => sum + (one ? 2 ** bit : 0), 0);
    });
    expect(await run("sub-groups.ts", "booleans", values, local, size)).toEqual(right);
  });

  test.each([
    [48, 16, 8],
    [42, 21, 8],
    [48, 24, 4],
    [48, 48, 16],
  ] as const)(
    "4.17.3 in a loop that each sub-group leaves by itself: %i in groups of %i, of %i",
    async (n, local, size) => {
      const values = Int32Array.from({ length: n }, (_, i) => i + 1);
      const steps = (value: number): number =>
        value <= 1 ? 0 : 1 + steps(value % 2 === 0 ? value / 2 : value * 3 + 1);
      const right = membersOf(n, local, size).map((own) => Math.max(...own.map((i) => steps(values[i] ?? 0))));
      expect(await run("sub-groups.ts", "repeated", values, local, size)).toEqual(right);
    },
  );

  test.each([
    [96, 32, 8],
    [70, 35, 8],
    [60, 15, 4],
  ] as const)("4.17.3 sub-groups take different paths: %i in groups of %i, of %i", async (n, local, size) => {
    const members = membersOf(n, local, size);
    const right = members.map((own, i) => {
      const id = Math.floor((i % local) / size);
      if (id === 2) return 0;
      return id === 1 ? -1 : own.reduce((sum, member) => sum + (member % local), 0);
    });
    expect(await run("sub-groups.ts", "apart", n, local, size)).toEqual(right);
  });

  test.each([
    [128, 64, 8],
    [99, 33, 8],
    [64, 32, 16],
  ] as const)("4.17.4 with barriers and local memory: %i in groups of %i, sub-groups of %i", async (n, local, size) => {
    const values = Float64Array.from({ length: n }, (_, i) => i * i);
    const right = [...values].map((_, i) => {
      const first = i - (i % local);
      return values.slice(first, i + 1).reduce((a, b) => a + b);
    });
    expect(await run("sub-groups.ts", "scan", values, local, size)).toEqual(right);
  });

  test.each([
    [64, 32, 8],
    [63, 21, 8],
    [64, 16, 4],
  ] as const)("4.17.3 a barrier orders memory: %i in groups of %i, sub-groups of %i", async (n, local, size) => {
    const right = membersOf(n, local, size).map((own, i) => 3 * (own.at(-1 - own.indexOf(i)) ?? 0));
    expect(await run("sub-groups.ts", "written", n, local, size)).toEqual(right);
  });

  test("4.17.4 a prefix sum of each row, eight elements at a time", async () => {
    const values = Float32Array.from({ length: 5 * 64 }, (_, i) => i % 11);
    let sum = 0;
    const right = [...values].map((value, i) => {
      sum = i % 64 === 0 ? value : sum + value;
      return sum;
    });
    expect(await run("sub-groups.ts", "rows", values, 5)).toEqual(right);
  });

  test.each([
    ["returned", "reduce", 16, 36],
    ["returned", "reduce", 12, undefined],
    ["returned", "reduce", 24, 36],
    ["parted", "shuffle", 16, 8],
    ["parted", "shuffle", 12, 13],
    ["parting", "barrier", 16, 17],
    ["parting", "barrier", 12, 17],
  ] as const)("4.17.3 every member calls it: %s, %s, groups of %i", async (name, method, local, workItem) => {
    const done = run("sub-groups.ts", name, local);
    // Groups of 12 begin at 36: a whole group has returned.
    if (workItem === undefined) {
      await done;
      return;
    }
    await expect(done).rejects.toMatchObject({
      code: "barrier_divergence",
      workItem: [workItem],
      message: expect.stringContaining(`not every work-item of the sub-group reached this call of ${method}`),
    });
  });

  test("4.9.1.8 the size is 4, 8 or 16", async () => {
    await expect(run("sub-groups.ts", "places", 32, 16, 32)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("subGroupSize is 32; expected 4, 8 or 16."),
    });
  });
});

/** By linear id: the sub-group's index in its group, the work-item's lane, and the members by their linear ids. */
function inRows(range: readonly number[], local: readonly number[], size: number) {
  const [, h = 1, w = 1] = range;
  const [d1 = 1, h1 = 1, w1 = 1] = local;
  const total = range.reduce((a, b) => a * b);
  const group = d1 * h1 * w1;
  return Array.from({ length: total }, (_, at) => {
    const [z, y, x] = [Math.floor(at / w / h), Math.floor(at / w) % h, at % w];
    const place = ((z % d1) * h1 + (y % h1)) * w1 + (x % w1);
    const [id, lane] = [Math.floor(place / size), place % size];
    const linear = (own: number) => {
      const [dz, dy, dx] = [Math.floor(own / w1 / h1), Math.floor(own / w1) % h1, own % w1];
      return ((z - (z % d1) + dz) * h + y - (y % h1) + dy) * w + x - (x % w1) + dx;
    };
    const count = Math.min(size, group - id * size);
    return { id, lane, members: Array.from({ length: count }, (__, member) => linear(id * size + member)) };
  });
}

test("4.9.1.8 not compiled: places are there, what is computed together is kernel_not_compiled", async () => {
  const functions = (await plain.load("sub-groups.ts")) as Record<string, Run>;
  const q = new plain.lanewise.Queue();
  const own = (await functions.places?.(q, 20, 10, 4)) as number[];
  expect(own.slice(72, 80)).toEqual([2, 2, 3, 1, 1, 2, 4, 0]);
  await expect(functions.returned?.(q, 16)).rejects.toMatchObject({ code: "kernel_not_compiled" });
});
