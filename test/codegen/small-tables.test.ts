// Constant tables that a register holds: at most sixteen integers within 255 of each other. A swizzle picks their elements; other tables are loaded
// from, and both give the same.

import { printWat } from "@lanewise/codegen";
import { type Module, parseModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const arrays = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array, i32: Int32Array, u32: Uint32Array };
type Type = keyof typeof arrays;

function moduleOf(type: Type, numbers: readonly number[]): Module {
  const bytes = new Uint8Array(arrays[type].from(numbers).buffer);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const element = `load($0[rem(and(load(%1[globalId(0)]!0), i32(1023)), i32(${numbers.length}))]!0)`;
  return parseModule(`module "m"
file "m.ts"
global $0 "table": array<${type}, ${numbers.length}> constant none @1:1 = "${hex}"
site !0.a bounds @1:1
fn #0."k" kernel "k" range 1 (%0: span<u32>, %1: span<i32>) @1:1 {
store %0[globalId(0)]!0 = ${type === "u32" ? element : `reinterpret<u32>(${element})`} @1:1
}
`);
}

const swizzles = (module: Module): boolean => {
  const options = { module, kernel: 0, gang: 8, bounds: "checked", fp: "default", threads: "one" } as const;
  const wat = printWat({ ...options, features: "simd128", shape: "rows", privatise: false, sharedMemory: false });
  return wat.includes("i8x16.swizzle");
};
const range = (length: number, first = 0) => Array.from({ length }, (_, index) => first + 3 * index);

test.each<readonly [type: Type, numbers: readonly number[], isHeld: boolean]>([
  ["u8", [3, 255], true],
  ["u8", range(16), true],
  ["u8", range(17), false],
  ["i8", [-128, 127], true],
  ["u16", [0, 255], true],
  ["u16", [1, 256], true],
  ["u16", [0, 256], false],
  ["u16", [65535, 65280], true],
  ["u16", [65535, 65279], false],
  ["i16", [-1, 254], true],
  ["i16", [-1, 255], false],
  ["i32", [-1, 0, 1], true],
  ["i32", range(16, -20), true],
  ["i32", [-(2 ** 31), 255 - 2 ** 31], true],
  ["i32", [-(2 ** 31), 2 ** 31 - 1], false],
  ["i32", [7, 7, 260], true],
  ["u32", [2 ** 32 - 1, 2 ** 32 - 256], true],
  ["u32", [2 ** 32 - 1, 0], false],
])("%s: %o", (type, numbers, isHeld) => {
  const module = moduleOf(type, numbers);
  expect(verify(module)).toEqual([]);
  expect(swizzles(module)).toBe(isHeld);
  const launch = {
    module,
    range: [40],
    args: [new Uint32Array(40), Int32Array.from({ length: 40 }, (_, at) => at * 7)],
  };
  const expected = Uint32Array.from({ length: 40 }, (_, at) => numbers[(at * 7) % numbers.length] ?? 0);
  expect(runKernel(executors.interpreter, launch).arrays[0]).toEqual(expected);
  for (const executor of gangExecutors) expect(runKernel(executor, launch).arrays[0], executor.name).toEqual(expected);
});
