// Several kernels as one: IR in, IR out. What it computes is in test/conformance/graphs.test.ts.

import { type FusionMember, fuseKernels, fusionObstacle, type KernelUses, usesOfKernel } from "@lanewise/codegen";
import { invariant, type Module, parseModule, printModule } from "@lanewise/ir";
import { expect, test } from "vitest";

const sizes = [100, 1, 1] as const;

/** Kernels `body` of one module, each with the arrays that `arrays` number. */
function member(name: string, parameters: string, body: string, arrays: readonly number[]): KernelUses {
  const module: Module = parseModule(`
module "m" file "f"
site !0.x bounds @1:1
site !1.tmp bounds @2:1
site !2.out bounds @3:1
fn #0.${name} kernel "${name}" range 1 (${parameters}) @1:1 {
  ${body}
}
`);
  const known = arrays.map((array) => ({ kind: "array", array, length: 100 }) as const);
  const given: FusionMember = { module, kernel: 0, name, parameters: known, placeOf: Number };
  const uses = usesOfKernel(given, sizes);
  invariant(uses, "the kernel is there");
  return uses;
}

const kernelText = (one: Module) => {
  const text = printModule(one);
  return text.slice(text.indexOf("kernel"));
};

const twice = () =>
  member(
    "twice",
    "%0.x: span<f32>, %1.tmp: span<f32>",
    `local %2.i: i32
  set %2.i = globalId(0)
  store %1.tmp[%2.i]!1 = mul(load(%0.x[%2.i]!0), f32(2)) @2:1`,
    [0, 1],
  );
const plusOne = (index = "globalId(0)") =>
  member(
    "plusOne",
    "%0.tmp: span<f32>, %1.out: span<f32>",
    `store %1.out[globalId(0)]!2 = add(load(%0.tmp[${index}]!1), f32(1)) @3:1`,
    [1, 2],
  );

test("X12: what one kernel has stored, the next one has in a register", () => {
  const { module, parameters, membersAt } = fuseKernels([twice(), plusOne()], sizes, new Set());
  expect(parameters).toEqual([
    { member: 0, parameter: 0 },
    { member: 0, parameter: 1 },
    { member: 1, parameter: 1 },
  ]);
  expect(membersAt(2)).toEqual([1]);
  expect(membersAt(1)).toEqual([0, 1]);
  expect(kernelText(module)).toMatchInlineSnapshot(`
    "kernel "twice 0 fused" range 1 (%0.x: span<f32>, %1.tmp: span<f32>, %2.out: span<f32>) @1:1 {
      local %3.i: i32
      local %4.tmp: f32
      local %5.checked: ref<f32>
      local %6.out: f32
      set %3.i = globalId(0)
      set %5.checked = %1.tmp[%3.i]!1.tmp
      set %4.tmp = mul(load(%0.x[%3.i]!0.x), f32(2))
      store %1.tmp[%3.i]!1.tmp = %4.tmp @2:1
      set %6.out = add(%4.tmp, f32(1))
      store %2.out[globalId(0)]!2.out = %6.out @3:1
    }
    "
  `);
});

test("X12: an internal array is not written", () => {
  const { module, unwritten } = fuseKernels([twice(), plusOne()], sizes, new Set([1]));
  expect([...unwritten]).toEqual([1]);
  expect(kernelText(module)).toMatchInlineSnapshot(`
    "kernel "twice 0 fused" range 1 (%0.x: span<f32>, %1.tmp: span<f32>, %2.out: span<f32>) @1:1 {
      local %3.i: i32
      local %4.tmp: f32
      local %5.checked: ref<f32>
      local %6.out: f32
      set %3.i = globalId(0)
      set %5.checked = %1.tmp[%3.i]!1.tmp
      set %4.tmp = mul(load(%0.x[%3.i]!0.x), f32(2))
      set %6.out = add(%4.tmp, f32(1))
      store %2.out[globalId(0)]!2.out = %6.out @3:1
    }
    "
  `);
});

test("X12: work-items that read each other's elements are an obstacle", () => {
  expect(fusionObstacle([twice()], plusOne())).toBeUndefined();
  expect(fusionObstacle([twice()], plusOne("add(globalId(0), i32(1))"))).toMatchInlineSnapshot(
    `"plusOne reads tmp at another index than the work-item's own (f:2), and twice writes it (f:2)"`,
  );
  expect(fusionObstacle([twice()], plusOne("i32(0)"))).toMatchInlineSnapshot(
    `"plusOne reads tmp at another index than the work-item's own (f:2), and twice writes it (f:2)"`,
  );
});
