// A few random kernels whose loops neighbouring work-items leave one by one (test/support/independent-rounds.ts): gangs leave what the interpreter
// leaves, also where gangs are sub-groups. `npm run fuzz -- --only rounds` tries more of them, and those that fail or have work-groups.

import { verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { independentProgram } from "../support/independent-arbitrary.js";
import { outcomeOf } from "../support/random-launch.js";
import { executors, gangExecutors } from "../support/run-kernel.js";
import { outcomesInGangs, subGroupProgram } from "../support/sub-group-programs.js";

const seeds = Array.from({ length: 16 }, (_, index) => index + 1);

describe.each(seeds)("seed %i", (seed) => {
  const program = independentProgram(seed, { size: 1 + (seed % 4), isOfRounds: true });
  const gangs = gangExecutors.filter((_, index) => index % 7 === seed % 7);

  test("is sound", () => {
    expect(verify(program.module)).toEqual([]);
  });

  test("gives the same in gangs", () => {
    const expected = outcomeOf(program, executors.interpreter);
    expect(expected.failure.site).toBe(0);
    for (const gang of gangs) expect(outcomeOf(program, gang), gang.name).toEqual(expected);
  });
});

/** Few: in most of these kernels work-items part where sub-groups compute together, and it fails. */
const together = [54, 73];

test.each(together)("seed %i gives the same where gangs are sub-groups", (seed) => {
  const plain = independentProgram(seed, { size: 1 + (seed % 4), isOfRounds: true });
  const outcomes = outcomesInGangs(subGroupProgram(plain));
  expect(outcomes.length).toBeGreaterThan(0);
  const expected = outcomeOf(plain, executors.interpreter);
  for (const outcome of outcomes) expect(outcome).toEqual(expected);
});
