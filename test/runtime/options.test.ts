// The options that change a kernel's program: of the launch, the queue and the build; and where chunks may begin.

import { build, encodeImage } from "@lanewise/ir";
import { LanewiseError, Queue } from "lanewise";
import { register } from "lanewise/internal";
import { describe, expect, test } from "vitest";
import { chunkEnd } from "../../runtime/dist/device/cpu/threads/chunks.js";
import { rowLength, shapeOf } from "../../runtime/dist/images/programs/shape.js";
import { toRange } from "../../runtime/dist/values/range.js";
import { allParts } from "../support/all-parts.js";
import { at, elementOf, i, imageOf, mark, moduleOf, span, toBase64 } from "./emitted.js";
import { set } from "./kernels.js";

/** Where a write behind `out` lands: arrays are cache lines apart. */
const BEHIND = 16;

describe("bounds", () => {
  const check = (options: { bounds?: "checked" | "unchecked" }, launch: typeof options = {}) => {
    const q = new Queue({ device: "cpu", ...options });
    const space = q.mallocShared(Int32Array, 2 * BEHIND);
    q.parallelFor(BEHIND + 1, set(space.subarray(0, BEHIND), 3), launch).waitSync();
    return space[BEHIND];
  };

  test("are checked by default, unchecked for a queue or a launch; the launch decides", () => {
    expect(() => check({})).toThrow("out of bounds");
    expect(check({ bounds: "unchecked" })).toBe(3);
    expect(check({}, { bounds: "unchecked" })).toBe(3);
    expect(() => check({ bounds: "unchecked" }, { bounds: "checked" })).toThrow("out of bounds");
  });

  test("may be left out by the build", () => {
    const out = span("i32");
    const module = moduleOf({
      name: "unchecked",
      sites: [{ kind: "bounds", name: "out", at }],
      kernels: [
        {
          name: "set",
          parameters: [{ name: "out", type: out }],
          body: [build.store(elementOf(0, out, i), build.constant("i32", 4), at)],
        },
      ],
    });
    const image = imageOf(module, { "lanewise/options": { bounds: 1, fp: 1 } });
    register({
      protocol: 2,
      parts: allParts,
      module: module.name,
      images: [toBase64(encodeImage(image))],
      globals: {},
    });
    const q = new Queue({ device: "cpu" });
    const space = q.mallocShared(Int32Array, 2 * BEHIND);
    const kernel = mark("unchecked", "set", () => [space.subarray(0, BEHIND)]);
    q.parallelFor(BEHIND + 1, kernel).waitSync();
    expect(space[BEHIND]).toBe(4);
    expect(() => q.parallelFor(BEHIND + 1, kernel, { bounds: "checked" }).waitSync()).toThrow("out of bounds");
  });

  test("and fp of unknown values are refused", () => {
    const q = new Queue();
    const out = q.mallocShared(Int32Array, 1);
    // @ts-expect-error no such value
    expect(() => new Queue({ bounds: "none" })).toThrow(
      'new Queue: bounds is "none"; expected "checked" or "unchecked"',
    );
    // @ts-expect-error no such value
    expect(() => q.parallelFor(1, set(out, 1), { fp: "fast" })).toThrow(LanewiseError);
    expect(() => q.parallelFor(1, set(out, 1), { fp: "strict" }).waitSync()).not.toThrow();
  });
});

describe("chunks", () => {
  test.each([
    [[5], "rows", 5],
    [[100, 32], "flat", 3200],
    [[100, 33], "rows", 33],
    [[100, 15, 32], "rows", 32],
    [[100, 16, 32], "flat", 51200],
    [[100, 16, 33], "rows", 33],
  ])("%j lies in %s", (sizes, shape, row) => {
    const range = toRange(sizes);
    expect(shapeOf(range)).toBe(shape);
    expect(rowLength(range, shapeOf(range))).toBe(row);
  });

  test("cover the range and begin at gangs, whatever their size", () => {
    for (const [rows, row] of [
      [1, 1000],
      [7, 33],
      [40, 5],
      [3, 300],
      [1, 1],
    ] as const) {
      for (const gang of [1, 4, 8, 16]) {
        for (const wanted of [1, 3, 16, 50, 256, 300, 5000]) {
          const total = rows * row;
          let begin = 0;
          while (begin < total) {
            expect((begin % row) % gang).toBe(0);
            const end = chunkEnd(begin, wanted, { total, row, gang });
            expect(end).toBeGreaterThan(begin);
            expect(end - begin).toBeLessThanOrEqual(Math.max(wanted, Math.min(gang, row)));
            begin = end;
          }
          expect(begin).toBe(total);
        }
      }
    }
  });
});
