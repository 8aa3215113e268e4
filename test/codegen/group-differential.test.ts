// Random kernels whose work-items do not meet mean the same with barriers anywhere, as long as every work-item gets to them: each is
// compared with itself as it was, without groups. Barriers are put at random places, also where work-items part, so that
// some kernels fail there; these have to fail alike on all targets. LANEWISE_FUZZ_PROGRAMS and LANEWISE_FUZZ_SEED are as in differential.test.ts.

import { UndividedKernel } from "@lanewise/codegen";
import { type Block, blocksOf, build, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { groupExecutor } from "../support/group-executors.js";
import { withGroupIndices } from "../support/group-queries.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import type { RandomProgram } from "../support/ir-arbitrary.js";
import type { Outcome } from "../support/ir-launch.js";
import { at } from "../support/kernel-module.js";
import { createRandom, type Random } from "../support/random.js";
import { launchOf, outcomeOf } from "../support/random-launch.js";
import { type Executor, executors } from "../support/run-kernel.js";

const firstSeed = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);
const programs = Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 40);
const seeds = Array.from({ length: programs }, (_, index) => firstSeed + index);

/** With barriers in one of so many places. */
function withBarriers(random: Random, block: Block, rarity: number): Block {
  return block.flatMap((stmt): readonly Stmt[] => {
    const inner = blocksOf(stmt).length === 0 || random.oneIn(2) ? stmt : inside(random, stmt, rarity);
    return random.oneIn(rarity) ? [build.barrier("workGroup", at), inner] : [inner];
  });
}

function inside(random: Random, stmt: Stmt, rarity: number): Stmt {
  const made = (block: Block) => withBarriers(random, block, rarity);
  switch (stmt.kind) {
    case "if":
      return build.ifElse(stmt.condition, made(stmt.then), made(stmt.else));
    case "loop":
      return { ...stmt, header: made(stmt.header), body: made(stmt.body), update: made(stmt.update) };
    case "block":
      return { ...stmt, body: made(stmt.body) };
    default:
      return stmt;
  }
}

interface GroupProgram {
  readonly program: RandomProgram;
  readonly local: readonly [number, number, number];
  readonly groups: number;
}

function groupProgram(program: RandomProgram): GroupProgram {
  const random = createRandom(program.seed + 77);
  const divisor = (size: number) => {
    const divisors = Array.from({ length: Math.max(size, 1) }, (_, index) => index + 1).filter((d) => size % d === 0);
    return random.pick(divisors);
  };
  const [outer = 1, middle = 1, inner = 1] = program.range.map(divisor);
  const functions = program.module.functions.map((fn) =>
    withGroupIndices(random, { ...fn, body: withBarriers(random, fn.body, random.pick([2, 4, 8])) }),
  );
  const items = program.range.reduce((a, b) => a * b, 1);
  return {
    program: { ...program, module: { ...program.module, functions } },
    local: [outer, middle, inner],
    groups: items / (outer * middle * inner),
  };
}

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
