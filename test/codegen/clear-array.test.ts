// Scalar code clears private arrays with a few wide stores. Loops that are almost like these stay, and all leave in the array what the interpreter does,
// where the work-item before has left other values.

import { printWat } from "@lanewise/codegen";
import { type Module, parseModule, type ScalarType, scalars, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { executors, runKernel } from "../support/run-kernel.js";

const LENGTH = 41;
const types = Object.keys(scalars) as ScalarType[];

interface Form {
  readonly first?: string;
  readonly condition?: string;
  readonly element?: string;
  readonly zero?: string;
  readonly more?: string;
  readonly update?: string;
}

function moduleOf(type: ScalarType, length: number, form: Form): Module {
  const { register, kind } = scalars[type];
  const isWord = register === "i32";
  const zero = kind === "bool" ? "false" : `${register}(0${scalars[type].size === 8 && kind !== "float" ? "n" : ""})`;
  const toWord = (value: string): string => (isWord ? value : `${kind === "bool" ? "convert" : "wrap"}<i32>(${value})`);
  const fromWord = (value: string): string =>
    isWord ? value : `${kind === "float" ? "convert" : "wrap"}<${register}>(${value})`;
  const rest = kind === "bool" ? "eq(and(%3, i32(1)), i32(0))" : fromWord("add(%3, i32(5))");
  const {
    first = "i32(0)",
    condition = `lt(%3, i32(${length}))`,
    element = "&%2[%3]!1",
    more = "",
    update = "add(%3, i32(1))",
  } = form;
  const module = parseModule(`module "test"

file "test.ts"

site !0.out bounds @1:1
site !1.a bounds @1:1

fn #0.k kernel "k" range 1 (%0: span<i32>, %1: span<${type}>) @1:1 {
  local %2: array<${type}, ${LENGTH}>
  local %3: i32
  local %4: i32
  set %3 = ${first}
  loop L0 @1:1 while ${condition} {
    store ${element} = ${form.zero ?? zero} @1:1
    ${more}
  } update {
    set %3 = ${update}
  }
  set %4 = %3
  set %3 = i32(0)
  loop L1 @1:1 while lt(%3, i32(${LENGTH})) {
    set %4 = add(mul(%4, i32(31)), ${toWord("load(&%2[%3]!1)")})
    store &%2[%3]!1 = ${rest} @1:1
  } update {
    set %3 = add(%3, i32(1))
  }
  store %0[globalId(0)]!0 = %4 @1:1
}
`);
  expect(verify(module)).toEqual([]);
  return module;
}

const watOf = (module: Module): string =>
  printWat({
    ...{ module, kernel: 0, gang: 1, bounds: "checked", fp: "default", threads: "one", features: "simd128" },
    ...{ shape: "rows", privatise: false, sharedMemory: false },
  });
/** Of the code for usual launches, which comes first. */
const countLoops = (module: Module): number =>
  watOf(module)
    .split("\n  (func")[1]
    ?.match(/\(loop/g)?.length ?? 0;

function compare(module: Module): void {
  const launch = { module, range: [4], args: [new Int32Array(4), new Int32Array(LENGTH)] };
  const expected = runKernel(executors.interpreter, launch);
  for (const executor of [executors.wasm, executors["wasm, many threads"]])
    expect(runKernel(executor, launch)).toEqual(expected);
}

/** Over work-items, and over the array's elements. */
const LOOPS = 2;

describe("clears", () => {
  test.each(types)("%s", (type) => {
    for (const length of [1, 2, 3, 7, 16, 17, LENGTH]) {
      const module = moduleOf(type, length, {});
      compare(module);
      expect(countLoops(module), String(length)).toBe(LOOPS);
    }
  });
});

const others: Readonly<Record<string, Form>> = {
  "from another element on": { first: "i32(1)" },
  "to the end of a longer array": { condition: `lt(%3, i32(${LENGTH + 1}))` },
  "one more": { condition: "le(%3, i32(5))" },
  "by a captured number": { condition: "lt(%3, min(length(%0), i32(9)))" },
  "another number": { zero: "f32(1)" },
  "the other zero": { zero: "f32(-0)" },
  "every other element": { update: "add(%3, i32(2))" },
  "the next element": { element: "&%2[add(%3, i32(1))]!1", condition: "lt(%3, i32(20))" },
  "always the same element": { element: "&%2[i32(3)]!1" },
  "an array of the launch": { element: "%1[%3]!1" },
  "and something else": { more: "store &%2[i32(0)]!1 = f32(2) @1:1" },
};

test.each(Object.entries(others))("leaves the loop: %s", (_, form) => {
  const module = moduleOf("f32", 16, form);
  compare(module);
  expect(countLoops(module)).toBeGreaterThan(LOOPS);
});
