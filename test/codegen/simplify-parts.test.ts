// Single functions of simplification: labels that a kernel does not use, and temporaries whose value its target can have at once.

import { parseModule, printModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { coalesce } from "../../codegen/dist/simplify/coalesce.js";
import { highestLabel, newLabels } from "../../codegen/dist/simplify/labels.js";

/** %0 is an array, %1 a number; %2 to %5 are variables, two of which have a value. */
function moduleOf(body: string) {
  const module = parseModule(`module "m"
file "m.ts"
site !0.a bounds @1:1
fn #0."k" kernel "k" range 1 (%0.a: span<i32>, %1.n: i32) @1:1 {
local %2: i32
local %3: i32
local %4: i32
local %5: i32
set %3 = %1
set %4 = %1
${body}
}
`);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions;
  if (!fn) throw new Error("the text has a kernel");
  return { module, fn };
}

test.each<readonly [name: string, body: string, highest: number, next: number]>([
  ["no label", "set %2 = i32(1)", -1, 1],
  ["the lowest", "block L0 {\nset %2 = i32(1)\n}", 0, 1],
  ["a block inside", "block L0 {\nblock L7 {\nset %2 = i32(1)\n}\n}", 7, 8],
  ["a loop", "loop L3 @1:1 while lt(%4, i32(4)) {\n} update {\nset %4 = add(%4, i32(1))\n}", 3, 4],
  ["a higher one first", "block L5 {\nset %2 = i32(1)\n}\nblock L2 {\nset %2 = i32(1)\n}", 5, 6],
])("%s", (_, body, highest, next) => {
  const { fn } = moduleOf(body);
  const label = newLabels(fn.body);
  expect([highestLabel(fn.body), label(), label()]).toEqual([highest, next, next + 1]);
});

describe("a temporary", () => {
  const between = (count: number) => Array.from({ length: count }, () => "set %4 = add(%4, i32(1))").join("\n");
  const one = "set %2 = add(%1, i32(1))";

  test.each<readonly [name: string, body: string, after: string | undefined]>([
    ["is left out", `${one}\nset %3 = %2`, "set %3 = add(%1, i32(1))"],
    ["behind others", `${one}\n${between(3)}\nset %3 = %2`, `set %3 = add(%1, i32(1))\n${between(3)}`],
    ["behind 63 others", `${one}\n${between(63)}\nset %3 = %2`, `set %3 = add(%1, i32(1))\n${between(63)}`],
    ["behind 64 others", `${one}\n${between(64)}\nset %3 = %2`, undefined],
    [
      "behind a store",
      `${one}\nstore %0[%4]!0 = %4 @1:1\nset %3 = %2`,
      "set %3 = add(%1, i32(1))\nstore %0[%4]!0 = %4 @1:1",
    ],
    ["whose target is read before", `${one}\nset %4 = %3\nset %3 = %2`, undefined],
    ["whose target is stored before", `${one}\nstore %0[%4]!0 = %3 @1:1\nset %3 = %2`, undefined],
    ["whose target is set before", `${one}\nset %3 = i32(4)\nset %3 = %2`, undefined],
    ["in front of a branch", `${one}\nif lt(%1, i32(3)) {\nset %4 = i32(1)\n}\nset %3 = %2`, undefined],
    [
      "in front of a loop",
      `${one}\nloop L0 @1:1 while lt(%4, i32(3)) {\n} update {\nset %4 = add(%4, i32(1))\n}\nset %3 = %2`,
      undefined,
    ],
    ["that is read twice", `${one}\nset %3 = %2\nset %4 = %2`, undefined],
    ["that is set twice", `set %2 = i32(3)\n${one}\nset %3 = %2`, undefined],
    ["of its target", "set %2 = add(%3, i32(1))\nset %3 = %2", "set %3 = add(%3, i32(1))"],
    ["that a block sets", `block L0 {\n${one}\n}\nset %3 = %2`, undefined],
    [
      "inside a branch",
      `if lt(%1, i32(3)) {\n${one}\nset %3 = %2\n}`,
      "if lt(%1, i32(3)) {\nset %3 = add(%1, i32(1))\n}",
    ],
    ["of a parameter", "set %3 = %1", undefined],
  ])("%s", (_, body, after) => {
    const { module, fn } = moduleOf(body);
    const found = printModule({ ...module, functions: [coalesce(fn)] });
    expect(found).toBe(printModule(moduleOf(after ?? body).module));
  });
});
