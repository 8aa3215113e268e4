// Random kernels on a GPU: it leaves what the interpreter leaves, and fails at the same work-item. Kernels are those of test/support, as in
// test/gpu/wgsl.test.ts. LANEWISE_TEST_GPU promises a Vulkan driver.

import { isDeepStrictEqual } from "node:util";
import { withBarrierSites } from "@lanewise/codegen";
import { replaceInBlock } from "../../codegen/dist/analysis/replace.js";
import { createRunner, type GpuRunner, textsOf } from "../support/dawn.js";
import { memoryFor, outcomeInGroups, wgslOf } from "../support/gpu-kernels.js";
import type { Sizes } from "../support/group-executors.js";
import { groupProgram } from "../support/group-programs.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import type { RandomProgram } from "../support/ir-arbitrary.js";
import { runAll } from "../support/ir-launch.js";
import { outcomeOf } from "../support/random-launch.js";
import { executors } from "../support/run-kernel.js";
import type { Fuzzer } from "./fuzzer.js";

interface Subject {
  readonly program: RandomProgram;
  readonly local?: Sizes;
  readonly groups?: number;
}

/** A GPU may take subnormal f32 for 0 (docs/gpu.md). */
const isSubnormal = (value: unknown): boolean =>
  typeof value === "number" && value !== 0 && Math.abs(value) < 2 ** -126;

const flushed = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(flushed) : isSubnormal(value) ? 0 : value;

/** With 0 for constants that are subnormal: what a kernel does after it has compared one may be anything. */
function withoutSubnormals(program: RandomProgram): RandomProgram {
  const functions = program.module.functions.map((fn) => ({
    ...fn,
    body: replaceInBlock(fn.body, (expr) =>
      expr.kind === "const" && expr.type === "f32" && isSubnormal(expr.value) ? { ...expr, value: 0 } : undefined,
    ),
  }));
  return { ...program, module: { ...program.module, functions } };
}

/** In turn: work-items that do not meet, the same where some fail, groups with barriers. */
function subjectOf(seed: number): Subject {
  if (seed % 3 < 2) return { program: independentProgram(seed, { size: 1 + (seed % 12), canFail: seed % 3 === 1 }) };
  const { program, ...groups } = groupProgram(independentProgram(seed, { size: 1 + (seed % 16) }));
  return { program: { ...program, module: withBarrierSites(program.module, program.kernel) }, ...groups };
}

let runner: Promise<GpuRunner | undefined> | undefined;

export const gpu: Fuzzer = {
  name: "gpu",
  about: "kernels leave on a GPU what the interpreter leaves, failures included",
  run: async (seed) => {
    runner ??= createRunner();
    const run = await runner;
    if (!run) throw new Error("There is no Vulkan driver. `npm run test:gpu` says which one is emulated.");
    const { local, groups, ...subject } = subjectOf(seed);
    const program = withoutSubnormals(subject.program);
    const launch = memoryFor(program);
    const made = wgslOf(program.module, program.kernel, (index) => launch.globals[index] ?? 0, local);
    // What WebGPU guarantees; the runtime asks the device.
    if (!made || made.workgroupSize > 256) return undefined;
    const expected = local ? outcomeInGroups(program, local, groups ?? 1) : outcomeOf(program, executors.interpreter);
    if (!expected) return undefined;
    const { memory, failure } = await run(
      made,
      new Uint8Array(launch.memory),
      launch.args,
      groups ?? launch.items,
      local !== undefined,
    );
    new Uint8Array(launch.memory).set(memory);
    const text = textsOf(made).join("\n");
    if (expected.failure.site > 0 || failure) {
      const [wanted, found] = [expected.failure.site > 0 ? expected.failure.item : "none", failure?.item ?? "none"];
      return wanted === found ? undefined : `fails at work-item ${found}, expected ${wanted}\n${text}`;
    }
    const found = runAll(launch, () => undefined, program.module);
    const isSame = isDeepStrictEqual(
      [found.globals, found.spans].map(flushed),
      [expected.globals, expected.spans].map(flushed),
    );
    return isSame ? undefined : `found ${shown(found)}\nexpected ${shown(expected)}\n${text}`;
  },
};

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)).slice(0, 2000);
