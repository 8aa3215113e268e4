// f16 on the host: the conversion, arrays where the host has Float16Array (Node 24 and later), device globals everywhere.

import { build } from "@lanewise/ir";
import { deviceGlobal, type FixedArray, f16, Queue } from "lanewise";
import { describe, expect, test } from "vitest";
import { at, deviceGlobalOf, elementOf, emit, i, mark, span } from "./emitted.js";

const hasFloat16 = "Float16Array" in globalThis;

/** The number that a half is, by the definition of the format. */
function halfOf(bits: number): number {
  const [exponent, fraction] = [bits >> 10, bits & 1023];
  return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
}

test("f16() rounds to the nearest half, ties to even", () => {
  const wrong: number[] = [];
  for (let bits = 0; bits < 0x7c00; bits++) {
    const [half, next] = [halfOf(bits), bits === 0x7bff ? Infinity : halfOf(bits + 1)];
    const middle = (half + (bits === 0x7bff ? 2 ** 16 : next)) / 2;
    const isRight =
      f16(half) === half &&
      f16(-half) === -half &&
      f16(middle * (1 - 2 ** -52)) === half &&
      f16(middle) === (bits % 2 === 0 ? half : next) &&
      f16(-middle * (1 + 2 ** -52)) === -next;
    if (!isRight) wrong.push(bits);
  }
  expect(wrong).toEqual([]);
  expect([f16(0.1), f16(7n), f16(1e300), f16(-Infinity)]).toEqual([0.0999755859375, 7, Infinity, -Infinity]);
  expect([f16(Number.NaN), f16(-0), f16(-1e-20), f16(5e-324)]).toEqual([Number.NaN, -0, -0, 0]);
});

const halves = span("f16");
const globals = [
  deviceGlobalOf("halves", "table", { type: { kind: "array", element: "f16", length: 8 } }),
  deviceGlobalOf("halves", "scale", { type: "f16", initial: Uint8Array.of(0, 0x38) }),
];
const table = deviceGlobal<FixedArray<f16, 8>>();
const scale = deviceGlobal<f16>(0.5);
const own = build.element(build.global(0, { kind: "array", element: "f16", length: 8 }), i, 0);
emit(
  {
    name: "halves",
    sites: [{ kind: "bounds", name: "x", at }],
    globals,
    kernels: [
      {
        // x[i] = x[i] * 3
        name: "triple",
        parameters: [{ name: "x", type: halves }],
        body: [
          build.store(
            elementOf(0, halves),
            build.op("mul", build.load(elementOf(0, halves)), build.constant("f32", 3)),
            at,
          ),
        ],
      },
      {
        // table[i] = i * scale
        name: "fill",
        parameters: [],
        body: [
          build.store(own, build.op("mul", build.convert("convert", "f32", i), build.load(build.global(1, "f16"))), at),
        ],
      },
    ],
  },
  { [globals[0]?.id ?? ""]: () => table, [globals[1]?.id ?? ""]: () => scale },
);
const triple = (x: unknown) => mark("halves", "triple", () => [x]);
const fill = () => mark("halves", "fill", () => []);

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new Queue({ device });

  test("device globals of f16 work; their bits are copied on any host", async () => {
    await q.parallelFor(8, fill());
    const bits = new Uint16Array(8);
    await q.memcpy(bits, table);
    expect([...bits]).toEqual([0, 0x3800, 0x3c00, 0x3e00, 0x4000, 0x4100, 0x4200, 0x4300]);
  });

  describe.skipIf(!hasFloat16)("with Float16Array (Node 24 and later)", () => {
    test("arrays are allocated, used by kernels, copied and given back", async () => {
      const x = q.mallocShared(Float16Array, [0.1, 1, -2, 65504, 1e-7]);
      expect(x).toBeInstanceOf(Float16Array);
      expect(x.buffer).toBeInstanceOf(SharedArrayBuffer);
      await q.parallelFor(5, triple(x));
      expect([...x]).toEqual([0.1, 1, -2, 65504, 1e-7].map((value) => f16(Math.fround(f16(value) * 3))));
      const copy = new Float16Array(5);
      await q.copy(x, copy);
      expect(copy).toEqual(q.toHost(x));
      await q.fill(x, 0.1);
      expect(x[4]).toBe(f16(0.1));
      q.free(x);
    });

    test("device globals are read and written", async () => {
      await q.parallelFor(8, fill());
      expect(await q.read(table)).toEqual(Float16Array.of(0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5));
      await q.write(scale, 0.25);
      expect(await q.read(scale)).toBe(0.25);
      await q.write(scale, 0.5);
    });

    test("the conversion is the host's own", () => {
      const values = Array.from({ length: 2000 }, (_, index) => (index - 1000) ** 3 * 1.2345e-5);
      const { f16round } = Math as unknown as { f16round: (x: number) => number };
      expect(values.map((value) => f16(value))).toEqual(values.map((value) => f16round(value)));
    });

    test("an array of another type is refused by name", () => {
      const x = q.mallocShared(Float32Array, 2);
      expect(() => q.parallelFor(2, triple(x))).toThrow("expected Float16Array");
    });
  });

  describe.skipIf(hasFloat16)("without Float16Array (before Node 24)", () => {
    test("says which Node has it", async () => {
      const missing: unknown = Reflect.get(globalThis, "Float16Array");
      // As `globalThis.Float16Array` is in plain JavaScript.
      expect(() => q.mallocShared(missing as typeof Float16Array, 2)).toThrow(/no Float16Array: Node 24/);
      await expect(q.read(table)).rejects.toThrow(/no Float16Array: Node 24/);
    });
  });
});
