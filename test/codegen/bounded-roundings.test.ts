// A rounded fraction that conditions bound is clamped to these bounds where an index is computed from it, and nowhere else. The table shows the clamp
// for each form of condition and rounding, and what prevents it; every executor does what the interpreter does with the text as it was.

import { type Fn, parseModule, printModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { assumptionsOf } from "../../codegen/dist/narrow/assumed.js";
import { withBoundedRoundings } from "../../codegen/dist/narrow/bounded-roundings.js";
import { noTables } from "../../codegen/dist/narrow/tables.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

/** `%3` is a fraction of the work-item, `%4` is rounded from it, and `%5` is a number that the launch knows. */
const moduleOf = (body: string) =>
  parseModule(`module "m"
file "m.ts"
site !0.x bounds @1:1
site !1.out bounds @1:1
fn #0.k kernel "k" range 1 (%0: span<f64>, %1: span<f64>, %2: i32) @1:1 {
  local %3: f64
  local %4: f64
  local %5: f64
  local %6: f64
  set %3 = load(%0[globalId(0)]!0)
  set %5 = convert<f64>(%2)
${body}
}
`);

const use = "    store %1[globalId(0)]!1 = load(%0[index<i32>(%4)]!0) @1:1\n";
const round = (value: string, by = "floor") => `  set %4 = ${by}(${value})\n`;
const when = (condition: string, then = use) => `  if ${condition} {\n${then}  }\n`;
const unless = (condition: string, rest = use) => `  if ${condition} {\n    return\n  }\n${rest}`;
const both = "and(ge(%4, f64(0)), lt(%4, f64(9)))";
const outside = "or(lt(%4, f64(0)), ge(%4, f64(9)))";
const fraction = "mul(%3, f64(0.5))";
/** Finite, so that no comparison with it is false because of NaN. */
const finite = "mul(convert<f64>(globalId(0)), f64(0.75))";

const cases: Readonly<Record<string, readonly [body: string, clamps: string]>> = {
  "a floor between two constants": [round("%3") + when(both), "0..8"],
  "at most": [round("%3") + when("and(gt(%4, f64(0)), le(%4, f64(9)))"), "1..9"],
  "a captured bound": [
    round("%3") + when("and(ge(%4, f64(2)), lt(%4, sub(%5, f64(1))))"),
    "2..add(wrap<i32>(sub(convert<f64>(%2), f64(1))), i32(-1))",
  ],
  "a bound that may leave the words": [round("%3") + when("and(ge(%4, f64(2)), lt(%4, mul(%5, f64(9))))"), ""],
  "the fraction is compared": [when("and(ge(%3, f64(0)), lt(%3, f64(9)))", round("%3") + use), "0..8"],
  "the fraction is compared, and not an end": [when("and(gt(%3, f64(0)), le(%3, f64(9)))", round("%3") + use), "0..9"],
  "rounded up": [when("and(gt(%3, f64(0)), lt(%3, f64(9)))", round("%3", "ceil") + use), "1..9"],
  "towards zero": [when("and(gt(%3, f64(-1)), lt(%3, f64(9)))", round("%3", "trunc") + use), "-1..9"],
  "without a local": [
    when(
      "and(ge(%3, f64(0)), lt(%3, f64(9)))",
      "    store %1[globalId(0)]!1 = load(%0[index<i32>(floor(%3))]!0) @1:1\n",
    ),
    "0..8",
  ],
  "one bound": [round("%3") + when("lt(%4, f64(9))"), ""],
  "no bound": [round("%3") + use, ""],
  "an element": [round("%3") + when("and(ge(%4, f64(0)), lt(%4, load(%0[i32(9)]!0)))"), ""],
  "outside, and what may be NaN": [round("%3") + unless(outside), ""],
  "outside, of a number": [round(finite) + unless(outside), "0..8"],
  "behind another value": [round("%3") + when(both, round(fraction) + use), ""],
  "the sign of a zero": [round("%3") + when(both, "    store %1[globalId(0)]!1 = %4 @1:1\n"), ""],
  "the sign of an index": [
    round("%3") +
      when(
        both,
        "    set %6 = %4\n    store %1[globalId(0)]!1 = add(load(%0[index<i32>(%6)]!0), div(f64(1), %6)) @1:1\n",
      ),
    "",
  ],
  "an integer": [round("convert<f64>(globalId(0))") + when(both), ""],
  "in neither branch": [round("%3") + when(both, "    set %3 = f64(1)\n") + use, ""],
};

const special = [0.5, Number.NaN, -0, 0, 8.5, 9, -0.5, -1, Infinity, -Infinity, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 3.25];
const numbers = Float64Array.from({ length: 37 }, (_, at) => special[at] ?? at / 4);

/** They may fail, where nothing has checked the index before. */
const checked = gangExecutors.filter(({ name }) => !name.includes("unchecked"));

test.each(Object.entries(cases))("%s", (_, [body, clamps]) => {
  const module = moduleOf(body);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions as [Fn];
  const bounded = { ...module, functions: [withBoundedRoundings(fn, noTables, assumptionsOf(fn, false))] };
  expect(verify(bounded)).toEqual([]);
  const found = [...printModule(bounded).matchAll(/min\(max\(saturate<i32>\(.*?\), i32\((-?\d+)\)\), (.*?)\)\)\)\]/g)];
  expect(found.map(([, least, most]) => `${least}..${most?.replace(/^i32\((-?\d+)\)$/, "$1")}`).join(" ")).toBe(clamps);
  for (const captured of [10, 3, 0, -(2 ** 31), 2 ** 31 - 1]) {
    const launch = { range: [numbers.length], args: [numbers, new Float64Array(numbers.length), captured] };
    const expected = runKernel(executors.interpreter, { ...launch, module });
    expect(runKernel(executors.interpreter, { ...launch, module: bounded })).toEqual(expected);
    for (const executor of [executors.wasm, ...checked]) {
      const found = runKernel(executor, { ...launch, module });
      // A gang's work-items go on together until one fails.
      if (expected.failure) expect(found.failure).toEqual(expected.failure);
      else expect(found).toEqual(expected);
    }
  }
});
