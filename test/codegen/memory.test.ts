// Loads and stores on every executor: narrow scalars, f16, bools, copies of aggregates.

import { build, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, load, op, store } = build;
const i32 = (value: number) => constant("i32", value);

describe.each(Object.entries(executors))("%s", (_, executor) => {
  test("8 and 16 bits are widened by their sign and narrowed modulo 2^n", () => {
    const types = ["i8", "u8", "i16", "u16"] as const;
    const body = types.map((type, index) =>
      store(ownElement(index, type), op("mul", load(ownElement(index, type)), i32(3)), at),
    );
    const module = kernelModule({ locals: types.map(span), parameters: 4, body });
    const values = [-1, 100, -128];
    const args = [Int8Array.from(values), Uint8Array.from(values), Int16Array.from(values), Uint16Array.from(values)];
    const { arrays } = runKernel(executor, { module, range: [3], args });
    expect(arrays.map((array) => [...array])).toEqual([
      [-3, 44, -128],
      [253, 44, 128],
      [-3, 300, -384],
      [65533, 300, 65152],
    ]);
  });

  test("f16: every pattern survives a load and a store", () => {
    const body = [store(ownElement(1, "f16"), load(ownElement(0, "f16")), at)];
    const module = kernelModule({ locals: [span("f16"), span("f16")], parameters: 2, body });
    const all = Uint16Array.from({ length: 65536 }, (_, bits) => bits);
    const isNaN16 = (bits: number | bigint) => (Number(bits) & 0x7fff) > 0x7c00;
    const { arrays } = runKernel(executor, { module, range: [65536], args: [all, new Uint16Array(65536)] });
    const wrong = [...(arrays[1] ?? [])].filter((bits, index) =>
      isNaN16(index) ? !isNaN16(bits) : Number(bits) !== index,
    );
    expect(wrong).toEqual([]);
  });

  test("f16: rounds to nearest, ties to even; too large is infinite", () => {
    const body = [store(ownElement(1, "f16"), load(ownElement(0, "f32")), at)];
    const module = kernelModule({ locals: [span("f32"), span("f16")], parameters: 2, body });
    const rows = [
      [1 + 2 ** -11, 0x3c00],
      [1 + 3 * 2 ** -11, 0x3c02],
      [1 + 2 ** -11 + 2 ** -20, 0x3c01],
      [65519, 0x7bff],
      [65520, 0x7c00],
      [-1e9, 0xfc00],
      [2 ** -25, 0],
      [2 ** -25 + 2 ** -40, 1],
      [-(2 ** -24), 0x8001],
      [-0, 0x8000],
    ] as const;
    const args = [Float32Array.from(rows, ([value]) => value), new Uint16Array(rows.length)];
    const { arrays } = runKernel(executor, { module, range: [rows.length], args });
    expect([...(arrays[1] ?? [])]).toEqual(rows.map(([, bits]) => bits));
  });

  test("any byte but 0 is true", () => {
    const value = build.convert("convert", "i32", load(ownElement(0, "bool")));
    const module = kernelModule({
      locals: [span("bool"), span("i32")],
      parameters: 2,
      body: [store(ownElement(1, "i32"), value, at)],
    });
    const { arrays } = runKernel(executor, {
      module,
      range: [3],
      args: [Uint8Array.of(0, 1, 255), new Int32Array(3)],
    });
    expect([...(arrays[1] ?? [])]).toEqual([0, 1, 1]);
  });

  test.each([3, 7, 64, 65, 300])("aggregates of %d bytes are copied, also onto an overlap", (length) => {
    const row = { kind: "array", element: "u8", length } as const;
    const body = [
      store(build.address(2, row), ownElement(0, row), at),
      store(ownElement(1, row), build.address(2, row), at),
      store(ownElement(0, row), ownElement(0, row), at),
    ];
    const module = kernelModule({ locals: [span(row), span(row), row], parameters: 2, body });
    expect(verify(module)).toEqual([]);
    const bytes = Uint8Array.from({ length: 2 * length }, (_, index) => index * 7);
    const { arrays } = runKernel(executor, { module, range: [2], args: [bytes, new Uint8Array(2 * length)] });
    expect(arrays).toEqual([bytes, bytes]);
  });
});
