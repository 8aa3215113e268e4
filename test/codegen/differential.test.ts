// Every executor agrees with the interpreter on random kernels: memory, globals and failure records. Those that run one
// work-item after the other on all kernels; gangs on kernels whose work-items do not meet. Of a failing kernel a gang reports
// what one of its own failing work-items does alone, and no work-item of a gang before fails.
// LANEWISE_FUZZ_PROGRAMS sets how many kernels gangs run, LANEWISE_FUZZ_SEED the first seed.

import { simplifyKernel } from "@lanewise/codegen";
import { isAggregate, type Module, THREAD_STACK_OFFSET, verify } from "@lanewise/ir";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstGangOf } from "../support/gang-failures.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import { type RandomProgram, randomProgram } from "../support/ir-arbitrary.js";
import { type Outcome, runAll } from "../support/ir-launch.js";
import { launchOf, outcomeOf } from "../support/random-launch.js";
import { executors, type GangExecutor, gangExecutors } from "../support/run-kernel.js";

const { interpreter: reference, ...others } = executors;
const sequential = Object.entries(others).filter(([, { gang }]) => gang === 1);

const sizes = fc.integer({ min: 1, max: 24 });

describe.each(sequential)("%s", (_, executor) => {
  test.each([false, true])("agrees with the interpreter (failing kernels: %s)", (canFail) => {
    fc.assert(
      fc.property(sizes, fc.integer(), (size, seed) => {
        const program = randomProgram(seed, { size, canFail });
        expect(outcomeOf(program, executor)).toEqual(outcomeOf(program, reference));
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

const firstSeed = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);
const programs = Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 240);
const seeds = Array.from({ length: programs }, (_, index) => firstSeed + index);

/** A third of the gangs for each kernel. In one dimension both shapes are the same. */
const gangsFor = (seed: number, { range }: RandomProgram): readonly GangExecutor[] =>
  gangExecutors.filter(({ shape }, index) => (range.length > 1 || shape === "rows") && (index + seed) % 3 === 0);

describe("kernels whose work-items do not meet", () => {
  const programOf = (seed: number, canFail: boolean) =>
    independentProgram(seed, { size: 1 + (Math.abs(seed) % 8), canFail });

  test("are sound", () => {
    for (const seed of seeds) {
      for (const canFail of [false, true]) expect(verify(programOf(seed, canFail).module), `seed ${seed}`).toEqual([]);
    }
  });

  test("agree on gangs", () => {
    for (const seed of seeds) {
      const program = programOf(seed, false);
      const expected = outcomeOf(program, reference);
      expect(outcomeOf(program, executors.wasm), `seed ${seed}`).toEqual(expected);
      for (const executor of gangsFor(seed, program))
        expect(outcomeOf(program, executor), `seed ${seed} on ${executor.name}`).toEqual(expected);
    }
  });

  test("fail alike on gangs", () => {
    let failing = 0;
    for (const seed of seeds) {
      const program = programOf(seed, true);
      const failures = failuresOf(program);
      if (failures.length > 0) failing++;
      for (const executor of gangsFor(seed, program).filter(({ bounds }) => bounds === "checked")) {
        const about = `seed ${seed} on ${executor.name}`;
        const outcome = outcomeOf(program, executor);
        if (failures.length === 0) expect(outcome, about).toEqual(outcomeOf(program, reference));
        else expect(firstGangOf(program.range, executor, failures), about).toContainEqual(outcome.failure);
      }
    }
    expect(failing).toBeGreaterThan(programs / 20);
  });
});

describe("what simplification makes of a kernel", () => {
  const aggregatesIn = ({ module, kernel }: RandomProgram) =>
    module.functions[kernel]?.locals.filter(({ type }) => isAggregate(type)).length ?? 0;

  test.each([
    ["kernels whose work-items do not meet", independentProgram],
    ["any kernels", randomProgram],
  ])("is sound and does the same: %s", (_, make) => {
    let cleared = 0;
    for (const seed of seeds) {
      for (const canFail of [false, true]) {
        const program = make(seed, { size: 1 + (Math.abs(seed) % 24), canFail });
        const simplified = { ...program, module: withSimplified(program) };
        expect(verify(simplified.module), `seed ${seed}`).toEqual([]);
        expect(outcomeOf(simplified, reference), `seed ${seed}`).toEqual(outcomeOf(program, reference));
        if (aggregatesIn(program) > 0 && aggregatesIn(simplified) === 0) cleared++;
      }
    }
    expect(cleared).toBeGreaterThan(programs / 60);
  });
});

function withSimplified({ module, kernel }: RandomProgram): Module {
  const functions = module.functions.map((fn, index) => (index === kernel ? simplifyKernel(module, fn) : fn));
  return { ...module, functions };
}

type Failure = Outcome["failure"];

/** How each failing work-item fails, alone. */
function failuresOf(program: RandomProgram): readonly Failure[] {
  const { kernel, launch } = launchOf(program, reference);
  return Array.from({ length: launch.items }, (_, item) => {
    new Uint8Array(launch.memory, launch.thread, THREAD_STACK_OFFSET).fill(0);
    return runAll(launch, kernel.run, program.module, [item, item + 1]).failure;
  }).filter(({ site }) => site > 0);
}
