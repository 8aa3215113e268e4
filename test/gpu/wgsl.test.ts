// WGSL of kernels, against the interpreter: every text is valid, as Dawn without a GPU says; where there is a Vulkan driver, which
// LANEWISE_TEST_GPU=1 promises, kernels are run.

import { withBarrierSites } from "@lanewise/codegen";
import { FAILURE, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { createRunner, createValidator, textsOf } from "../support/dawn.js";
import { memoryFor, outcomeInGroups, wgslOf } from "../support/gpu-kernels.js";
import { groupProgram } from "../support/group-programs.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import type { RandomProgram } from "../support/ir-arbitrary.js";
import { type Outcome, runAll } from "../support/ir-launch.js";
import { outcomeOf } from "../support/random-launch.js";
import { executors } from "../support/run-kernel.js";
import { TABLE, throughPointers, writeTable } from "../support/through-pointers.js";

const validate = await createValidator();
const runner = process.env.LANEWISE_TEST_GPU ? await createRunner() : undefined;
const first = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);
const seeds = Array.from({ length: Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 40) }, (_, index) => first + index);

describe("kernels whose work-items do not meet", () => {
  const programOf = (seed: number, canFail: boolean) => independentProgram(seed, { size: 1 + (seed % 8), canFail });

  test("are valid", async () => {
    let count = 0;
    for (const seed of seeds) {
      for (const canFail of [false, true]) {
        const { module, kernel } = programOf(seed, canFail);
        expect(verify(module)).toEqual([]);
        const address = (index: number) => 4096 + 1024 * index;
        const program = wgslOf(module, kernel, address);
        if (!program) continue;
        count++;
        const single = wgslOf(module, kernel, address, undefined, "f32");
        for (const text of [...textsOf(program), ...(single ? textsOf(single) : [])])
          expect(await validate(text), `seed ${seed}\n${text}`).toEqual([]);
      }
    }
    expect(count).toBeGreaterThan(seeds.length / 2);
  });

  test.skipIf(!runner)("do as the interpreter does", async () => {
    for (const seed of seeds) await expectSame(programOf(seed, false), seed);
  });
});

describe("kernels that reach places by pointers", () => {
  const programOf = (seed: number, canFail: boolean) => {
    const program = independentProgram(seed, { size: 1 + (seed % 8), canFail });
    return { program, pointed: throughPointers(program) };
  };

  test("are valid", async () => {
    let count = 0;
    for (const seed of seeds) {
      const { module, kernel } = programOf(seed, true).pointed;
      const made = wgslOf(module, kernel, (index) => 4096 + 1024 * index);
      for (const text of made ? textsOf(made) : []) {
        if (text.includes("follow_pointer(")) count++;
        expect(await validate(text), `seed ${seed}\n${text}`).toEqual([]);
      }
    }
    expect(count).toBeGreaterThan(seeds.length / 2);
  });

  test.skipIf(!runner)("do as the interpreter does without", async () => {
    // Drivers that emulate a GPU take seconds for them.
    for (const seed of seeds.slice(0, Math.ceil(seeds.length / 4))) {
      const { program, pointed } = programOf(seed, false);
      const launch = memoryFor(pointed, TABLE);
      writeTable(pointed.module, launch, launch.memory.byteLength - TABLE);
      const expected = outcomeOf(program, executors.interpreter);
      await expectOnGpu(pointed, launch, expected, seed);
    }
  });
});

/** As group-differential.test.ts has it. */
describe("kernels with barriers at random places", () => {
  const programOf = (seed: number) => {
    const { program, ...groups } = groupProgram(independentProgram(seed, { size: 1 + (seed % 24) }));
    return { program: { ...program, module: withBarrierSites(program.module, program.kernel) }, ...groups };
  };

  test("are valid", async () => {
    for (const seed of seeds) {
      const { program, local } = programOf(seed);
      for (const precision of ["f64", "f32"] as const) {
        const made = wgslOf(program.module, program.kernel, (index) => 4096 + 1024 * index, local, precision);
        for (const text of made ? textsOf(made) : []) expect(await validate(text), `seed ${seed}\n${text}`).toEqual([]);
      }
    }
  });

  test.skipIf(!runner)("do as the interpreter does", async () => {
    const counts = { same: 0, diverging: 0 };
    // Drivers that emulate a GPU take seconds for the larger ones.
    for (const seed of seeds.slice(0, Math.ceil(seeds.length / 3))) {
      const { program, local, groups } = programOf(seed);
      const launch = memoryFor(program);
      const made = wgslOf(program.module, program.kernel, (index) => launch.globals[index] ?? 0, local);
      if (!made || !runner) continue;
      const expected = outcomeInGroups(program, local, groups);
      if (!expected) continue;
      const { memory, failure } = await runner(made, new Uint8Array(launch.memory), launch.args, groups, true);
      new Uint8Array(launch.memory).set(memory);
      if (expected.failure.site > 0) {
        expect(failure?.item, `seed ${seed}\n${textsOf(made).join("\n")}`).toBe(expected.failure.item);
        counts.diverging++;
        continue;
      }
      expect(failure, `seed ${seed}\n${textsOf(made).join("\n")}`).toBeUndefined();
      expect(
        runAll(launch, () => undefined, program.module),
        `seed ${seed}\n${textsOf(made).join("\n")}`,
      ).toEqual(expected);
      counts.same++;
    }
    expect(counts.same).toBeGreaterThan(seeds.length / 12);
  });
});

async function expectSame(program: RandomProgram, seed: number): Promise<void> {
  await expectOnGpu(program, memoryFor(program), outcomeOf(program, executors.interpreter), seed);
}

async function expectOnGpu(
  program: RandomProgram,
  launch: ReturnType<typeof memoryFor>,
  expected: Outcome,
  seed: number,
): Promise<void> {
  const made = wgslOf(program.module, program.kernel, (index) => launch.globals[index] ?? 0);
  if (!made || !runner) return;
  const { memory, failure } = await runner(made, new Uint8Array(launch.memory), launch.args, launch.items);
  new Uint8Array(launch.memory).set(memory);
  const found = runAll(launch, () => undefined, program.module);
  expect(failure).toBeUndefined();
  expect(found, `seed ${seed}\n${textsOf(made).join("\n")}`).toEqual(expected);
  expect(FAILURE.site).toBe(0);
}
