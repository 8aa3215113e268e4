// The bound of a loop is loaded once, before it, if no round changes it. The table shows which are; every executor does what the interpreter does with
// the text as it was, also where the bound is no element.

import { type Fn, parseModule, printModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { withSteadyBounds } from "../../codegen/dist/simplify/steady-bounds.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const moduleOf = (body: string) =>
  parseModule(`module "m"
file "m.ts"
site !0.ends bounds @1:1
site !1.x bounds @1:1
site !2.out bounds @1:1
fn #0.k kernel "k" range 1 (%0: span<i32>, %1: span<f64>, %2: i32) @1:1 {
  local %3: f64
  local %4: i32
  local %5: f64
  local %6: i32
  set %3 = f64(0)
  set %4 = globalId(0)
  set %5 = f64(0)
  set %6 = i32(0)
${body}
  store %1[globalId(0)]!2 = add(%5, convert<f64>(%6)) @1:1
}
`);

const end = "convert<f64>(load(%0[add(globalId(0), i32(1))]!0))";
const add = "    set %5 = add(%5, convert<f64>(load(%0[index<i32>(%3)]!1)))\n";
const loop = (condition: string, body = add, header = "") =>
  `  loop L0 @1:1 ${header === "" ? "" : `{\n${header}\n  } `}while ${condition} {\n${body}  } update {\n    set %3 = add(%3, f64(1))\n  }`;

test.each<readonly [name: string, body: string, isBefore: boolean]>([
  ["the end of a row", loop(`lt(%3, ${end})`), true],
  ["on the left", loop(`ge(${end}, %3)`), true],
  ["with another condition behind it", loop(`and(lt(%3, ${end}), lt(%5, f64(50)))`), true],
  ["behind another condition", loop(`and(lt(%5, f64(50)), lt(%3, ${end}))`), false],
  ["of a captured index", loop("lt(%3, convert<f64>(load(%0[%2]!0)))"), true],
  [
    "of an index that changes",
    loop("lt(%3, convert<f64>(load(%0[%6]!0)))", `${add}    set %6 = and(add(%6, i32(1)), i32(3))\n`),
    false,
  ],
  ["of a loaded index", loop("lt(%3, convert<f64>(load(%0[load(%0[%4]!0)]!0)))"), false],
  ["a loop that stores", loop(`lt(%3, ${end})`, `${add}    store %1[%4]!2 = f64(2) @1:1\n`), false],
  ["a loop that waits", loop("lt(f64(3), convert<f64>(load(%0[i32(1)]!0)))", "    break L0\n"), false],
  ["behind the start of a round", loop(`lt(%3, ${end})`, add, "    set %6 = add(%6, i32(1))"), false],
  ["without a comparison with a counter", loop(`lt(%5, add(${end}, %3))`), false],
])("%s", (_, body, isBefore) => {
  const module = moduleOf(body);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions as [Fn];
  const once = { ...module, functions: [withSteadyBounds(fn)] };
  expect(verify(once)).toEqual([]);
  expect(printModule(once).includes(".bound = load(")).toBe(isBefore);
  const ends = Int32Array.from({ length: 38 }, (_, at) => (at * 7) % 20);
  // The last work-item's bound is no element of the second array; the last captured index is none of any.
  for (const [array, captured] of [
    [ends, 5],
    [ends.slice(0, 37), 5],
    [ends, 99],
  ] as const) {
    const launch = { range: [37], args: [array, new Float64Array(37), captured] };
    const expected = runKernel(executors.interpreter, { ...launch, module });
    expect(runKernel(executors.interpreter, { ...launch, module: once })).toEqual(expected);
    for (const executor of [executors.wasm, ...gangExecutors.filter(({ name }) => !name.includes("unchecked"))]) {
      const found = runKernel(executor, { ...launch, module });
      // Work-items of a gang go on together until one fails.
      if (expected.failure) expect(found.failure?.site).toBe(expected.failure.site);
      else expect(found).toEqual(expected);
    }
  }
});
