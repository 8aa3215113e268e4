// Which statements between two loads that are alike make them two: findRepeatedLoads itself, since what a statement may change is not
// always seen in what one work-item computes.

import { parseModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { findRepeatedLoads } from "../../codegen/dist/analysis/repeated-loads.js";

/** How many loads share a group when the statement stands between two of `%0[%2]`. */
function grouped(between: string): number {
  const module = parseModule(`module "m"
file "f.ts"
site !0.a bounds @1:1
site !1.b barrier @1:1
fn #0.k kernel "k" range 1 (%0: span<i32>, %1: span<i32>) @1:1 {
  local %2: i32
  local %3: i32
  local %4: i32
  local %5: i32
  set %2 = globalId(0)
  set %5 = i32(0)
  set %3 = load(%0[%2]!0)
  ${between}
  set %4 = load(%0[%2]!0)
}
fn #1.f imported "f" () @1:1 {
}
`);
  expect(verify(module)).toEqual([]);
  const [kernel] = module.functions;
  if (!kernel) throw new Error("the text has a kernel");
  return findRepeatedLoads(kernel).size;
}

test.each([
  ["nothing", "", 2],
  ["an assignment to another local", "set %5 = i32(1)", 2],
  ["another load of the same", "set %5 = load(%0[%2]!0)", 3],
  ["an assignment to the index", "set %2 = i32(1)", 0],
  ["an atomic's result in the index", "atomic load %1[i32(0)]!0 -> %2 relaxed device @1:1", 0],
  ["a store", "store %1[%2]!0 = i32(1) @1:1", 0],
  ["an atomic operation", "atomic add %1[%2]!0 value i32(1) relaxed device @1:1", 0],
  ["an atomic load, behind which others' stores may be seen", "atomic load %1[%2]!0 -> %5 acquire device @1:1", 0],
  ["a call", "call #1() @1:1", 0],
  ["a barrier", "barrier workGroup @1:1", 0],
  ["a barrier of a sub-group", "barrier subGroup @1:1", 0],
  ["an operation of a sub-group", "subGroup shuffle i32(1) lane i32(0) -> %5 !1", 0],
  ["a branch", "if lt(%5, i32(1)) {\n set %5 = i32(1)\n }", 0],
])("%s in between: %s", (_, between, loads) => {
  expect(grouped(between)).toBe(loads);
});
