// A few random kernels whose loops neighbouring work-items leave one by one (test/support/independent-rounds.ts): gangs leave what the interpreter
// leaves. `npm run fuzz -- --only rounds` tries more of them, and those that fail, have work-groups or sub-groups.

import { verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { independentProgram } from "../support/independent-arbitrary.js";
import { outcomeOf } from "../support/random-launch.js";
import { executors, gangExecutors } from "../support/run-kernel.js";

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
