// Loops whose counter or bound grows from one work-item to the next: a gang's whole rounds run without masks, the last ones with them. Every
// executor does what one work-item after the other does. A row says what a loop does, and whether it has whole rounds.

import { explainKernel } from "@lanewise/codegen";
import { type Module, parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { expectAlike } from "../support/gang-failures.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

interface Case {
  readonly name: string;
  readonly hasWhole: boolean;
  /** What the counter %5 begins with, its condition and step. */
  readonly loop: readonly [first: string, condition: string, step: string];
  /** %6 is a sum. */
  readonly body?: string;
  /** Around the loop, where its text is `LOOP`. */
  readonly around?: string;
  /** Behind the loop. */
  readonly after?: string;
}

const id = "globalId(0)";
const sum = "set %6 = add(mul(%6, i32(3)), load(%0[%5]!0))";
const own = ["globalId(0)", "lt(%5, %3)", "i32(16)"] as const;
const upTo = ["i32(0)", `lt(%5, ${id})`, "i32(1)"] as const;

const cases: readonly Case[] = [
  ...[1, 3, 16, 37, 64].map((step): Case => {
    return { name: `begins at the index, steps of ${step}`, hasWhole: true, loop: [id, "lt(%5, %3)", `i32(${step})`] };
  }),
  { name: "up to a bound and with it", hasWhole: true, loop: [id, "le(%5, %3)", "i32(5)"] },
  { name: "begins at three times the index", hasWhole: true, loop: [`mul(${id}, i32(3))`, "lt(%5, %3)", "i32(7)"] },
  { name: "up to the index", hasWhole: true, loop: upTo },
  { name: "up to the index and with it", hasWhole: true, loop: ["i32(0)", `le(%5, ${id})`, "i32(1)"] },
  { name: "up to twice the index", hasWhole: true, loop: ["i32(3)", `lt(%5, add(mul(${id}, i32(2)), %3))`, "i32(4)"] },
  {
    name: "that loads an element twice",
    hasWhole: true,
    loop: upTo,
    body: "set %6 = add(%6, mul(load(%0[%5]!0), load(%0[%5]!0)))",
  },
  { name: "down from the index", hasWhole: false, loop: [id, "ge(%5, i32(0))", "i32(-1)"] },
  { name: "from the index up to twice it", hasWhole: false, loop: [id, `lt(%5, mul(${id}, i32(2)))`, "i32(1)"] },
  { name: "up to a bound that falls", hasWhole: false, loop: ["i32(0)", `lt(%5, sub(%3, ${id}))`, "i32(3)"] },
  { name: "begins at what falls", hasWhole: false, loop: [`sub(i32(60), ${id})`, "lt(%5, %3)", "i32(7)"] },
  {
    name: "to where data say",
    hasWhole: false,
    loop: ["i32(0)", "lt(%5, and(load(%0[globalId(0)]!0), i32(15)))", "i32(1)"],
  },
  { name: "with a break", hasWhole: false, loop: own, body: `if gt(%5, %4) {\nbreak L0\n}\n${sum}` },
  { name: "with a return", hasWhole: false, loop: own, body: `if gt(%5, %4) {\nreturn @1:1\n}\n${sum}` },
  {
    name: "with a continue",
    hasWhole: true,
    loop: own,
    body: `if eq(and(load(%0[%5]!0), i32(1)), i32(0)) {\ncontinue L0\n}\n${sum}`,
  },
  {
    name: "with a block that it leaves",
    hasWhole: true,
    loop: own,
    body: `block L1 {\nif gt(load(%0[%5]!0), i32(9)) {\nbreak L1\n}\n${sum}\n}`,
  },
  {
    name: "with a loop inside",
    hasWhole: true,
    loop: own,
    body: `set %7 = i32(0)\nloop L1 @1:1 while lt(%7, %4) {\nset %6 = add(%6, mul(%7, load(%0[%5]!0)))\n} update {\nset %7 = add(%7, i32(1))\n}`,
  },
  {
    name: "with a loop inside that has whole rounds",
    hasWhole: true,
    loop: own,
    body: `set %7 = i32(0)\nloop L1 @1:1 while lt(%7, ${id}) {\n${sum}\n} update {\nset %7 = add(%7, i32(1))\n}`,
  },
  { name: "stores", hasWhole: true, loop: own, body: `${sum}\nstore %1[%5]!1 = add(%6, load(%1[%5]!1)) @1:1` },
  { name: "of some work-items", hasWhole: true, loop: own, around: `if gt(load(%0[${id}]!0), i32(3)) {\nLOOP\n}` },
  {
    name: "of some work-items, which stores",
    hasWhole: true,
    loop: own,
    body: `store %1[%5]!1 = %6 @1:1\n${sum}`,
    around: `if gt(load(%0[${id}]!0), i32(3)) {\nLOOP\n}`,
  },
  {
    name: "twice",
    hasWhole: true,
    loop: upTo,
    around: `set %8 = i32(0)\nloop L2 @1:1 while lt(%8, %4) {\nLOOP\n} update {\nset %8 = add(%8, i32(1))\n}`,
  },
  { name: "whose counter is wanted", hasWhole: false, loop: own, after: "set %6 = add(%6, %5)" },
  // The bound is beyond 2^31 for the gang's last work-items, or its counter is.
  {
    name: "from where the counter wraps around",
    hasWhole: true,
    loop: [`add(${id}, i32(2147483640))`, "lt(%5, i32(0))", "i32(268435456)"],
    body: "set %6 = add(%6, i32(1))",
  },
  {
    name: "to where the bound wraps around",
    hasWhole: true,
    loop: ["i32(0)", `lt(%5, add(${id}, i32(2147483640)))`, "i32(2147483647)"],
    body: "set %6 = add(%6, i32(1))",
  },
];

function moduleOf({
  loop: [first, condition, step],
  body = sum,
  around = "LOOP",
  after = "",
}: Omit<Case, "name" | "hasWhole">): Module {
  const loop = `set %5 = ${first}\nloop L0 @1:1 while ${condition} {\n${body}\n} update {\nset %5 = add(%5, ${step})\n}`;
  const text = `module "m"
file "m.ts"
site !0.a bounds @1:1
site !1.b bounds @1:1
site !2.out bounds @1:1
fn #0."k" kernel "k" range 1 (%0.a: span<i32>, %1.b: span<i32>, %2.out: span<i32>, %3.n: i32, %4.m: i32) @1:1 {
local %5: i32
local %6: i32
local %7: i32
local %8: i32
set %6 = i32(1)
${around.replace("LOOP", loop)}
${after}
store %2[${id}]!2 = %6 @1:1
}
`;
  return parseModule(text);
}

/** Neither the shape nor the features change what these loops become. */
const gangs = gangExecutors.filter(
  ({ bounds, shape, features }) => bounds !== "unchecked" && shape === "rows" && features === "simd128",
);
const options = {
  kernel: 0,
  bounds: "checked",
  threads: "one",
  features: "simd128",
  fp: "strict",
  shape: "rows",
  privatise: false,
  sharedMemory: false,
} as const;
const input = Int32Array.from({ length: 400 }, (_, index) => (index * 37) % 13);

describe.each(cases)("$name", ({ hasWhole, ...one }) => {
  const module = moduleOf(one);

  test("is sound, and has whole rounds if the row says so", () => {
    expect(verify(module)).toEqual([]);
    const { loops } = explainKernel({ ...options, module });
    expect(loops.some(({ reason }) => reason?.endsWith("in the last rounds") ?? false)).toBe(hasWhole);
  });

  test("gives the same on all executors", () => {
    for (const items of [1, 7, 16, 33, 50]) {
      for (const [n, m] of [
        [0, 3],
        [40, 20],
        [97, 4],
        [200, 1],
      ] as const) {
        const args = [input, new Int32Array(400), new Int32Array(items), n, m];
        const expected = runKernel(executors.interpreter, { module, range: [items], args });
        expect(expected.failure).toBe(undefined);
        for (const executor of gangs)
          expect(runKernel(executor, { module, range: [items], args }), `${executor.name}, ${items}, ${n}`).toEqual(
            expected,
          );
      }
    }
  });
});

test.each([16, 64])("elements outside fail in the round that they do, in steps of %i", (step) => {
  const module = moduleOf({
    loop: [id, "lt(%5, %3)", `i32(${step})`],
    body: `${sum}\nstore %1[%5]!1 = %6 @1:1`,
  });
  for (const [loaded, stored, n] of [
    [200, 90, 200],
    [90, 200, 200],
    [150, 200, 191],
  ] as const) {
    const args = [input.slice(0, loaded), new Int32Array(stored), new Int32Array(50), n, 1];
    expect(expectAlike({ module, range: [50], args })).toBe(true);
  }
});
