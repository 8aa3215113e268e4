// Elements of a gang at a fixed distance, of an index that is known only when the gang runs: one comparison tells that all are inside. At both ends of
// the array, of arrays shorter than the gang, and near the ends of i32, gangs fail where the scalar program does, and nowhere else.

import { build, type Expr, type Module, parseModule, type Stmt } from "@lanewise/ir";
import { expect, test } from "vitest";
import { expectAlike } from "../support/gang-failures.js";
import { at, kernelModule, span } from "../support/kernel-module.js";

const { constant, element, ifElse, load, local, op, query, set, store } = build;
const [OUT, A, FIRST, INDEX] = [0, 1, 2, 3];
const ITEMS = 16;
const words = span("i32");
const item = query("globalId", 0);

const out = element(local(OUT, words), item, 0);
const own = element(local(A, words), local(INDEX, "i32"), 1);
const first = load(element(local(FIRST, words), constant("i32", 0), 2));
const accesses: Readonly<Record<string, readonly Stmt[]>> = {
  loads: [store(out, load(own), at)],
  stores: [store(own, item, at)],
  "masked loads": [
    ifElse(op("gt", op("and", item, constant("i32", 5)), constant("i32", 0)), [store(out, load(own), at)]),
  ],
  "masked stores": [ifElse(op("lt", item, constant("i32", 11)), [store(own, item, at)])],
};

function moduleOf(access: readonly Stmt[], stride: number): Module {
  const index: Expr = op("add", first, op("mul", item, constant("i32", stride)));
  return kernelModule({ locals: [words, words, words, "i32"], parameters: 3, body: [set(INDEX, index), ...access] });
}

const cases = Object.entries(accesses).flatMap(([name, access]) =>
  [1, -1, 2, -3].map((stride) => ({ name, access, stride })),
);

test.each(cases)("$name, $stride apart", ({ access, stride }) => {
  const module = moduleOf(access, stride);
  const span = Math.abs(stride) * (ITEMS - 1) + 1;
  const results = [0, 1, 3, 7, span - 1, span, span + 1, 64].flatMap((length) => {
    const lowest = [-(2 ** 31), -17, -1, 0, 1, 2, length - span - 1, length - span, length - span + 1, 2 ** 31 - 9];
    return lowest.map((low) => {
      const from = stride < 0 ? low + span - 1 : low;
      const args = [new Int32Array(ITEMS), Int32Array.from({ length }, (_, at) => 100 + at), Int32Array.of(from)];
      return expectAlike({ module, range: [ITEMS], args }, { isOneCheck: true });
    });
  });
  expect(new Set(results)).toEqual(new Set([true, false]));
});

test("an index whose word wraps around into the array is outside", () => {
  const module = parseModule(`module "m"
file "m.ts"
site !0.values bounds @1:1
site !1.words bounds @1:1
site !2.out bounds @1:1
fn #0."k" kernel "k" range 1 (%0.values: span<i32>, %1.words: span<i32>, %2.out: span<i32>) @1:1 {
local %3: i32
set %3 = load(%1[i32(0)]!1)
store %2[globalId(0)]!2 = load(%0[index<i32>(add(mul(f64(4), convert<f64>(%3)), convert<f64>(globalId(0))))]!0) @1:1
}
`);
  const failsFrom = (word: number): boolean =>
    expectAlike({ module, range: [ITEMS], args: [new Int32Array(64), Int32Array.of(word), new Int32Array(ITEMS)] });
  expect([0, 12, 13, 2 ** 30, 2 ** 30 + 1, -(2 ** 30)].map(failsFrom)).toEqual([false, false, true, true, true, true]);
});
