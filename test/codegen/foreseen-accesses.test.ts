// Which elements of loops that work-items leave one by one are inside for all work-items, so that those that have left may load them, and of which
// arrays no launch can know before that an index is inside.

import { type Expr, parseModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { analyse } from "../../codegen/dist/analysis/analyse.js";
import { foreseenAccesses } from "../../codegen/dist/analysis/plan.js";

/** The names of the sites whose elements are inside; `%0` are bytes, `%1` counts, `%2` sums, `%3` a width. */
function insideOf(own: string, first: string, loop: string): string[] {
  const module = parseModule(`module "m"
file "m.ts"
site !0.bytes bounds @1:1
site !1.counts bounds @1:1
site !2.sums bounds @1:1
site !3.own bounds @1:1
fn #0."k" kernel "k" range 1 (%0: span<u8>, %1: span<u8>, %2: span<i32>, %3: i32) @1:1 {
local %4: i32
local %5: i32
local %6: ${own}
local %7: i32
set %4 = ${first}
set %5 = i32(0)
set %7 = load(%1[globalId(0)]!1)
loop L0 @1:1 while lt(%4, %7) {
  ${loop}
} update {
  set %4 = add(%4, i32(1))
}
store %2[globalId(0)]!2 = %5 @1:1
}
`);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions;
  if (!fn) throw new Error("the text has a kernel");
  const { inside } = foreseenAccesses(module, analyse(fn, "rows", { module }), "checked");
  const siteOf = (expr: Expr): number => (expr.kind === "element" ? expr.site : -1);
  return [...inside].map((expr) => module.sites[siteOf(expr)]?.name ?? "").sort();
}

const row = "set %5 = add(%5, load(%0[add(mul(globalId(0), %3), %4)]!0))";
const store = "store &%6[%4]!3 = i32(0) @1:1";

test.each<readonly [name: string, own: string, first: string, loop: string, inside: readonly string[]]>([
  ["a counter that all share", "array<u8, 17>", "i32(0)", row, ["bytes", "counts", "sums"]],
  ["a counter of each work-item", "array<u8, 17>", "globalId(0)", row, ["counts", "sums"]],
  ["as many elements as a byte counts", "array<u8, 255>", "i32(0)", store, ["counts", "own", "sums"]],
  ["one element less", "array<u8, 254>", "i32(0)", store, ["counts", "sums"]],
  ["a first element that is not there", "array<u8, 255>", "i32(-1)", store, ["counts", "sums"]],
])("%s", (_, own, first, loop, inside) => {
  expect(insideOf(own, first, loop)).toEqual(inside);
});
