// Conformance: atomic references of SYCL 2020, 4.15.3: every operation on every type, in arrays, device globals and local memory, with every memory
// order and scope, and JavaScript's Atomics. Each function of the program runs on each device; what is expected is computed here.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../../support/load-program.js";

const arrays = {
  i32: Int32Array,
  u32: Uint32Array,
  i64: BigInt64Array,
  u64: BigUint64Array,
  f32: Float32Array,
  f64: Float64Array,
};
type Type = keyof typeof arrays;
type Scalar = number | bigint;
const types = Object.keys(arrays) as Type[];
const isFloat = (type: Type) => type.startsWith("f");
const isBig = (type: Type) => !isFloat(type) && type.endsWith("64");
const arrayOf = (type: Type) => arrays[type].name;
/** In the type, as source and as a value. */
const literal = (type: Type, value: number) => `${value}${isBig(type) ? "n" : ""}`;
const scalar = (type: Type, value: number): Scalar => (isBig(type) ? BigInt(value) : value);
/** An index in the type. */
const fromIndex = (type: Type, index: string) =>
  isBig(type) ? `BigInt(${index})` : type === "u32" ? `u32(${index})` : index;

/** What an operation leaves; it gives what was there before. */
interface Operation {
  readonly isOfIntegers?: true;
  readonly numbers: (a: number, b: number) => number;
  readonly bigints: (a: bigint, b: bigint) => bigint;
}
const operations: Readonly<Record<string, Operation>> = {
  fetchAdd: { numbers: (a, b) => a + b, bigints: (a, b) => a + b },
  fetchSub: { numbers: (a, b) => a - b, bigints: (a, b) => a - b },
  fetchMin: { numbers: Math.min, bigints: (a, b) => (a < b ? a : b) },
  fetchMax: { numbers: Math.max, bigints: (a, b) => (a > b ? a : b) },
  exchange: { numbers: (_, b) => b, bigints: (_, b) => b },
  fetchAnd: { isOfIntegers: true, numbers: (a, b) => a & b, bigints: (a, b) => a & b },
  fetchOr: { isOfIntegers: true, numbers: (a, b) => a | b, bigints: (a, b) => a | b },
  fetchXor: { isOfIntegers: true, numbers: (a, b) => a ^ b, bigints: (a, b) => a ^ b },
};
const namesOf = (type: Type) =>
  Object.keys(operations).filter((name) => !isFloat(type) || !operations[name]?.isOfIntegers);
const orders = ["relaxed", "acquire", "release", "acquireRelease", "sequential"] as const;
const scopes = ["workItem", "subGroup", "workGroup", "device", "system"] as const;
const loadOrders = ["relaxed", "acquire", "sequential"] as const;
const storeOrders = ["relaxed", "release", "sequential"] as const;
/** Each operation has others of them. */
const ordering = (k: number) =>
  k % 6 === 0 ? "" : `, "${orders[k % 5]}"${k % 2 === 0 ? "" : `, "${scopes[(k * 3) % 5]}"`}`;

/** All operations, each on an element of the work-item's own: what was there before goes to `out`. */
const alone = (type: Type) => {
  const names = namesOf(type);
  const steps = names.flatMap((name, k) => [
    `out[at + ${k}] = atomicRef(x, i * ${names.length} + ${k}).${name}(y[i]!${ordering(k)});`,
    `atomicRef(x, i * ${names.length} + ${k}).${name}(y[i]!);`,
  ]);
  return `
export async function ${type}Alone(q: Queue, values: ${arrayOf(type)}, operands: ${arrayOf(type)}): Promise<unknown> {
  const n = operands.length;
  const x = q.mallocShared(${arrayOf(type)}, values);
  const y = q.mallocShared(${arrayOf(type)}, operands);
  const out = q.mallocShared(${arrayOf(type)}, n * ${names.length});
  await q.parallelFor(n, (i) => {
    const at = i * ${names.length};
    ${steps.join("\n    ")}
  });
  return { before: out, after: x };
}
export async function ${type}Kept(q: Queue, values: ${arrayOf(type)}, other: ${arrayOf(type)}): Promise<unknown> {
  const n = values.length;
  const x = q.mallocShared(${arrayOf(type)}, values);
  const y = q.mallocShared(${arrayOf(type)}, other);
  const out = q.mallocShared(${arrayOf(type)}, n * 4);
  await q.parallelFor(n, (i) => {
    out[i * 4] = atomicRef(x, i).load(${[...loadOrders].map((order) => `"${order}"`)[types.indexOf(type) % 3]});
    out[i * 4 + 1] = atomicRef(x, i).compareExchange(y[i]!, ${literal(type, 77)}${ordering(types.indexOf(type) + 1)});
    out[i * 4 + 2] = atomicRef(x, i).load();
    atomicRef(x, i).store(y[i]!, "${storeOrders[types.indexOf(type) % 3]}", "workGroup");
    out[i * 4 + 3] = x[i]!;
  });
  return out;
}`;
};

/** All work-items on the same places. `bump` counts by compareExchange. */
const together = (type: Type) => `
const ${type}Global = deviceGlobal<${type}>(${literal(type, 0)});
const ${type}Globals = deviceGlobal<FixedArray<${type}, 4>>([${Array(4).fill(literal(type, 0)).join(", ")}]);
export async function ${type}Together(q: Queue, n: number): Promise<unknown> {
  const x = q.mallocShared(${arrayOf(type)}, [${[0, 0, 1000, 0, 5, 0].map((value) => literal(type, value)).join(", ")}]);
  const tickets = q.mallocShared(${arrayOf(type)}, n);
  const swapped = q.mallocShared(${arrayOf(type)}, n);
  const bumped = q.mallocShared(${arrayOf(type)}, n);
  await q.singleTask(() => {
    ${type}Global.value = ${literal(type, 0)};
  });
  await q.parallelFor(n, (i) => {
    const own = ${fromIndex(type, "i")};
    tickets[i] = atomicRef(x, 0).fetchAdd(${literal(type, 1)}, "acquireRelease");
    atomicRef(x, 1).fetchMax(own);
    atomicRef(x, 2).fetchMin(own);
    swapped[i] = atomicRef(x, 4).exchange(own + ${literal(type, 10)}, "sequential", "system");
    atomicRef(${type}Global).fetchAdd(${literal(type, 2)});
    atomicRef(${type}Globals, i % 4).fetchSub(${literal(type, 1)}, "relaxed", "system");
    let seen = atomicRef(x, 5).load("acquire");
    for (;;) {
      const found = atomicRef(x, 5).compareExchange(seen, seen + ${literal(type, 3)}, "acquireRelease", "device");
      if (found === seen) break;
      seen = found;
    }
    bumped[i] = seen;
  });
  const globals = new ${arrayOf(type)}(4);
  await q.copy(${type}Globals, globals);
  const result = { x: [...x], tickets: [...tickets], swapped: [...swapped], bumped: [...bumped], global: await q.read(${type}Global), globals: [...globals] };
  await q.copy(new ${arrayOf(type)}(4), ${type}Globals);
  return result;
}
export async function ${type}Local(q: Queue, n: number, size: number): Promise<unknown> {
  const out = q.mallocShared(${arrayOf(type)}, (n / size) * 4);
  await q.submit((h) => {
    const sized = h.localAccessor(${arrayOf(type)}, 2);
    h.parallelFor(ndRange(n, size), (item: NdItem<1>) => {
      const fixed = localMemory(${arrayOf(type)}, 2);
      const own = item.localId();
      const value = ${fromIndex(type, "item.globalId()")};
      if (own < 2) {
        fixed[own] = ${literal(type, 0)};
        sized[own] = ${literal(type, 0)};
      }
      item.barrier();
      atomicRef(fixed, own % 2).fetchAdd(value, "relaxed", "workGroup");
      atomicRef(sized, 0).fetchMax(value);
      atomicRef(sized, 1).fetchAdd(${literal(type, 1)});
      item.barrier();
      if (own < 2) {
        out[item.group.id() * 4 + own] = fixed[own]!;
        out[item.group.id() * 4 + 2 + own] = sized[own]!;
      }
    });
  });
  return [...out];
}`;

const javascript = (type: "i32" | "u32" | "i64" | "u64") => `
export async function ${type}Atomics(q: Queue, values: ${arrayOf(type)}, operands: ${arrayOf(type)}): Promise<unknown> {
  const n = values.length;
  const x = q.mallocShared(${arrayOf(type)}, values);
  const y = q.mallocShared(${arrayOf(type)}, operands);
  const out = q.mallocShared(${arrayOf(type)}, n * 10);
  await q.parallelFor(n, (i) => {
    const value = y[i]!;
    ${["add", "sub", "and", "or", "xor", "exchange", "add"].map((name, k) => `out[i * 10 + ${k}] = Atomics.${name}(x, i, value);`).join("\n    ")}
    out[i * 10 + 7] = Atomics.compareExchange(x, i, value, ${literal(type, 3)});
    out[i * 10 + 8] = Atomics.store(x, i, Atomics.load(x, i) + value);
    out[i * 10 + 9] = Atomics.load(x, i);
  });
  return [...out];
}`;

const sources = {
  "atomics.ts": `import { atomicRef, deviceGlobal, type f32, type f64, type FixedArray, type i32, type i64, localMemory, type NdItem, ndRange, type Queue, u32, type u64 } from "lanewise";
${types.map(alone).join("\n")}
${types.map(together).join("\n")}
${(["i32", "u32", "i64", "u64"] as const).map(javascript).join("\n")}
/** Each writes its data, then counts itself; the last of a group sees what all wrote. */
export async function published(q: Queue, n: number, size: number): Promise<number[]> {
  const data = q.mallocShared(Float64Array, n);
  const done = q.mallocShared(Int32Array, n / size);
  const sums = q.mallocShared(Float64Array, n / size);
  await q.parallelFor(n, (i) => {
    const group = (i / size) | 0;
    data[i] = i * 0.5;
    if (atomicRef(done, group).fetchAdd(1, "acquireRelease") === size - 1) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += data[group * size + k]!;
      sums[group] = sum;
    }
  });
  return [...sums];
}
export async function past(q: Queue): Promise<void> {
  const x = q.mallocShared(Int32Array, 4);
  await q.parallelFor(5, (i) => { atomicRef(x, i).fetchAdd(1); });
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
type Values = InstanceType<(typeof arrays)[Type]>;
const ways = [
  { title: "cpu, one thread", from: compiled, options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", from: compiled, options: { device: "cpu", threads: 3 } },
  { title: "host", from: compiled, options: { device: "host" } },
  { title: "not compiled", from: plain, options: {} },
] as const;

/** Values at the limits of the type among others. */
function specials(type: Type): Scalar[] {
  if (isFloat(type)) return [0, -0, 1.5, -2.25, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 0.1];
  const bits = BigInt(type.slice(1));
  const limits = type.startsWith("u")
    ? [0n, 2n ** bits - 1n, 2n ** (bits - 1n)]
    : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n, -1n, 0n];
  return [...limits, 1n, 12n, 0x55555555n].map((value) => (isBig(type) ? value : Number(value)));
}
function arrayFrom(type: Type, values: readonly Scalar[]): Values {
  const made = new arrays[type](values.length);
  // A value of the type, for its array.
  for (const [i, value] of values.entries()) made[i] = value as never;
  return made;
}
/** The operation in the type: an array of it wraps and rounds. */
function applied(type: Type, name: string, a: Scalar, b: Scalar): Scalar {
  const operation = operations[name];
  if (!operation) return a;
  const result = isBig(type) ? operation.bigints(BigInt(a), BigInt(b)) : operation.numbers(Number(a), Number(b));
  return arrayFrom(type, [result])[0] ?? 0;
}
const sorted = (values: unknown) => (values as Scalar[]).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));

describe.each(ways)("$title", ({ title, from, options }) => {
  const q = new from.lanewise.Queue(options);
  // The program's functions take a queue, arrays and sizes.
  const run = async (name: string, ...args: readonly unknown[]) =>
    ((await from.load("atomics.ts")) as Record<string, Run>)[name]?.(q, ...args);
  const isCompiled = from === compiled;

  test.each(types)("4.15.3 every operation gives what was there before, at the type's limits: %s", async (type) => {
    const names = namesOf(type);
    const all = specials(type);
    const pairs = all.flatMap((a) => all.map((b) => [a, b] as const));
    const values = pairs.flatMap(([a]) => names.map(() => a));
    const found = (await run(
      `${type}Alone`,
      arrayFrom(type, values),
      arrayFrom(
        type,
        pairs.map(([, b]) => b),
      ),
    )) as Record<"before" | "after", Values>;
    const after = pairs.flatMap(([a, b]) => names.map((name) => applied(type, name, applied(type, name, a, b), b)));
    expect([...found.before]).toEqual([...arrayFrom(type, values)]);
    expect([...found.after]).toEqual([...arrayFrom(type, after)]);
  });

  test.each(types)("4.15.3 load, store, compareExchange: %s", async (type) => {
    const all = specials(type).filter((value) => !Number.isNaN(value));
    const pairs = all.flatMap((a) => all.map((b) => [a, b] as const));
    const found = (await run(
      `${type}Kept`,
      arrayFrom(
        type,
        pairs.map(([a]) => a),
      ),
      arrayFrom(
        type,
        pairs.map(([, b]) => b),
      ),
    )) as Values;
    const expected = pairs.flatMap(([a, b]) => [a, a, Object.is(a, b) ? scalar(type, 77) : a, b]);
    expect([...found]).toEqual([...arrayFrom(type, expected)]);
  });

  test.each(types)("4.15.3 all work-items at once, on arrays and device globals: %s", async (type) => {
    for (const n of [1, 37, title === "cpu, three threads" ? 40_001 : 997]) {
      const found = (await run(`${type}Together`, n)) as Record<
        "x" | "tickets" | "swapped" | "bumped" | "globals",
        Scalar[]
      > & { global: Scalar };
      const v = (value: number) => scalar(type, value);
      const own = Array.from({ length: n }, (_, i) => i);
      expect(found.x.slice(0, 3)).toEqual([v(n), v(n - 1), v(0)]);
      expect(sorted(found.tickets)).toEqual(own.map(v));
      // Each value is taken once, the last one is left.
      expect(sorted([...found.swapped, found.x[4] ?? 0])).toEqual(sorted([v(5), ...own.map((i) => v(i + 10))]));
      expect(found.x[5]).toBe(v(3 * n));
      expect(sorted(found.bumped)).toEqual(own.map((i) => v(3 * i)));
      expect(found.global).toBe(v(2 * n));
      const counts = [0, 1, 2, 3].map((k) => own.filter((i) => i % 4 === k).length);
      expect(found.globals).toEqual([
        ...arrayFrom(
          type,
          counts.map((count) => applied(type, "fetchSub", v(0), v(count))),
        ),
      ]);
    }
  });

  test.skipIf(!isCompiled).each(types)("4.15.3 in local memory: %s", async (type) => {
    for (const [n, size] of [
      [35, 7],
      [66, 33],
      [128, 64],
    ] as const) {
      const groups = Array.from({ length: n / size }, (_, g) => Array.from({ length: size }, (_, i) => g * size + i));
      const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
      const expected = groups.flatMap((group) => [
        sum(group.filter((_, own) => own % 2 === 0)),
        sum(group.filter((_, own) => own % 2 === 1)),
        Math.max(...group),
        size,
      ]);
      expect(await run(`${type}Local`, n, size)).toEqual(expected.map((value) => scalar(type, value)));
    }
  });

  test.skipIf(!isCompiled).each(["i32", "u32", "i64", "u64"] as const)("JavaScript's Atomics: %s", async (type) => {
    const all = specials(type);
    const pairs = all.flatMap((a) => all.map((b) => [a, b] as const));
    const [values, operands] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
    const x = arrayFrom(type, values);
    const expected: Scalar[] = [];
    for (const [i, b] of operands.entries()) {
      // Both are arrays of one integer type.
      const [cells, value] = [x as Int32Array, b as number];
      expected.push(
        ...(["add", "sub", "and", "or", "xor", "exchange", "add"] as const).map((name) =>
          Atomics[name](cells, i, value),
        ),
      );
      expected.push(Atomics.compareExchange(cells, i, value, scalar(type, 3) as number));
      const stored = arrayFrom(type, [applied(type, "fetchAdd", cells[i] ?? 0, b)])[0] ?? 0;
      x[i] = stored as never;
      expected.push(stored, stored);
    }
    expect(
      await run(
        `${type}Atomics`,
        x.map((_, i) => values[i] as never),
        arrayFrom(type, operands),
      ),
    ).toEqual(expected);
  });

  test("4.15.3 acquire and release: what was stored before is seen behind", async () => {
    const [n, size] = [title === "cpu, three threads" ? 64_000 : 3_200, 100];
    const expected = Array.from({ length: n / size }, (_, g) => (size * (2 * g * size + size - 1)) / 4);
    expect(await run("published", n, size)).toEqual(expected);
  });

  test("4.15.3 a place that is not there", async () => {
    await expect(run("past")).rejects.toMatchObject(
      isCompiled ? { code: "out_of_bounds", index: 4, length: 4, workItem: [4] } : { code: "kernel_failed" },
    );
  });
});
