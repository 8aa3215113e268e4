// Every executor agrees with the interpreter on random kernels: memory, globals and failure records.

import type { Interpreter } from "@lanewise/ir";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RandomProgram, randomProgram } from "../support/ir-arbitrary.js";
import { type Launch, type Outcome, prepare, runAll } from "../support/ir-launch.js";
import { createMemory, type Executor, executors } from "../support/run-kernel.js";

const { interpreter: reference, ...others } = executors;

function outcomeOf(program: RandomProgram, { create, sharedMemory }: Executor): Outcome {
  let launch: Launch | undefined;
  let memory: WebAssembly.Memory | undefined;
  const kernel: Interpreter = create(program.module, program.kernel, () => {
    if (!launch || !memory) throw new Error("memory is laid out before the first run");
    const { globals } = launch;
    return { memory, globals: (index) => globals[index] ?? 0 };
  });
  launch = prepare(program, kernel.stackSize, (bytes) => {
    memory = createMemory(bytes, sharedMemory);
    return memory.buffer;
  });
  return runAll(launch, kernel.run, program.module);
}

describe.each(Object.entries(others))("%s", (_, executor) => {
  test.each([false, true])("agrees with the interpreter (failing kernels: %s)", (canFail) => {
    const sizes = fc.integer({ min: 1, max: 24 });
    fc.assert(
      fc.property(sizes, fc.integer(), (size, seed) => {
        const program = randomProgram(seed, { size, canFail });
        expect(outcomeOf(program, executor)).toEqual(outcomeOf(program, reference));
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
