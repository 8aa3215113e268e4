// Random kernels whose work-items do not meet mean the same where values go through sub-groups and come back: shuffles that give the
// work-item's own value stand at random places, and conditions first ask whether any member's holds. Each kernel is compared with itself
// as it was: divided at what sub-groups compute together, on every target, and where gangs are sub-groups. Where work-items part, some
// fail; these have to fail everywhere. LANEWISE_FUZZ_PROGRAMS and LANEWISE_FUZZ_SEED are as in differential.test.ts.

import { UndividedKernel } from "@lanewise/codegen";
import { describe, expect, test } from "vitest";
import { groupExecutor } from "../support/group-executors.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import type { RandomProgram } from "../support/ir-arbitrary.js";
import { launchOf, outcomeOf } from "../support/random-launch.js";
import { executors } from "../support/run-kernel.js";
import { outcomesInGangs, outcomesInRegions, splitFor, subGroupProgram } from "../support/sub-group-programs.js";

const firstSeed = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);
const programs = Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 24);

/** Most have rows that sub-groups divide. */
function* plainPrograms(): Generator<RandomProgram> {
  let count = 0;
  for (let seed = firstSeed; count < programs; seed++) {
    const plain = independentProgram(seed, { size: 1 + (Math.abs(seed) % 24) });
    const inner = plain.range.at(-1) ?? 1;
    if (inner === 0 || (inner % 4 !== 0 && seed % 8 !== 0)) continue;
    count++;
    yield plain;
  }
}

describe("random kernels with sub-groups", () => {
  test("do what they do without", { timeout: 300_000 }, () => {
    const counts = { same: 0, diverging: 0, refused: 0, inGangs: 0 };
    for (const plain of plainPrograms()) {
      const { seed } = plain;
      const one = subGroupProgram(plain);
      const { program, local, size } = one;
      try {
        launchOf(program, groupExecutor(executors.interpreter, local, splitFor(size)));
      } catch (error) {
        if (!(error instanceof UndividedKernel)) throw error;
        counts.refused++;
        continue;
      }
      const [first, ...others] = outcomesInRegions(one);
      for (const outcome of others) expect(outcome, `seed ${seed}`).toEqual(first);
      const hasFailed = (first?.failure.site ?? 0) > 0;
      const gangs = outcomesInGangs(one);
      counts.inGangs += gangs.length;
      for (const { failure } of gangs) expect(failure.site > 0, `seed ${seed}: it fails in gangs`).toBe(hasFailed);
      if (hasFailed) {
        counts.diverging++;
        continue;
      }
      counts.same++;
      const expected = outcomeOf(plain, executors.interpreter);
      for (const outcome of [first, ...gangs]) expect(outcome, `seed ${seed}`).toEqual(expected);
    }
    expect(counts.same).toBeGreaterThan(programs / 3);
    expect(counts.refused).toBeLessThan(programs / 8);
    expect(counts.inGangs).toBeGreaterThan(programs / 5);
    expect(counts.diverging).toBeGreaterThanOrEqual(Math.floor(programs / 100));
  });
});
