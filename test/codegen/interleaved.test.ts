// Stores to every element of a stretch are put together in registers: whatever their order, size and number, with ends that
// fill no gang, the array holds what one work-item after the other would have written.

import { explainKernel, type WasmOptions } from "@lanewise/codegen";
import { build, parseModule } from "@lanewise/ir";
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

const options: Omit<WasmOptions, "module"> = {
  kernel: 0,
  gang: 8,
  bounds: "checked",
  fp: "default",
  threads: "one",
  features: "simd128",
  shape: "rows",
  privatise: false,
  sharedMemory: false,
};

describe.each(Object.entries(executors))("%s", (_, executor) => {
  const scalarsOf = ["f32", "i32", "u8", "i16"] as const;
  const cases = scalarsOf.flatMap((type) => ([2, 3, 4] as const).map((count) => ({ type, count })));

  test.each(cases)("$count fields of $type, the last first", ({ type, count }) => {
    const names = ["x", "y", "z", "w"].slice(0, count);
    const module = parseModule(`module "test"

file "test.ts"

struct "V" { ${names.map((name) => `"${name}": ${type}`).join(", ")} }

site !0.a bounds @1:1

fn #0.k kernel "k" range 1 (%0: span<struct<"V">>) @1:1 {
${names
  .map((__, field) => count - 1 - field)
  .map((field) => {
    const value = `add(mul(globalId(0), i32(7)), i32(${field * 50}))`;
    return `  store %0[globalId(0)]!0->${field} = ${type === "f32" ? `convert<f32>(${value})` : value} @1:1`;
  })
  .join("\n")}
}
`);
    const { accesses } = explainKernel({ ...options, module });
    expect(new Set(accesses.map(({ form }) => form))).toEqual(new Set(["vector"]));
    for (const items of [1, 8, 16, 37]) {
      const launch = { module, range: [items], args: [new arrays[type](count * items)] };
      expect(runKernel(executor, launch)).toEqual(runKernel(executors.interpreter, launch));
    }
  });
});

test("fields of several types are stored one by one, neighbours that are no whole struct too", () => {
  for (const [fields, stores] of [
    ['"x": f32, "n": i32', ["->0 = f32(1.5)", "->1 = i32(3)"]],
    ['"x": f32, "y": f32, "z": f32', ["->0 = f32(1.5)", "->1 = f32(3)"]],
    ['"x": f16, "n": u16', ["->0 = f32(1.5)", "->1 = i32(3)"]],
    ['"x": u8, "y": i16', ["->0 = i32(1)", "->1 = i32(3)"]],
  ] as const) {
    const module = parseModule(`module "test"

file "test.ts"

struct "V" { ${fields} }

site !0.a bounds @1:1

fn #0.k kernel "k" range 1 (%0: span<struct<"V">>) @1:1 {
${stores.map((store) => `  store %0[globalId(0)]!0${store} @1:1`).join("\n")}
}
`);
    const launch = { module, range: [12], args: [new Int32Array(36)] };
    for (const executor of Object.values(executors))
      expect(runKernel(executor, launch)).toEqual(runKernel(executors.interpreter, launch));
  }
});
