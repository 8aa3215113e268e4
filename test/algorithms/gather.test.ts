// gather and scatter against loops: every type, indices of both signs, indices outside.

import { KernelError, Queue } from "lanewise";
import { gather, scatter } from "lanewise/algorithms";
import { describe, expect, test } from "vitest";
import { arrayTypes, expectSame, lengths, randomArray } from "./random-array.js";

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new Queue({ device });

  test.each(arrayTypes)("%s", async (_, type) => {
    for (const length of device === "cpu" ? lengths : lengths.slice(0, 6)) {
      const x = randomArray(type, length);
      // 37 has no divisor in common with any of the lengths.
      const places = Int32Array.from({ length }, (_, i) => (i * 37) % length);
      for (const indices of [places, Uint32Array.from(places)]) {
        const [there, back] = [x.slice(), new type(length)];
        await gather(q, x, indices, there as never);
        expectSame(
          there,
          Array.from(places, (place) => x[place]),
        );
        await scatter(q, there, indices, back as never);
        expectSame(back, x);
      }
    }
  });

  test.each([
    ["-1", Int32Array.of(0, -1)],
    ["4", Int32Array.of(0, 4)],
    ["4294967295", Uint32Array.of(0, 4294967295)],
  ])("an index of %s is an error that says it", async (index, indices) => {
    const [x, out] = [new Float32Array(4), new Float32Array(2)];
    const error = await gather(q, x, indices, out).then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(KernelError);
    expect(String(error)).toContain(index);
    expect(String(error)).toContain("gather");
    await expect(async () => scatter(q, out, indices, x)).rejects.toThrow(index);
  });
});

test("arguments that do not fit are errors that name them", () => {
  const q = new Queue();
  const call =
    (f: unknown, ...values: readonly unknown[]) =>
    () =>
      (f as (...all: unknown[]) => unknown)(q, ...values);
  const x = new Float32Array(3);
  expect(call(gather, x, new Float32Array(3), x)).toThrow(
    /gather: indices is a Float32Array of length 3; expected one of Int32Array, Uint32Array/,
  );
  expect(call(gather, x, new Int32Array(3), new Float32Array(2))).toThrow(
    /gather: out is a Float32Array of length 2; expected 3 elements, the length of indices/,
  );
  expect(call(scatter, x, new Int32Array(2), x)).toThrow(
    /scatter: indices is a Int32Array of length 2; expected 3 elements, the length of x/,
  );
});
