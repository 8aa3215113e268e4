// Random kernels whose work-items do not meet mean the same with barriers anywhere, as long as every work-item gets to them: each is
// compared with itself as it was, without groups. Barriers are put at random places, also where work-items part, so that
// some kernels fail there; these have to fail alike on all targets. LANEWISE_FUZZ_PROGRAMS and LANEWISE_FUZZ_SEED are as in differential.test.ts.

import { UndividedKernel } from "@lanewise/codegen";
import { describe, expect, test } from "vitest";
import { groupExecutor } from "../support/group-executors.js";
import { groupProgram } from "../support/group-programs.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import type { Outcome } from "../support/ir-launch.js";
import { launchOf, outcomeOf } from "../support/random-launch.js";
import { type Executor, executors } from "../support/run-kernel.js";

const firstSeed = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);
const programs = Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 40);
const seeds = Array.from({ length: programs }, (_, index) => firstSeed + index);

const chosen: readonly Executor[] = [
  executors.interpreter,
  executors.javascript,
  executors.wasm,
  executors["gangs of 4"],
  executors["gangs of 8, many threads"],
  executors["gangs of 16"],
];

describe("random kernels with barriers", () => {
  test("do what they do without", { timeout: 300_000 }, () => {
    const counts = { same: 0, diverging: 0, refused: 0 };
    for (const seed of seeds) {
      const plain = independentProgram(seed, { size: 1 + (Math.abs(seed) % 24) });
      const { program, local, groups } = groupProgram(plain);
      const outcomes: Outcome[] = [];
      for (const executor of chosen) {
        const inGroups = groupExecutor(executor, local);
        try {
          launchOf(program, inGroups);
        } catch (error) {
          if (!(error instanceof UndividedKernel)) throw error;
          continue;
        }
        outcomes.push(outcomeOf(program, inGroups, groups));
      }
      const [first] = outcomes;
      if (!first) {
        counts.refused++;
        continue;
      }
      for (const outcome of outcomes) expect(outcome, `seed ${seed}`).toEqual(first);
      if (first.failure.site > 0) {
        expect(first.failure.site, `seed ${seed}`).toBeGreaterThan(program.module.sites.length + 1);
        counts.diverging++;
      } else {
        counts.same++;
        expect(first, `seed ${seed}`).toEqual(outcomeOf(plain, executors.interpreter));
      }
    }
    expect(counts.same).toBeGreaterThan(programs / 2);
    expect(counts.refused).toBeLessThan(programs / 8);
    expect(counts.diverging).toBeGreaterThanOrEqual(Math.floor(programs / 100));
  });
});
