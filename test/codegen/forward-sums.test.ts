// A sum that leaves 32 bits by a little moves from its local to its uses if words can do there what they need of it; its operands stay where they were.

import { type Fn, parseModule, printModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { withForwardedSums } from "../../codegen/dist/narrow/forward-sums.js";
import { noTables } from "../../codegen/dist/narrow/tables.js";

const moduleOf = (body: string) =>
  parseModule(`module "m"
file "m.ts"
site !0.x bounds @1:1
fn #0.k kernel "k" range 1 (%0: span<i32>, %1: i32, %2: f64) @1:1 {
  local %3: f64
  local %4: i32
${body}
}
`);

const x = "convert<f64>(load(%0[globalId(0)]!0))";
const few = "convert<f64>(and(%1, i32(127)))";
const sum = `  set %3 = add(${x}, ${few})\n`;
const when = (condition: string, then = "wrap<i32>(%3)") => `  if ${condition} {\n    set %4 = ${then}\n  }\n`;
const word = "convert<f64>(%1)";

test.each<readonly [name: string, body: string, isMoved: boolean]>([
  ["compared and stored", sum + when(`gt(%3, ${word})`), true],
  ["on the right", sum + when(`gt(${word}, %3)`), true],
  ["a difference", `  set %3 = sub(${x}, ${few})\n${when(`eq(%3, ${word})`)}`, true],
  ["of a constant", `  set %3 = sub(${x}, f64(1))\n${when(`lt(%3, ${word})`)}`, true],
  ["the larger one", sum + when(`lt(%3, ${word})`, `wrap<i32>(max(${word}, %3))`), true],
  ["stored alone", sum + when("gt(%2, f64(0))"), false],
  ["compared with a fraction", sum + when("gt(%3, f64(0.5))"), false],
  ["compared with any number", sum + when("gt(%3, %2)"), false],
  ["compared with itself", sum + when("gt(%3, %3)"), false],
  ["the larger one, as a number", sum + when(`lt(%3, max(%3, ${word}))`), false],
  ["its magnitude", sum + when(`gt(%3, ${word})`, "wrap<i32>(abs(%3))"), false],
  ["an index", sum + when(`gt(%3, ${word})`, "load(%0[index<i32>(%3)]!0)"), false],
  ["a product", `  set %3 = mul(${x}, f64(3))\n${when(`gt(%3, ${word})`)}`, false],
  ["of two with any sign", `  set %3 = add(${x}, ${word})\n${when(`gt(%3, ${word})`)}`, false],
  ["of a fraction", `  set %3 = add(${x}, %2)\n${when(`gt(%3, ${word})`)}`, false],
  ["a word", `  set %3 = add(${few}, f64(1))\n${when(`gt(%3, ${word})`)}`, false],
  [
    "one of two values",
    `${sum}  if gt(%2, f64(0)) {\n    set %3 = sub(${x}, f64(1))\n  }\n${when(`gt(%3, ${word})`)}`,
    false,
  ],
])("%s", (_, body, isMoved) => {
  const module = moduleOf(body);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions as [Fn];
  const moved = { ...module, functions: [withForwardedSums(fn, noTables)] };
  expect(verify(moved)).toEqual([]);
  expect(!printModule(moved).includes("set %3 =")).toBe(isMoved);
});
