// Device globals on every device: initial values, copies in both directions and their limits, access, scope.

import { build } from "@lanewise/ir";
import { deviceGlobal, type FixedArray, type i32, Queue, type u8, type u32 } from "lanewise";
import { describe, expect, test } from "vitest";
import { devices } from "../support/devices.js";
import { codeOf } from "../support/thrown-error.js";
import { at, deviceGlobalOf, elementOf, emit, i, mark, span } from "./emitted.js";

const histogram = deviceGlobal<FixedArray<u32, 4>>();
const counter = deviceGlobal<i32>(3);
const grid = deviceGlobal<FixedArray<FixedArray<u8, 2>, 3>>();
const readOnly = deviceGlobal<FixedArray<i32, 2>, { hostAccess: "read" }>([1, 2]);
const writeOnly = deviceGlobal<i32, { hostAccess: "write" }>();
const flag = deviceGlobal<boolean>(true);
const long = deviceGlobal<bigint>(5n);
const fresh = deviceGlobal<i32>(11);
const ofImage = deviceGlobal<i32, { deviceImageScope: true }>(6);
const unused = deviceGlobal<i32, { deviceImageScope: true }>(6);
const inTwo = deviceGlobal<i32, { deviceImageScope: true }>();

const u32x4 = { kind: "array", element: "u32", length: 4 } as const;
const u8x2x3 = { kind: "array", element: { kind: "array", element: "u8", length: 2 }, length: 3 } as const;
const i32x2 = { kind: "array", element: "i32", length: 2 } as const;
const words = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer);
const twice = deviceGlobalOf("globals", "inTwo", { type: "i32", storage: "image" });

emit(
  {
    name: "globals",
    sites: [{ kind: "bounds", name: "histogram", at }],
    globals: [
      deviceGlobalOf("globals", "histogram", { type: u32x4 }),
      deviceGlobalOf("globals", "counter", { type: "i32", initial: words(3) }),
      deviceGlobalOf("globals", "grid", { type: u8x2x3, initial: Uint8Array.of(1, 2, 3, 4, 5, 6) }),
      deviceGlobalOf("globals", "readOnly", { type: i32x2, initial: words(1, 2), hostAccess: "read" }),
      deviceGlobalOf("globals", "writeOnly", { type: "i32", hostAccess: "write" }),
      deviceGlobalOf("globals", "flag", { type: "bool", initial: Uint8Array.of(1) }),
      deviceGlobalOf("globals", "long", { type: "i64", initial: new Uint8Array(BigInt64Array.of(5n).buffer) }),
      deviceGlobalOf("globals", "fresh", { type: "i32", initial: words(11) }),
      deviceGlobalOf("globals", "ofImage", { type: "i32", initial: words(6), storage: "image" }),
      deviceGlobalOf("globals", "unused", { type: "i32", initial: words(6), storage: "image" }),
      twice,
    ],
    kernels: [
      {
        name: "count",
        parameters: [{ name: "bins", type: span("i32") }],
        body: [
          build.atomic("add", build.element(build.global(0, u32x4), build.load(elementOf(0, span("i32"), i)), 0), at, {
            value: build.constant("u32", 1),
          }),
          build.atomic("add", build.global(1, "i32"), at, { value: build.constant("i32", 1) }),
        ],
      },
      {
        name: "useImage",
        dimensions: 0,
        parameters: [],
        body: [build.atomic("add", build.global(8, "i32"), at, { value: build.constant("i32", 1) })],
      },
    ],
  },
  {
    "test@1.0.0/src/globals.ts:histogram": () => histogram,
    "test@1.0.0/src/globals.ts:counter": () => counter,
    "test@1.0.0/src/globals.ts:grid": () => grid,
    "test@1.0.0/src/globals.ts:readOnly": () => readOnly,
    "test@1.0.0/src/globals.ts:writeOnly": () => writeOnly,
    "test@1.0.0/src/globals.ts:flag": () => flag,
    "test@1.0.0/src/globals.ts:long": () => long,
    "test@1.0.0/src/globals.ts:fresh": () => fresh,
    "test@1.0.0/src/globals.ts:ofImage": () => ofImage,
    "test@1.0.0/src/globals.ts:unused": () => unused,
    "test@1.0.0/src/globals.ts:inTwo": () => inTwo,
  },
);
emit({ name: "globals-user", globals: [twice], kernels: [] });
const count = (bins: unknown) => mark("globals", "count", () => [bins]);

describe.each(devices)("%s", (device) => {
  const q = new Queue({ device });

  test("R3, I3: copies before any kernel see the initial value", async () => {
    const values = new Uint8Array(6);
    await q.copy(grid, values);
    expect([...values]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await q.read(fresh)).toBe(11);
    expect(await q.read(flag)).toBe(true);
    expect(await q.read(long)).toBe(5n);
    expect([...(await q.read(histogram))]).toEqual([0, 0, 0, 0]);
  });

  test("V1: kernels and copies share one storage, in order", async () => {
    const bins = q.mallocShared(Int32Array, [0, 1, 1, 3, 3, 3]);
    q.copy(new Uint32Array(4), histogram);
    q.write(counter, 100);
    q.parallelFor(6, count(bins));
    const counts = new Uint32Array(4);
    await q.copy(histogram, counts);
    expect([...counts]).toEqual([1, 2, 0, 3]);
    expect(await q.read(counter)).toBe(106);
    expect(await new Queue({ device }).read(counter)).toBe(106);
  });

  test("C2: count and startIndex, in both forms, with host memory and device memory", async () => {
    await q.copy(Uint32Array.of(1, 2, 3, 4), histogram);
    const two = q.mallocShared(Uint32Array, 3);
    await q.copy(histogram, two, 2, 1);
    expect([...two]).toEqual([2, 3, 0]);
    await q.copy(Uint32Array.of(9, 8), histogram, { count: 1, startIndex: 3 });
    expect([...(await q.read(histogram))]).toEqual([1, 2, 3, 9]);
    await q.memcpy(histogram, Uint8Array.of(7), 1, 4);
    const bytes = new DataView(new ArrayBuffer(8));
    await q.memcpy(bytes, histogram, 8, 4);
    expect(bytes.getUint32(0, true)).toBe(7);
    expect(bytes.getUint32(4, true)).toBe(3);
  });

  test("C2: events and lists of events as dependencies", async () => {
    const other = new Queue({ device });
    const first = other.copy(Uint32Array.of(1, 1, 1, 1), histogram);
    const second = q.copy(Uint32Array.of(2, 2, 2, 2), histogram, 4, 0, first);
    const out = new Uint32Array(4);
    await other.copy(histogram, out, 4, 0, [first, second]);
    expect(first.status).toBe("complete");
    expect([...out]).toEqual([2, 2, 2, 2]);
  });

  test("C3: past the end, in either direction, throws and copies nothing", async () => {
    await q.copy(Uint32Array.of(1, 2, 3, 4), histogram);
    const out = new Uint32Array(8);
    expect(codeOf(() => q.copy(histogram, out, 5))).toBe("invalid");
    expect(codeOf(() => q.copy(histogram, out, 2, 3))).toBe("invalid");
    expect(codeOf(() => q.copy(histogram, new Uint32Array(3)))).toBe("invalid");
    expect(codeOf(() => q.copy(new Uint32Array(3), histogram))).toBe("invalid");
    expect(codeOf(() => q.copy(new Uint32Array(8), histogram, 5))).toBe("invalid");
    expect(codeOf(() => q.copy(new Uint32Array(8), histogram, 1, 4))).toBe("invalid");
    expect(codeOf(() => q.copy(new Uint32Array(8), histogram, -1))).toBe("invalid");
    expect(codeOf(() => q.copy(new Uint32Array(8), histogram, 0.5))).toBe("invalid");
    expect(codeOf(() => q.memcpy(histogram, new Uint8Array(99), 17))).toBe("invalid");
    expect(codeOf(() => q.memcpy(new Uint8Array(99), histogram, 16, 1))).toBe("invalid");
    await q.wait();
    expect([...out]).toEqual(new Array(8).fill(0));
    expect([...(await q.read(histogram))]).toEqual([1, 2, 3, 4]);
  });

  test("P3: host access, also from untyped code", async () => {
    // @ts-expect-error host_access read forbids copying to it
    expect(codeOf(() => q.copy(new Int32Array(2), readOnly))).toBe("host_access");
    // @ts-expect-error host_access read forbids copying to it
    expect(codeOf(() => q.memcpy(readOnly, new Int32Array(2)))).toBe("host_access");
    // @ts-expect-error host_access write forbids copying from it
    expect(codeOf(() => q.copy(writeOnly, new Int32Array(1)))).toBe("host_access");
    const out = new Int32Array(2);
    await q.copy(readOnly, out);
    expect([...out]).toEqual([1, 2]);
    await q.copy(new Int32Array(1), writeOnly);
  });

  test("the element type is checked", () => {
    // @ts-expect-error wrong element type
    expect(codeOf(() => q.copy(histogram, new Float32Array(4)))).toBe("invalid");
    // @ts-expect-error wrong element type
    expect(codeOf(() => q.copy(new Float32Array(4), histogram))).toBe("invalid");
    // @ts-expect-error no device global
    expect(codeOf(() => q.copy({}, new Float32Array(4)))).toBe("invalid");
    expect(codeOf(() => q.write(counter, 2.5))).toBe("invalid");
  });

  test("V6: host code cannot touch the value", () => {
    const uses = [
      () => counter.value,
      () => (counter.value = 4),
      () => counter.get(),
      () => counter.set(1),
      () => histogram[0],
    ];
    for (const use of uses) expect(codeOf(use)).toBe("host_access");
  });

  test("C4, C5: device_image_scope", async () => {
    await q.singleTask(mark("globals", "useImage", () => []));
    expect(await q.read(ofImage)).toBe(7);
    expect(codeOf(() => q.copy(unused, new Int32Array(1)))).toBe("kernel_not_supported");
    expect(codeOf(() => q.copy(inTwo, new Int32Array(1)))).toBe("invalid");
  });
});

test("V1: each device has its own storage", async () => {
  const [cpu, host] = [new Queue({ device: "cpu" }), new Queue({ device: "host" })];
  await cpu.write(fresh, 1);
  await host.write(fresh, 2);
  expect(await cpu.read(fresh)).toBe(1);
});
