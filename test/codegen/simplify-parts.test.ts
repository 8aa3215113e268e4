// Single functions of simplification: labels that a kernel does not use, and temporaries whose value its target can have at once.

import { parseModule, printModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { coalesce } from "../../codegen/dist/simplify/coalesce.js";
import { highestLabel, newLabels } from "../../codegen/dist/simplify/labels.js";
import { findUnrollable, sizeOf } from "../../codegen/dist/simplify/rounds.js";

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

describe("the size of an unrolled loop", () => {
  /** The fewest nodes that a kernel may have for its outer loop to be unrolled, beyond those that it has. */
  const moreOf = (rounds: number, inner = ""): number => {
    const { fn } = moduleOf(`set %2 = i32(0)
loop L0 @1:1 while lt(%2, i32(${rounds})) {
store %0[%2]!0 = %1 @1:1
${inner}
} update {
set %2 = add(%2, i32(1))
}`);
    const size = sizeOf(fn.body);
    for (let most = 0; ; most++) if (findUnrollable(fn, most, () => true)?.counter === 2) return most - size;
  };
  const body =
    "set %5 = i32(0)\nloop L1 @1:1 while lt(%5, i32(ROUNDS)) {\nstore %0[%5]!0 = %1 @1:1\n} update {\nset %5 = add(%5, i32(1))\n}";
  const nested = (rounds: number) => body.replace("ROUNDS", String(rounds));

  test("grows by that of a round, and with one is what it was", () => {
    expect(moreOf(1)).toBe(0);
    expect(moreOf(1, "if lt(%1, i32(3)) {\nstore %0[%2]!0 = %1 @1:1\n}")).toBe(0);
    const round = moreOf(2);
    expect(round).toBeGreaterThan(5);
    expect([0, 3, 7].map((rounds) => moreOf(rounds))).toEqual([-round, 2 * round, 6 * round]);
  });

  test("counts the rounds of the loops inside", () => {
    const inner = moreOf(1, nested(2));
    expect([1, 3].map((rounds) => moreOf(1, nested(rounds)))).toEqual([0, 2 * inner]);
    const both = moreOf(2, nested(1));
    expect(moreOf(2, nested(3))).toBe(both + 2 * 2 * inner);
  });

  test.each([31, 32, 33])("%i rounds are unrolled if that is few enough", (rounds) => {
    const { fn } = moduleOf(
      `set %2 = i32(0)\nloop L0 @1:1 while lt(%2, i32(${rounds})) {\n} update {\nset %2 = add(%2, i32(1))\n}`,
    );
    const found = findUnrollable(fn, Number.POSITIVE_INFINITY, (_, count) => count === rounds);
    expect(found?.values.length).toBe(rounds > 32 ? undefined : rounds + 1);
  });
});
