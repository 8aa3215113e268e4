// Options and arrays are what they are of their own: what a program, or a library in it, puts into Object.prototype is no option, and a
// property "length" or "byteOffset" that it defines on an array says nothing of the array's memory.

import { type DeviceKind, LanewiseError, Queue, type TypedArray } from "lanewise";
import * as algorithms from "lanewise/algorithms";
import { afterEach, describe, expect, test } from "vitest";
import { set } from "./kernels.js";
import { bodies, body } from "./struct-kernels.js";

const devices = ["cpu", "host"] as const satisfies DeviceKind[];
/** Where a write behind `out` lands: arrays are cache lines apart. */
const BEHIND = 16;

/** A value for each option there is, which changes what happens where it is taken. */
const options = {
  bounds: "unchecked",
  fp: "strict",
  offset: 1,
  subGroupSize: 4,
  name: "inherited",
  timeout: 1e-9,
  after: "no event",
  signal: "no signal",
  count: 1,
  startIndex: 1,
  numBytes: 1,
  device: "none",
  context: "none",
  threads: -1,
  workerUrl: "none",
  order: "none",
  onError: "none",
  reads: [],
  writes: [],
  layout: "soa",
  identity: 5,
  initializeToIdentity: true,
  descending: true,
  min: 1,
  max: 2,
  fuse: true,
  internal: [1],
  noInit: true,
  range: 1,
  local: [1, 1, 1],
  log: "none",
  trusted: true,
};

afterEach(() => {
  for (const name of Object.keys(options)) Reflect.deleteProperty(Object.prototype, name);
});

async function failureOf(event: PromiseLike<unknown>): Promise<string> {
  try {
    await event;
    return "none";
  } catch (error) {
    return String(error);
  }
}

/** What some of everything gives, in numbers. */
async function results(device: DeviceKind): Promise<unknown> {
  const q = new Queue({ device });
  const space = q.mallocShared(Int32Array, 4 * BEHIND);
  const out = space.subarray(0, BEHIND);
  const failures: unknown[] = [];
  for (const launch of [undefined, {}, { name: "own" }] as const) {
    await q.parallelFor(BEHIND, set(out, 3), launch);
    failures.push(await failureOf(q.parallelFor(BEHIND + 1, set(out, 4), launch)));
    failures.push(await failureOf(q.submit((h) => h.parallelFor(BEHIND + 1, set(out, 5), launch))));
  }
  const copied = new Int32Array(BEHIND);
  await q.copy(out, copied);
  await q.copy(out, copied, {});
  await q.submit((h) => h.copy(out, copied));
  await q.memcpy(space.subarray(BEHIND), out);
  await q.submit((h) => h.memcpy(space.subarray(2 * BEHIND), out, {}));
  await q.fill(space.subarray(3 * BEHIND), 7);
  let isDone = false;
  await q.submit((h) =>
    h.hostTask(() => {
      isDone = true;
    }),
  );
  const structs = q.mallocShared(bodies, [body(1), body(2)]);
  const unsorted = Int32Array.of(3, 1, 2);
  await algorithms.sort(q, unsorted);
  const bins = new Uint32Array(4);
  await algorithms.histogram(q, Uint8Array.of(1, 1, 3), bins);
  const found = [q.name, q.order, q.threads > 0, q.context.name, structs.layout];
  return [...found, [...space], [...copied], isDone, [...unsorted], [...bins], failures];
}

describe.each(devices)("Object.prototype, on %s", (device) => {
  test.each(Object.entries(options))("%s in it is no option", async (name, value) => {
    const expected = await results(device);
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true, enumerable: true });
    const found = await results(device).catch((error: unknown) => error);
    Reflect.deleteProperty(Object.prototype, name);
    expect(found).toEqual(expected);
  });
});

test("options that an object inherits from its class are none", () => {
  class Defaults {
    get bounds(): string {
      return "unchecked";
    }
  }
  const q = new Queue({ device: "cpu" });
  const out = q.mallocShared(Int32Array, 4 * BEHIND).subarray(0, BEHIND);
  const launch = () => q.parallelFor(BEHIND + 1, set(out, 3), new Defaults() as object).waitSync();
  expect(launch).toThrow("out of bounds");
});

/** An array of ours, or of the host's, with properties of its own. */
function lying<A extends TypedArray>(array: A, own: object): A {
  for (const [name, value] of Object.entries(own)) Object.defineProperty(array, name, { value });
  return array;
}

describe.each(devices)("own properties of an array, on %s", (device) => {
  const q = new Queue({ device });

  test.each(["shared", "host"] as const)("of the %s's memory: a longer length is none", async (memory) => {
    const space = memory === "shared" ? q.mallocShared(Int32Array, 4 * BEHIND) : new Int32Array(4 * BEHIND);
    const out = lying(space.subarray(0, BEHIND), { length: 2 * BEHIND, byteLength: 8 * BEHIND });
    expect(await failureOf(q.parallelFor(BEHIND + 1, set(out, 3)))).toContain("the length is 16");
    expect(space[BEHIND]).toBe(0);
    expect(() => q.copy(out, new Int32Array(2 * BEHIND), 2 * BEHIND)).toThrow(/Int32Array of length 16/);
    expect(() => q.memcpy(new Int32Array(2 * BEHIND), out, 8 * BEHIND)).toThrow("the source has 64");
    await q.fill(out, 5);
    expect(space[BEHIND]).toBe(0);
    expect(q.toHost(out)).toEqual(new Int32Array(BEHIND).fill(5));
  });

  test.each(["shared", "host"] as const)("of the %s's memory: another place is none", async (memory) => {
    const space = memory === "shared" ? q.mallocShared(Int32Array, 4 * BEHIND) : new Int32Array(4 * BEHIND);
    const other = new ArrayBuffer(16 * BEHIND);
    const out = lying(space.subarray(0, BEHIND), { byteOffset: space.byteOffset + 4 * BEHIND, buffer: other });
    await q.parallelFor(BEHIND, set(out, 3));
    expect([space[0], space[BEHIND - 1], space[BEHIND]]).toEqual([3, 3, 0]);
    expect(new Int32Array(other).every((value) => value === 0)).toBe(true);
  });

  test("its name is that of its type", async () => {
    const out = lying(q.mallocShared(Int32Array, BEHIND), { [Symbol.toStringTag]: "Float64Array" });
    await q.parallelFor(BEHIND, set(out, 3));
    expect(Array.from(out)).toEqual(Array.from({ length: BEHIND }, () => 3));
  });

  test("algorithms, which launch without checks, take no other length either", async () => {
    const space = q.mallocShared(Int32Array, [5, 4, 3, 2, 1]);
    await algorithms.sort(q, lying(space.subarray(0, 3), { length: 5 }));
    expect(Array.from(space)).toEqual([3, 4, 5, 2, 1]);
  });

  test("an array of structs keeps its length", () => {
    const array = q.mallocShared(bodies, 2);
    expect(() => Reflect.defineProperty(array, "length", { value: 100 })).not.toThrow();
    expect(Reflect.set(array, "length", 100)).toBe(false);
    expect(array.length).toBe(2);
  });
});

describe("counts beyond what there is memory for", () => {
  const q = new Queue({ device: "cpu" });
  const huge = { length: 2 ** 32 };
  test.each([
    ["an array-like", () => q.mallocShared(Float32Array, huge)],
    ["an array-like of 2^31 - 1", () => q.mallocShared(Float64Array, { length: 2 ** 31 - 1 })],
    ["an array of holes", () => q.mallocShared(Float64Array, new Array<number>(2 ** 32 - 1))],
    ["a length that is no count", () => q.mallocShared(Float32Array, { length: Number.NaN })],
    ["structs", () => q.mallocShared(bodies, huge as never)],
    ["structs, of 2^31 - 1", () => q.mallocShared(bodies, { length: 2 ** 31 - 1 } as never)],
    ["elements to set", () => q.mallocShared(bodies, 1).set(huge as never)],
  ])("%s", (_, call) => {
    let thrown: unknown;
    try {
      call();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(LanewiseError);
    expect((thrown as LanewiseError).code).toMatch(/^(invalid|memory_allocation)$/);
  });

  test("an array whose own length is one has the elements of its memory", () => {
    const values = lying(Float32Array.of(1, 2), { length: 2 ** 32 });
    expect(Array.from(q.mallocShared(Float32Array, values))).toEqual([1, 2]);
  });
});
