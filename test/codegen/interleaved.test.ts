// Stores to every element of a stretch are put together in registers: whatever their order, size and number, with ends that
// fill no gang, the array holds what one work-item after the other would have written.

import { build } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, convert, element, local, op, query, set, store } = build;
const i32 = (value: number) => constant("i32", value);
const arrays = { u8: Uint8Array, i16: Int16Array, f16: Uint16Array, i32: Int32Array, f32: Float32Array } as const;
const orders = [
  [0, 1],
  [2, 0, 1],
  [3, 1, 0, 2],
  [1, 2, 3],
] as const;

describe.each(Object.entries(executors))("%s", (_, executor) => {
  const cases = (["u8", "i16", "f16", "i32", "f32"] as const).flatMap((type) =>
    orders.map((order) => ({ type, order })),
  );
  test.each(cases)("$type, elements $order", ({ type, order }) => {
    const s = span(type);
    const own = query("globalId", 0);
    const stride = order.length === 3 ? 3 : order.length;
    const body = [
      set(1, own),
      ...order.map((offset) => {
        const index = op("add", op("mul", i32(stride), local(1, "i32")), i32(offset));
        const value = op("add", op("mul", own, i32(7)), i32(offset * 50));
        return store(
          element(local(0, s), index, 0),
          type === "f32" || type === "f16" ? convert("convert", "f32", value) : value,
          at,
        );
      }),
    ];
    const module = kernelModule({ locals: [s, "i32"], parameters: 1, body });
    for (const count of [1, 8, 16, 37]) {
      const launch = { module, range: [count], args: [new arrays[type](stride * count + 4)] };
      expect(runKernel(executor, launch)).toEqual(runKernel(executors.interpreter, launch));
    }
  });
});
