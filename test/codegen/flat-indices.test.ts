// The indices of work-items in gangs that cross the ends of rows: counted on from the first one where rows are short, divided where they are long or
// few. Ranges may have so many work-items that an index has all its bits; some of them run.

import { parseModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { gangExecutors, runKernel } from "../support/run-kernel.js";

const moduleOf = (dimensions: number) =>
  parseModule(`module "m"
file "m.ts"
site !0.out bounds @1:1
fn #0."k" kernel "k" range ${dimensions} (%0.out: span<i32>, %1.begin: i32) @1:1 {
local %2: i32
set %2 = mul(sub(${Array.from({ length: dimensions }, (_, at) => `globalId(${at})`).reduce((sum, id, at) => `add(mul(${sum}, globalSize(${at})), ${id})`)}, %1), i32(${dimensions}))
${Array.from({ length: dimensions }, (_, at) => `store %0[add(%2, i32(${at}))]!0 = globalId(${at}) @1:1`).join("\n")}
}
`);

const count = 67;
const flat = gangExecutors.filter(({ bounds, shape, features }) => {
  return bounds === "checked" && shape === "flat" && features === "simd128";
});

test.each([
  [5, 7],
  [70_000, 3],
  [2 ** 26 + 12_345, 3],
  [2 ** 30, 1],
  [1, 100],
  [3, 2 ** 20 - 1],
  [3, 2 ** 20],
  [3, 2 ** 20 + 1],
  [3, 2 ** 22 + 1],
  [3, 2 ** 23 - 1],
  [3, 2 ** 24 - 1],
  [3, 2 ** 28 + 3],
  [40, 20, 3],
  [70_000, 2, 3],
  [70_000, 20, 3],
  [2 ** 25 + 12_345, 3, 3],
  [2 ** 23 + 7, 17, 3],
  [3, 2, 2 ** 20 + 5],
  [2, 70_000, 2 ** 12 - 1],
  [3, 300, 2 ** 20 + 5],
])("a range of %i x %i x %i", (...stated) => {
  const range = stated.filter((size) => size !== undefined);
  const module = moduleOf(range.length);
  expect(verify(module)).toEqual([]);
  const items = range.reduce((product, size) => product * size, 1);
  const [, ...inner] = range;
  const row = inner.reduce((product, size) => product * size, 1);
  const begins = [
    0,
    row - 20,
    Math.floor(items / 3),
    256 * row - 30,
    65_536 * row - 30,
    2 ** 24 * row - 30,
    items - count,
  ];
  for (const begin of begins) {
    const end = begin + count;
    if (begin < 0 || end > items) continue;
    const expected = Int32Array.from({ length: count * range.length }, (_, at) => {
      const dimension = at % range.length;
      const behind = range.slice(dimension + 1).reduce((product, size) => product * size, 1);
      return Math.floor((begin + Math.floor(at / range.length)) / behind) % (range[dimension] ?? 1);
    });
    const args = [new Int32Array(expected.length), begin];
    for (const executor of flat)
      expect(runKernel(executor, { module, range, args, begin, end }).arrays[0], `${executor.name}, ${begin}`).toEqual(
        expected,
      );
  }
});
