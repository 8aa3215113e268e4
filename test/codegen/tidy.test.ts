// What is left of statements whose values nobody reads: nothing, or those whose checks no other statement makes.

import { parseModule, printModule, verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { tidy } from "../../codegen/dist/simplify/tidy.js";

/** %0 is an array, %1 a number, %2 a variable that is read; %3, %4 and %5 are not. */
function moduleOf(body: string) {
  return parseModule(`module "m"
file "m.ts"
site !0.a bounds @1:1
fn #0."k" kernel "k" range 1 (%0.a: span<i32>, %1.n: i32) @1:1 {
local %2: i32
local %3: i32
local %4: i32
local %5: ref<i32>
set %2 = globalId(0)
${body}
store %0[%2]!0 = %2 @1:1
}
`);
}

const load = "set %3 = load(%0[%2]!0)";
const other = "set %4 = load(%0[%1]!0)";
const through = "set %3 = load(%0[load(%0[%2]!0)]!0)";

test.each<readonly [name: string, body: string, left: string]>([
  ["a value that cannot fail", "set %3 = mul(%2, i32(3))", ""],
  ["two that only the other one reads", "set %3 = %1\nset %4 = add(%3, i32(1))", ""],
  ["a branch of such", "if gt(%1, i32(3)) {\nset %3 = %1\n} else {\nset %4 = %2\n}", ""],
  ["a load that the next statement makes, too", load, ""],
  ["a load that nobody makes", other, other],
  ["a load that has been made", `${other}\nstore %0[%1]!0 = i32(1) @1:1\n${other}`, "store %0[%1]!0 = i32(1) @1:1"],
  ["a load before its index changes", `${load}\nset %2 = add(%2, i32(1))`, `${load}\nset %2 = add(%2, i32(1))`],
  [
    "a load that has been made at another index",
    `store %0[%2]!0 = i32(1) @1:1\nset %2 = add(%2, i32(5))\n${load}\nset %2 = i32(0)`,
    `store %0[%2]!0 = i32(1) @1:1\nset %2 = add(%2, i32(5))\n${load}\nset %2 = i32(0)`,
  ],
  [
    "a load in a branch, which has been made before",
    `store %0[%1]!0 = i32(1) @1:1\nif gt(%2, i32(3)) {\n${other}\nset %2 = i32(0)\n}`,
    "store %0[%1]!0 = i32(1) @1:1\nif gt(%2, i32(3)) {\nset %2 = i32(0)\n}",
  ],
  [
    "a load behind a loop that changes its index",
    `store %0[%2]!0 = i32(1) @1:1\nloop L0 @1:1 while lt(%2, %1) {\n} update {\nset %2 = add(%2, i32(1))\n}\n${load}\nset %2 = i32(0)`,
    `store %0[%2]!0 = i32(1) @1:1\nloop L0 @1:1 while lt(%2, %1) {\n} update {\nset %2 = add(%2, i32(1))\n}\n${load}\nset %2 = i32(0)`,
  ],
  [
    "a load in a loop that changes its index",
    `store %0[%2]!0 = i32(1) @1:1\nloop L0 @1:1 while lt(%2, %1) {\n${load}\n} update {\nset %2 = add(%2, i32(1))\n}\nset %2 = i32(0)`,
    `store %0[%2]!0 = i32(1) @1:1\nloop L0 @1:1 while lt(%2, %1) {\n${load}\n} update {\nset %2 = add(%2, i32(1))\n}\nset %2 = i32(0)`,
  ],
  [
    "a load that another one comes before",
    `${other}\nstore %0[add(%2, i32(1))]!0 = i32(1) @1:1\nstore %0[%1]!0 = i32(1) @1:1`,
    `${other}\nstore %0[add(%2, i32(1))]!0 = i32(1) @1:1\nstore %0[%1]!0 = i32(1) @1:1`,
  ],
  [
    "a load that is made again behind another store",
    `store %0[%2]!0 = i32(1) @1:1\n${other}\nstore %0[%2]!0 = i32(2) @1:1\nstore %0[%1]!0 = i32(1) @1:1`,
    `store %0[%2]!0 = i32(1) @1:1\n${other}\nstore %0[%2]!0 = i32(2) @1:1\nstore %0[%1]!0 = i32(1) @1:1`,
  ],
  [
    "a load before a loop that may not run",
    `${other}\nloop L0 @1:1 while lt(%2, i32(3)) {\nstore %0[%1]!0 = i32(1) @1:1\n} update {\nset %2 = add(%2, i32(1))\n}`,
    `${other}\nloop L0 @1:1 while lt(%2, i32(3)) {\nstore %0[%1]!0 = i32(1) @1:1\n} update {\nset %2 = add(%2, i32(1))\n}`,
  ],
  [
    "a load at what is loaded, behind a store",
    `store %0[load(%0[%2]!0)]!0 = i32(1) @1:1\n${through}`,
    `store %0[load(%0[%2]!0)]!0 = i32(1) @1:1\n${through}`,
  ],
])("%s", (_, body, left) => {
  const module = moduleOf(body);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions;
  if (!fn) throw new Error("the module has a kernel");
  const made = { ...module, functions: [tidy(fn)] };
  expect(verify(made)).toEqual([]);
  const [whole] = moduleOf(left).functions;
  const wanted = whole && { ...module, functions: [{ ...whole, locals: made.functions[0]?.locals ?? [] }] };
  const bodyOf = (text: string) => text.slice(text.indexOf("set %2 = globalId(0)")).replaceAll("%4", "%3");
  expect(bodyOf(printModule(made))).toBe(wanted && bodyOf(printModule(wanted)));
});
