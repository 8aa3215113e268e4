// Each value of a double has a local of its own where the next one begins in the same block; a copy that keeps a value for later is none where nothing
// sets the original before it is read. The texts show both passes; every executor does what the interpreter does with the text as it was.

import { type Fn, parseModule, printModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { withoutCopies } from "../../codegen/dist/simplify/copies.js";
import { splitLiveRanges } from "../../codegen/dist/simplify/live-ranges.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const moduleOf = (body: string) =>
  parseModule(`module "m"
file "m.ts"
site !0.x bounds @1:1
site !1.out bounds @1:1
fn #0.k kernel "k" range 1 (%0: span<f64>, %1: span<f64>) @1:1 {
  local %2: f64
  local %3: f64
  local %4: i32
  set %2 = load(%0[globalId(0)]!0)
${body}
  store %1[globalId(0)]!1 = %2 @1:1
}
`);

const plus = (local: string, by: number) => `add(${local}, f64(${by}))`;
const rounds = (body: string, header = "") => `  set %4 = i32(0)
  loop L0 @1:1 ${header === "" ? "" : `{\n${header}\n  } `}while lt(%4, i32(3)) {
${body}
  } update {
    set %4 = add(%4, i32(1))
  }`;

/** What is set, in order: a local that has another's value by a number of its own. */
const cases: Readonly<Record<string, readonly [body: string, sets: string]>> = {
  "a value after the other": [`  set %2 = ${plus("%2", 1)}\n  set %2 = mul(%2, f64(2))`, "5 6=5 2=6"],
  "a nested set belongs to the value around it": [
    `  if gt(%2, f64(0)) {\n    set %2 = ${plus("%2", 1)}\n  }\n  set %2 = mul(%2, f64(2))`,
    "5 5=5 2=5",
  ],
  "the last value of a round is the next one's first": [
    rounds(`    set %2 = ${plus("%2", 1)}\n    set %2 = mul(%2, f64(2))`),
    "2 4 5=2 2=5 4=4",
  ],
  "a jump between two values": [
    rounds(
      `    set %2 = ${plus("%2", 1)}\n    if gt(%2, f64(9)) {\n      break L0\n    }\n    set %2 = mul(%2, f64(2))`,
    ),
    "2 4 2=2 2=2 4=4",
  ],
  "a jump within what lies between": [
    `  set %2 = ${plus("%2", 1)}\n${rounds(`    if gt(%2, f64(9)) {\n      break L0\n    }`)}\n  set %2 = mul(%2, f64(2))`,
    "5 6=5 4 4=4 2=6",
  ],
  "a loop's condition reads what its header leaves": [
    rounds(`    set %2 = ${plus("%2", 5)}`, `    set %2 = ${plus("%2", 1)}\n    set %2 = mul(%2, f64(2))`),
    "2 4 5=2 2=5 2=2 4=4",
  ],
  "a copy that is read before the next value": [
    `  set %3 = %2\n  set %4 = wrap<i32>(%2)\n  set %2 = add(%3, convert<f64>(%4))`,
    "5 4=5 2=5,4",
  ],
  "a copy that is read after it": [`  set %3 = %2\n  set %2 = f64(7)\n  set %2 = add(%2, %3)`, "5 3=5 6 2=6,3"],
  "a copy that a loop reads, which sets the original": [
    `  set %3 = %2\n${rounds("    set %2 = add(%2, %3)")}`,
    "2 3=2 4 2=2,3 4=4",
  ],
};

const numbers = Float64Array.from({ length: 37 }, (_, at) => (at - 9) * 1.5);

test.each(Object.entries(cases))("%s", (_, [body, sets]) => {
  const module = moduleOf(body);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions as [Fn];
  const split = { ...module, functions: [splitLiveRanges(withoutCopies(fn))] };
  expect(verify(split)).toEqual([]);
  const found = [...printModule(split).matchAll(/set %(\d+)\S* = (.*)/g)].map(([, local, value = ""]) => {
    const read = [...value.matchAll(/%(\d+)/g)].map(([, one]) => one).filter((one) => one !== "0");
    return read.length > 0 ? `${local}=${read.join(",")}` : local;
  });
  expect(found.join(" ")).toBe(sets);
  const launch = { range: [numbers.length], args: [numbers, new Float64Array(numbers.length)] };
  const expected = runKernel(executors.interpreter, { ...launch, module });
  expect(runKernel(executors.interpreter, { ...launch, module: split })).toEqual(expected);
  for (const executor of [executors.wasm, ...gangExecutors])
    expect(runKernel(executor, { ...launch, module })).toEqual(expected);
});
