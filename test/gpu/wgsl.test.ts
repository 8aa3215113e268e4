// WGSL of kernels, against the interpreter: every text is valid, as Dawn without a GPU says; where there is a Vulkan driver, which
// LANEWISE_TEST_GPU=1 promises, kernels are run.

import { compileWgsl, NotForGpu, type WgslProgram } from "@lanewise/codegen";
import { FAILURE, type Module, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { createRunner, createValidator } from "../support/dawn.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import type { RandomProgram } from "../support/ir-arbitrary.js";
import { prepare, runAll } from "../support/ir-launch.js";
import { outcomeOf } from "../support/random-launch.js";
import { executors } from "../support/run-kernel.js";

const validate = await createValidator();
const runner = process.env.LANEWISE_TEST_GPU ? await createRunner() : undefined;
const seeds = Array.from({ length: Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 100) }, (_, index) => index + 1);

/** Undefined of kernels that are rejected. */
function compiled(module: Module, kernel: number, globalAddress: (index: number) => number): WgslProgram | undefined {
  try {
    return compileWgsl({ module, kernel, bounds: "checked", threads: "many", globalAddress });
  } catch (error) {
    if (error instanceof NotForGpu) return undefined;
    throw error;
  }
}

describe("kernels whose work-items do not meet", () => {
  const programOf = (seed: number, canFail: boolean) => independentProgram(seed, { size: 1 + (seed % 8), canFail });

  test("are valid", async () => {
    let count = 0;
    for (const seed of seeds) {
      for (const canFail of [false, true]) {
        const { module, kernel } = programOf(seed, canFail);
        expect(verify(module)).toEqual([]);
        const program = compiled(module, kernel, (index) => 4096 + 1024 * index);
        if (!program) continue;
        count++;
        expect(await validate(program.text), `seed ${seed}\n${program.text}`).toEqual([]);
      }
    }
    expect(count).toBeGreaterThan(seeds.length);
  });

  test.skipIf(!runner)("do as the interpreter does", async () => {
    for (const seed of seeds) await expectSame(programOf(seed, false), seed);
  });
});

async function expectSame(program: RandomProgram, seed: number): Promise<void> {
  let buffer: ArrayBuffer | undefined;
  const launch = prepare(program, 0, (bytes) => {
    buffer = new ArrayBuffer(bytes);
    return buffer;
  });
  const made = compiled(program.module, program.kernel, (index) => launch.globals[index] ?? 0);
  if (!made || !runner || !buffer) return;
  const { memory, failure } = await runner(made, new Uint8Array(buffer), launch.args, launch.items);
  new Uint8Array(buffer).set(memory);
  const found = runAll(launch, () => undefined, program.module);
  expect(failure).toBeUndefined();
  expect(found, `seed ${seed}\n${made.text}`).toEqual(outcomeOf(program, executors.interpreter));
  expect(FAILURE.site).toBe(0);
}
