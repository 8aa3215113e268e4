// Runs a random program on one executor, in memory of its own.

import type { Interpreter } from "@lanewise/ir";
import type { RandomProgram } from "./ir-arbitrary.js";
import { type Launch, type Outcome, prepare, runAll } from "./ir-launch.js";
import { createMemory, type Executor } from "./run-kernel.js";

/** The kernel with memory of its own. */
export function launchOf(program: RandomProgram, { create, sharedMemory }: Executor) {
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
  return { kernel, launch };
}

/** All of it; `count` of what `run` counts, if these are not work-items. */
export function outcomeOf(program: RandomProgram, executor: Executor, count?: number): Outcome {
  const { kernel, launch } = launchOf(program, executor);
  return runAll(launch, kernel.run, program.module, [0, count ?? launch.items]);
}
