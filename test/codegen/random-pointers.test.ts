// Random kernels in which places of globals and of captured arrays are reached through their pointers leave what the same kernels
// leave without.

import { verify } from "@lanewise/ir";
import { expect, test } from "vitest";
import { randomProgram } from "../support/ir-arbitrary.js";
import { executors } from "../support/run-kernel.js";
import { pointedOutcomeOf, throughPointers } from "../support/through-pointers.js";

test.each([false, true])("failing kernels: %s", (canFail) => {
  let changed = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const program = randomProgram(seed, { size: 1 + (seed % 20), canFail });
    const other = throughPointers(program);
    expect(verify(other.module), `seed ${seed}`).toEqual([]);
    if (JSON.stringify(other.module.functions, text) !== JSON.stringify(program.module.functions, text)) changed++;
    const expected = pointedOutcomeOf(program, executors.interpreter);
    for (const [name, executor] of Object.entries(executors).filter(([, { gang }]) => gang < 8)) {
      expect(pointedOutcomeOf(other, executor), `seed ${seed} on ${name}`).toEqual(expected);
    }
  }
  expect(changed).toBeGreaterThan(30);
});

const text = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
