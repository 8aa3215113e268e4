// Launches on every device: results, captures, order, and what the caller is told about mistakes and failures.

import { assert, KernelError, Queue } from "lanewise";
import { describe, expect, test } from "vitest";
import { devices } from "../support/devices.js";
import { errorOf } from "../support/thrown-error.js";
import { mark } from "./emitted.js";
import { assertSmall, assertWithMessage, cube, rows, saxpy, set, sine, types } from "./kernels.js";

describe.each(devices)("%s", (device) => {
  const q = new Queue({ device });

  test("runs a kernel over one dimension", async () => {
    using x = q.mallocShared(Float32Array, [1, 2, 3, 4]);
    using y = q.mallocShared(Float32Array, [10, 20, 30, 40]);
    await q.parallelFor(4, saxpy(x, y, 2));
    expect([...y]).toEqual([12, 24, 36, 48]);
    await q.parallelFor([2], saxpy(x.subarray(2), y, 1));
    expect([...y]).toEqual([15, 28, 36, 48]);
  });

  test("runs over two and three dimensions, the last one fastest", async () => {
    const out = q.mallocShared(Int32Array, 6);
    await q.parallelFor([2, 3], rows(out));
    expect([...out]).toEqual([0, 1, 2, 10, 11, 12]);
    const box = q.mallocShared(Int32Array, 24);
    await q.parallelFor([2, 3, 4], cube(box));
    expect(box[23]).toBe(123);
    expect(box[4]).toBe(10);
  });

  test("passes every type of scalar", async () => {
    const longs = q.mallocShared(BigInt64Array, 2);
    const reals = q.mallocShared(Float64Array, 2);
    const bytes = q.mallocShared(Uint8ClampedArray, 1);
    await q.singleTask(types(true, -7, 4_000_000_000, -(2n ** 63n), 0.1, longs, reals, bytes));
    expect([...longs]).toEqual([-(2n ** 63n), -7n]);
    expect([...reals]).toEqual([0.1, 4_000_000_000]);
    expect([...bytes]).toEqual([1]);
  });

  test("runs long ranges in many chunks", async () => {
    const n = 1_000_003;
    using out = q.mallocShared(Int32Array, n);
    await q.parallelFor(n, set(out, 7));
    expect(out.every((value) => value === 7)).toBe(true);
  });

  test("has the functions of Math", async () => {
    using x = q.mallocShared(Float32Array, [0.5, 1]);
    await q.parallelFor(2, sine(x));
    expect(x[1]).toBeCloseTo(Math.sin(1), 6);
  });

  test("an empty range completes", async () => {
    const event = q.parallelFor(0, set(q.mallocShared(Int32Array, 0), 1));
    await event;
    expect(event.status).toBe("complete");
  });

  test("reads captures when the call runs, and runs nothing then", async () => {
    const out = q.mallocShared(Int32Array, 1);
    let value = 1;
    const kernel = mark("kernels", "set", () => [out, value]);
    const first = q.parallelFor(1, kernel);
    expect(out[0]).toBe(0);
    value = 2;
    await first;
    expect(out[0]).toBe(1);
  });

  test("runs commands in order", async () => {
    const out = q.mallocShared(Int32Array, 100_000);
    const host = new Int32Array(100_000);
    q.parallelFor(out.length, set(out, 1));
    const copied = q.copy(out, host);
    q.parallelFor(out.length, set(out, 2));
    await copied;
    expect(host.every((value) => value === 1)).toBe(true);
    await q.wait();
    expect(out.every((value) => value === 2)).toBe(true);
  });

  test("an index out of bounds names everything", async () => {
    const x = q.mallocShared(Float32Array, 10);
    const y = q.mallocShared(Float32Array, 7);
    const event = q.parallelFor(10, saxpy(x, y, 1), { name: "mine" });
    const error = await event.wait().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(KernelError);
    expect(error).toMatchObject({
      code: "out_of_bounds",
      number: "LW4012",
      kernel: "mine",
      array: "y",
      index: 7,
      length: 7,
      file: "src/kernels.ts",
      line: 3,
      column: 8,
      workItem: [7],
    });
    expect(String(error)).toContain(
      "Kernel mine: y[7] is out of bounds, the length is 7 (src/kernels.ts:3:8, work-item 7)",
    );
    expect(event.status).toBe("failed");
    // The next command is not concerned.
    await q.parallelFor(7, saxpy(x, y, 1));
  });

  test("a failing work-item has an index per dimension", async () => {
    const out = q.mallocShared(Int32Array, 5);
    await expect(q.parallelFor([2, 3], rows(out)).wait()).rejects.toMatchObject({ workItem: [1, 2], index: 5 });
    await expect(q.parallelFor([2, 3, 4], cube(out)).wait()).rejects.toMatchObject({ workItem: [0, 1, 1] });
  });

  test("a failed assertion says so", async () => {
    await expect(q.parallelFor(9, assertSmall()).wait()).rejects.toMatchObject({
      code: "assertion_failed",
      array: "total > 0",
      index: undefined,
      file: "src/kernels.ts",
      line: 3,
      column: 10,
      workItem: [5],
      message: expect.stringContaining("the assertion `total > 0` failed (src/kernels.ts:3:10, work-item 5)"),
    });
    await expect(q.parallelFor(9, assertWithMessage()).wait()).rejects.toMatchObject({
      code: "assertion_failed",
      array: "x is small",
      message: expect.stringContaining("an assertion failed: x is small (src/kernels.ts:3:11, work-item 5)"),
    });
  });

  test("assert throws on the host", () => {
    expect(assert(true)).toBeUndefined();
    expect(() => assert(1 > 2)).toThrow(expect.objectContaining({ code: "assertion_failed" }));
    expect(() => assert(false, "n is even")).toThrow(/n is even/);
  });

  describe("mistakes throw before anything happens", () => {
    const out = q.mallocShared(Int32Array, 4);
    const floats = q.mallocShared(Float32Array, 4);
    test.each([
      ["a fraction", () => set(out, 2.5), "invalid", 'captured "value" is 2.5; expected an integer (i32)'],
      ["too large", () => set(out, 2 ** 31), "invalid", "expected -2147483648 to 2147483647"],
      ["no number", () => set(out, "7"), "invalid", 'is "7"; expected an integer'],
      ["NaN", () => set(out, Number.NaN), "invalid", "expected an integer"],
      ["undefined", () => set(undefined, 1), "invalid", 'captured "out" is undefined; expected Int32Array'],
      ["other elements", () => set(floats, 1), "invalid", "is a Float32Array of length 4; expected Int32Array"],
      ["count", () => mark("kernels", "set", () => [out]), "invalid", "1 captured values for 2 parameters"],
    ])("%s", (_, kernel, code, message) => {
      const error = errorOf(() => q.parallelFor(4, kernel()));
      expect(error.code).toBe(code);
      expect(error.message).toContain(message);
    });

    test("wrong scalars of other types", () => {
      const rest = [q.mallocShared(BigInt64Array, 2), q.mallocShared(Float64Array, 2), q.mallocShared(Uint8Array, 1)];
      expect(errorOf(() => q.singleTask(types(1, 0, 0, 0n, 0, ...rest))).message).toContain("expected a boolean");
      expect(errorOf(() => q.singleTask(types(true, 0, -1, 0n, 0, ...rest))).message).toContain("outside u32");
      expect(errorOf(() => q.singleTask(types(true, 0, 0, 0, 0, ...rest))).message).toContain("expected a bigint");
      expect(errorOf(() => q.singleTask(types(true, 0, 0, 2n ** 63n, 0, ...rest))).message).toContain("outside i64");
      expect(errorOf(() => q.singleTask(types(true, 0, 0, 0n, 1n, ...rest))).message).toContain(
        "expected a number (f64)",
      );
    });

    test.each([[-1], [1.5], [Number.NaN], [2 ** 31], ["7"], [[1, -1]], [[65536, 65536]], [[]], [[1, 1, 1, 1]]])(
      "range %j",
      (range) => {
        // Untyped code may pass anything.
        expect(errorOf(() => q.parallelFor(range as unknown as number, set(out, 1))).code).toBe("invalid");
      },
    );

    test("dimensions that differ from the kernel's", () => {
      expect(errorOf(() => q.parallelFor(4, rows(out))).message).toContain(
        "compiled for 2-dimensional ranges; this range is 1-dimensional",
      );
    });

    test("freed memory", async () => {
      const gone = q.mallocShared(Int32Array, 4);
      const part = gone.subarray(1);
      const pending = q.parallelFor(4, set(gone, 3));
      q.free(gone);
      await pending;
      expect(errorOf(() => q.parallelFor(4, set(gone, 1))).code).toBe("freed");
      expect(errorOf(() => q.parallelFor(3, set(part, 1))).code).toBe("freed");
      expect(errorOf(() => q.free(gone)).code).toBe("freed");
    });

    test("an unknown kernel", () => {
      expect(
        errorOf(() =>
          q.parallelFor(
            1,
            mark("kernels", "nobody", () => []),
          ),
        ).code,
      ).toBe("kernel_not_found");
      const error = errorOf(() =>
        q.parallelFor(
          1,
          mark("nowhere", "nobody", () => []),
        ),
      );
      expect(error.code).toBe("kernel_not_found");
      expect(error.message).toContain("test@1.0.0/src/nowhere.ts is not loaded");
    });
  });
});
