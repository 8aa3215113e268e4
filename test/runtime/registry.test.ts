// The entry of emitted code: versions, replacement, and programs that are not compiled.

import { build, encodeImage } from "@lanewise/ir";
import {
  assert,
  atomicRef,
  deviceGlobal,
  type FixedArray,
  f32,
  getDevices,
  i8,
  i32,
  i64,
  localMemory,
  Queue,
  u8,
  u32,
  u64,
} from "lanewise";
import { type Registration, register } from "lanewise/internal";
import { afterEach, describe, expect, test, vi } from "vitest";
import { assertSameModule, noteRegistration } from "../../runtime/dist/images/registry/module-conflict.js";
import { errorOf } from "../support/thrown-error.js";
import { at, deviceGlobalOf, elementOf, emit, imageOf, mark, moduleName, moduleOf, span, toBase64 } from "./emitted.js";

const storing = (value: number) => ({
  name: "put",
  parameters: [{ name: "out", type: span("i32") }],
  body: [build.store(elementOf(0, span("i32")), build.constant("i32", value), at)],
});
const sites = [{ kind: "bounds" as const, name: "out", at }];

describe("versions", () => {
  const q = new Queue({ device: "host" });
  test("a foreign protocol is refused", () => {
    const error = errorOf(() => register({ protocol: 3, module: moduleName("later"), images: [], globals: {} }));
    expect(error.code).toBe("version_mismatch");
    expect(error.message).toContain("protocol 3");
  });

  test("an image of a foreign version is another error than a missing kernel", () => {
    const bytes = encodeImage(imageOf(moduleOf({ name: "foreign", sites, kernels: [storing(1)] })));
    bytes[4] = 9;
    register({ protocol: 2, module: moduleName("foreign"), images: [toBase64(bytes)], globals: {} });
    const error = errorOf(() =>
      q.parallelFor(
        1,
        mark("foreign", "put", () => []),
      ),
    );
    expect(error.code).toBe("version_mismatch");
    expect(error.message).toContain("image 0 of module test@1.0.0/src/foreign.ts");
    expect(error.cause).toBeDefined();
  });

  test("bytes that are no image", () => {
    register({ protocol: 2, module: moduleName("broken"), images: ["AAAA"], globals: {} });
    expect(
      errorOf(() =>
        q.parallelFor(
          1,
          mark("broken", "put", () => []),
        ),
      ).code,
    ).toBe("compile_program_error");
  });

  test("a module that breaks the verifier's rules is not run", () => {
    const module = moduleOf({ name: "unsound", kernels: [storing(1)] });
    register({ protocol: 2, module: module.name, images: [toBase64(encodeImage(imageOf(module)))], globals: {} });
    const error = errorOf(() =>
      q.parallelFor(
        1,
        mark("unsound", "put", () => [q.mallocShared(Int32Array, 1)]),
      ),
    );
    expect(error.code).toBe("compile_program_error");
  });
});

describe("a module that is registered again with other code", () => {
  const registration = (image: string, loadedFrom?: string): Registration => ({
    protocol: 2,
    module: moduleName("twice"),
    images: [image],
    globals: {},
    ...(loadedFrom === undefined ? {} : { loadedFrom }),
  });
  const laterThan = async (before: Registration): Promise<Registration> => {
    noteRegistration(before);
    await Promise.resolve();
    return before;
  };

  test("is a conflict where the host knows no files and nothing can have been loaded again", async () => {
    const before = registration("a");
    noteRegistration(before);
    expect(() => assertSameModule(before, registration("a"))).not.toThrow();
    const { code, message } = errorOf(() => assertSameModule(before, registration("b")));
    expect(code).toBe("module_conflict");
    expect(message).toContain(
      "Two different modules have the id test@1.0.0/src/twice.ts: one, which is loaded, and one.",
    );
    await Promise.resolve();
    expect(() => assertSameModule(before, registration("b"))).not.toThrow();
  });

  test.each([
    ["/app/a.js", "/app/b.js", "module_conflict"],
    ["file:///app/a.js", "/app/a.js?t=1#x", undefined],
    ["file:///app/main.js", "file:///app/main.1a2b.hot-update.js", undefined],
    ["https://app.net/assets/main.1a.js", "https://app.net/assets/lazy.2b.js", "module_conflict"],
    ["http://localhost:5173/src/a.ts", "http://localhost:5173/src/a.ts?t=1712", undefined],
    ["http://localhost:1234/main.js", "http://localhost:1234/main.1a2b.hot-update.js", undefined],
    ["http://localhost:1234/main.js", "http://localhost:1234/__parcel_hmr/main.js?t=1", undefined],
    ["http://localhost:1234/main.js", "http://localhost:1234/hmr_patch_0.js", undefined],
    ["blob:https://app.net/1-2", "blob:https://app.net/3-4", undefined],
    ["webpack-internal:///(rsc)/./a.ts", "webpack-internal:///(ssr)/./a.ts", undefined],
  ])("from %s and later from %s", async (one, other, expected) => {
    const before = await laterThan(registration("a", one));
    const again = () => assertSameModule(before, registration("b", other));
    if (expected === undefined) expect(again).not.toThrow();
    else expect(errorOf(again).code).toBe(expected);
  });
});

describe.each(["cpu", "host"] as const)("hot reload on %s", (device) => {
  test("registering a module again replaces its kernels and keeps equal device globals", async () => {
    const q = new Queue({ device });
    const name = `reload-${device}`;
    const out = q.mallocShared(Int32Array, 1);
    const kept = deviceGlobalOf(name, "kept", { type: "i32" });
    const [before, after] = [deviceGlobal<i32>(), deviceGlobal<i32>()];
    emit({ name, sites, globals: [kept], kernels: [storing(1)] }, { [kept.id]: () => before });
    await q.parallelFor(
      1,
      mark(name, "put", () => [out]),
    );
    await q.write(before, 42);
    expect(out[0]).toBe(1);
    emit({ name, sites, globals: [kept], kernels: [storing(2)] }, { [kept.id]: () => after });
    await q.parallelFor(
      1,
      mark(name, "put", () => [out]),
    );
    expect(out[0]).toBe(2);
    expect(await q.read(after)).toBe(42);
    const changed = { ...kept, initial: Uint8Array.of(5, 0, 0, 0) };
    emit({ name, sites, globals: [changed], kernels: [storing(3)] }, { [kept.id]: () => after });
    expect(await q.read(after)).toBe(5);
  });
});

describe("a program that is not compiled", () => {
  const q = new Queue();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  afterEach(() => warn.mockClear());

  // Modules that are compiled have registered above.
  test("runs kernels as JavaScript, and says so once of each call", async () => {
    const out = new Float32Array(6);
    const event = q.parallelFor([2, 3], (y, x) => {
      out[y * 3 + x] = y * 10 + x;
    });
    expect(out[5]).toBe(0);
    await event;
    expect([...out]).toEqual([0, 1, 2, 10, 11, 12]);
    let runs = 0;
    for (let round = 0; round < 3; round++) {
      await q.singleTask(() => {
        runs += 1;
      });
    }
    expect(runs).toBe(3);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn.mock.calls[0]?.[0]).toContain("is not compiled, although other modules of the program are");
  });

  test("an exception of a kernel names the work-item", async () => {
    const failing = q.parallelFor([3, 3], (y, x) => {
      if (y * 3 + x === 5) throw new Error("five");
    });
    await expect(failing.wait()).rejects.toMatchObject({ code: "kernel_failed", workItem: [1, 2] });
  });

  test("a failed assertion of a kernel is one", async () => {
    const failing = q.parallelFor(3, (k) => assert(k < 2, "k is small"));
    await expect(failing.wait()).rejects.toMatchObject({ code: "assertion_failed", workItem: [2] });
  });

  test("does not run where the device cpu was asked for", () => {
    const cpu = new Queue({ device: "cpu" });
    expect(errorOf(() => cpu.parallelFor(1, () => undefined)).code).toBe("kernel_not_compiled");
  });

  test("waitSync in a kernel is refused", async () => {
    const event = q.parallelFor(1, () => q.waitSync());
    await expect(event.wait()).rejects.toMatchObject({ cause: { code: "invalid" } });
  });

  test("device globals with an initial value work", async () => {
    const table = deviceGlobal<FixedArray<FixedArray<i32, 2>, 2>>([
      [1, 2],
      [3, 4],
    ]);
    const total = deviceGlobal<i32>(1);
    const copy = deviceGlobal<i32>(total);
    await q.parallelFor(4, (k) => {
      const row = table[k >> 1];
      if (row) row[k & 1] = 10 * k * copy.value;
      atomicRef(total).fetchAdd(k);
    });
    const values = new Int32Array(3);
    await q.copy(table, values, 3, 1);
    expect([...values]).toEqual([10, 20, 30]);
    expect(await q.read(total)).toBe(7);
    expect(await q.read(copy)).toBe(1);
    await q.copy(Int32Array.of(5), table, { count: 1, startIndex: 3 });
    await q.write(total, 9);
    expect(total.value).toBe(9);
    expect(table[1]?.[1]).toBe(5);
    expect(errorOf(() => q.copy(table, values)).code).toBe("invalid");
  });

  test("device globals without one say how to compile", () => {
    const histogram = deviceGlobal<FixedArray<u32, 4>>();
    expect(errorOf(() => histogram[0]).code).toBe("kernel_not_compiled");
    expect(errorOf(() => q.copy(histogram, new Uint32Array(4))).message).toContain("lanewise build");
  });

  test("atomic references", () => {
    const x = Int32Array.of(5, 6);
    expect(atomicRef(x, 0).fetchMax(9)).toBe(5);
    expect(atomicRef(x, 0).compareExchange(9, 1)).toBe(9);
    expect(atomicRef(x, 0).load()).toBe(1);
    expect(atomicRef(Uint32Array.of(1), 0).fetchSub(2)).toBe(1);
    expect(atomicRef(BigInt64Array.of(6n), 0).fetchAnd(3n)).toBe(6n);
    expect(errorOf(() => atomicRef(x, 2)).code).toBe("out_of_bounds");
  });
});

test("conversions saturate as kernels do", () => {
  expect([i32(2.9), i32(-2.9), i32(1e10), i32(Number.NaN), i8(300), u8(-1), u32(-0.5), i32(7n)]).toEqual([
    2, -2, 2147483647, 0, 127, 0, 0, 7,
  ]);
  expect([i64(2.9), i64(Number.NaN), i64(Infinity), u64(-1), i64(2n ** 70n)]).toEqual([
    2n,
    0n,
    2n ** 63n - 1n,
    0n,
    2n ** 63n - 1n,
  ]);
  expect(f32(0.1)).toBe(Math.fround(0.1));
});

test("localMemory outside of a kernel says where it belongs", () => {
  expect(errorOf(() => localMemory(Float32Array, 4)).help).toBe(
    "Call it in the kernel: outside, there is no group. If it is there, the program is not compiled: build it with Lanewise.",
  );
});

describe("devices", () => {
  afterEach(() => vi.unstubAllEnvs());
  test("are listed, the default first", () => {
    vi.stubEnv("LANEWISE_DEVICE", "");
    expect(getDevices().map(({ kind, isDefault }) => [kind, isDefault])).toEqual([
      ["cpu", true],
      ["host", false],
    ]);
  });

  test("LANEWISE_DEVICE selects the default", () => {
    vi.stubEnv("LANEWISE_DEVICE", "host");
    expect(new Queue().device.kind).toBe("host");
    expect(new Queue({ device: "cpu" }).device.kind).toBe("cpu");
    vi.stubEnv("LANEWISE_DEVICE", "gpu");
    const gpu = errorOf(() => new Queue());
    expect(gpu.message).toContain('LANEWISE_DEVICE: there is no device "gpu"');
    expect(gpu.help).toContain("await requestGpu()");
    vi.stubEnv("LANEWISE_DEVICE", "fpga");
    const other = errorOf(() => new Queue());
    expect(other.message).toContain('LANEWISE_DEVICE: there is no device "fpga"');
    expect(other.help ?? "").not.toContain("requestGpu");
  });
});
