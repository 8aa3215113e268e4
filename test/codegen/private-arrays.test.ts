// Private arrays that stay in memory, in gangs: elements that all work-items ask for, that each asks for its own of, in branches
// that some do not take; arrays of every scalar, of arrays and of structs, and such as references lead to.

import { parseModule, type ScalarType, scalars, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const types = Object.keys(scalars) as ScalarType[];

/** A value of the scalar's register type from an i32, and back. */
function conversions(type: ScalarType): {
  readonly from: (value: string) => string;
  readonly to: (value: string) => string;
} {
  const { register, kind } = scalars[type];
  if (kind === "bool")
    return { from: (value) => `eq(and(${value}, i32(3)), i32(1))`, to: (value) => `convert<i32>(${value})` };
  if (register === "i32") return { from: (value) => value, to: (value) => value };
  const from = kind === "float" ? "convert" : "wrap";
  return { from: (value) => `${from}<${register}>(${value})`, to: (value) => `wrap<i32>(${value})` };
}

/** `element` gives the place of one of 20 elements; `first` and `inLoop` are statements. */
function source(array: string, type: ScalarType, element: (index: string) => string, first = "", inLoop = ""): string {
  const { from, to } = conversions(type);
  return `module "test"

file "test.ts"

struct "Pair" { "a": ${type}, "b": ${type} }

site !0.out bounds @1:1
site !1.a bounds @1:1

fn #0.k kernel "k" range 1 (%0: span<i32>, %1: i32) @1:1 {
  local %2: ${array}
  local %3: i32
  local %4: i32
  local %5: i32
  local %6: ref<array<${type}, 4>>
  ${first}
  set %3 = i32(0)
  loop L0 @1:1 while lt(%3, i32(20)) {
    ${inLoop}
    store ${element("%3")} = ${from("mul(add(globalId(0), %3), i32(37))")} @1:1
    if gt(and(globalId(0), i32(3)), and(%3, i32(1))) {
      store ${element("sub(i32(19), %3)")} = ${from("sub(%3, globalId(0))")} @1:1
    }
  } update {
    set %3 = add(%3, i32(1))
  }
  store ${element("rem(globalId(0), i32(20))")} = ${from("globalId(0)")} @1:1
  set %5 = i32(0)
  set %4 = i32(0)
  loop L1 @1:1 while lt(%4, add(%1, and(globalId(0), i32(7)))) {
    set %5 = add(mul(%5, i32(31)), ${to(`load(${element("%4")})`)})
    set %5 = add(mul(%5, i32(31)), ${to(`load(${element("and(add(globalId(0), %4), i32(15))")})`)})
  } update {
    set %4 = add(%4, i32(1))
  }
  store %0[globalId(0)]!0 = %5 @1:1
}
`;
}

function runEverywhere(text: string): void {
  const module = parseModule(text);
  expect(verify(module)).toEqual([]);
  const launch = { module, range: [37], args: [new Int32Array(37), 11] };
  const expected = runKernel(executors.interpreter, launch);
  for (const [name, executor] of Object.entries(executors)) expect(runKernel(executor, launch), name).toEqual(expected);
  for (const executor of gangExecutors) expect(runKernel(executor, launch), executor.name).toEqual(expected);
}

describe.each(types)("%s", (type) => {
  test("in an array", () => runEverywhere(source(`array<${type}, 20>`, type, (index) => `&%2[${index}]!1`)));

  test("in an array of arrays", () => {
    const element = (index: string) => `&%2[shr(${index}, i32(2))]!1[and(${index}, i32(3))]!1`;
    runEverywhere(source(`array<array<${type}, 4>, 5>`, type, element));
  });

  test("in an array of structs", () => {
    const other = `store &%2[sub(i32(19), %3)]!1->0 = ${conversions(type).from("i32(1)")} @1:1`;
    runEverywhere(source(`array<struct<"Pair">, 20>`, type, (index) => `&%2[${index}]!1->1`, "", other));
  });

  test("in an array that a reference leads into", () => {
    const element = (index: string) => `&%2[shr(${index}, i32(2))]!1[and(${index}, i32(3))]!1`;
    const first = `set %6 = &%2[i32(3)]!1
  if eq(and(globalId(0), i32(1)), i32(0)) {
    set %6 = &%2[and(globalId(0), i32(3))]!1
  }`;
    const through = `store %6[i32(1)]!1 = ${conversions(type).from("i32(1)")} @1:1`;
    runEverywhere(source(`array<array<${type}, 4>, 5>`, type, element, first, through));
  });
});

test("an index outside fails in the first work-item that asks", () => {
  const module = parseModule(
    source("array<f32, 20>", "f32", (index) => `&%2[${index}]!1`, "").replace(
      "add(%1, and(globalId(0), i32(7)))",
      "add(%1, rem(globalId(0), i32(3)))",
    ),
  );
  const launch = { module, range: [37], args: [new Int32Array(37), 19] };
  const { failure } = runKernel(executors.interpreter, launch);
  expect(failure).toEqual({ site: 1, item: 2, index: 20n, length: 20n });
  for (const executor of gangExecutors.filter(({ bounds }) => bounds === "checked"))
    expect(runKernel(executor, launch).failure, executor.name).toEqual(failure);
});
