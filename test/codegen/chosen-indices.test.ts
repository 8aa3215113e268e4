// Indices that a choice, a minimum, a maximum or a remainder gives, next to where the choice changes: a gang assumes one outcome only for stretches
// of work-items that all have it. Also tests for one index, behind which each work-item does something else. Limits lie around the end of a gang.

import { parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const items = 100;
/** 47 ends a gang of each size. */
const limits = [45, 46, 47, 48, 49];
const id = "globalId(0)";
const comparisons = ["lt", "le", "gt", "ge"] as const;
const mirrored = { lt: "gt", le: "ge", gt: "lt", ge: "le" } as const;

const load = (index: string) => `store %1[${id}]!1 = load(%0[${index}]!0) @1:1`;
const unequal = (test: string) => `if ${test} {\n${load("add(%2, i32(50))")}\n} else {\n${load(id)}\n}`;

const bodies: Readonly<Record<string, readonly string[]>> = {
  "a choice": comparisons.flatMap((op) => [
    load(`select(${op}(${id}, %2), ${id}, %2)`),
    load(`select(${op}(${id}, %2), %2, ${id})`),
    load(`select(${mirrored[op]}(%2, ${id}), ${id}, i32(3))`),
  ]),
  "a minimum": [load(`min(${id}, %2)`), load(`min(%2, ${id})`), load(`min(add(${id}, i32(1)), sub(%2, i32(1)))`)],
  "a maximum": [load(`max(${id}, %2)`), load(`max(%2, ${id})`), load(`max(sub(${id}, i32(1)), add(%2, i32(1)))`)],
  "a remainder": [
    load(`rem(add(${id}, i32(1)), add(%2, i32(20)))`),
    load(`rem(add(${id}, add(%2, i32(19))), add(%2, i32(20)))`),
  ],
  "a test": [unequal(`eq(${id}, %2)`), unequal(`ne(%2, ${id})`), unequal(`eq(add(${id}, i32(1)), %2)`)],
  "a test of one element": [unequal(`eq(${id}, load(%0[%2]!2))`), unequal(`ne(${id}, sub(%2, ${id}))`)],
};

const gangs = gangExecutors.filter(
  ({ bounds, shape, features, name }) =>
    bounds === "checked" && shape === "rows" && features === "simd128" && !name.includes("pieces"),
);

describe.each(Object.entries(bodies))("%s", (_, texts) => {
  test.each(texts)("%s", (text) => {
    const module = parseModule(`module "m"
file "m.ts"
site !0.a bounds @1:1
site !1.out bounds @1:1
site !2.b bounds @1:1
fn #0."k" kernel "k" range 1 (%0.a: span<i32>, %1.out: span<i32>, %2.n: i32) @1:1 {
${text}
}
`);
    expect(verify(module)).toEqual([]);
    const input = Int32Array.from({ length: 2 * items }, (__, index) => (index * 37) % 199);
    for (const limit of limits) {
      const launch = { module, range: [items], args: [input, new Int32Array(items), limit] };
      const expected = runKernel(executors.interpreter, launch);
      expect(expected.failure).toBe(undefined);
      for (const executor of gangs) expect(runKernel(executor, launch), `${executor.name}, ${limit}`).toEqual(expected);
    }
  });
});
