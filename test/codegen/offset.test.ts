// The variant of a kernel for ranges that do not begin at 0: IR in, IR out. What it computes is in test/conformance/sycl/
// 4.9-ranges-and-barriers.test.ts.

import { offsetIndices, simplifyKernel } from "@lanewise/codegen";
import { type Module, parseModule, printModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";

const module = parseModule(`
module "m" file "f"
site !0.out bounds @1:1
fn #0.at internal "at" () -> i32 @1:1 {
  return add(globalId(0), globalId(1))
}
fn #1.k kernel "k" range 2 (%0.out: span<i32>) @1:1 {
  local %1.at: i32
  call #0.at() -> %1.at @1:1
  store %0.out[sub(globalId(0), globalOffset(0))]!0 = add(mul(globalSize(1), globalOffset(2)), %1.at) @1:1
}
`);
const kernelText = (one: Module) => {
  const text = printModule(one);
  return text.slice(text.indexOf("kernel"));
};

test("X11: with an offset, indices are counted from parameters behind the kernel's own", () => {
  const offset = offsetIndices(module, 1);
  expect(verify(offset)).toEqual([]);
  expect(kernelText(offset)).toMatchInlineSnapshot(`
    "kernel "k" range 2 (%0.out: span<i32>, %1."offset.0": i32, %2."offset.1": i32) @1:1 {
      local %3.at: i32
      set %3.at = add(add(globalId(0), %1."offset.0"), add(globalId(1), %2."offset.1"))
      store %0.out[globalId(0)]!0.out = add(mul(globalSize(1), i32(0)), %3.at) @1:1
    }
    "
  `);
});

test("X11: without, nothing is left of it", () => {
  const fn = module.functions[1];
  const simplified = fn && simplifyKernel(module, fn);
  expect(kernelText({ ...module, functions: simplified ? [simplified] : [] })).toMatchInlineSnapshot(`
    "kernel "k" range 2 (%0.out: span<i32>) @1:1 {
      local %1.at: i32
      set %1.at = add(globalId(0), globalId(1))
      store %0.out[globalId(0)]!0.out = add(mul(globalSize(1), i32(0)), %1.at) @1:1
    }
    "
  `);
});
