// Random kernels on a GPU: it leaves what the interpreter leaves, and fails at the same work-item. Kernels are those of test/support, as in
// test/gpu/wgsl.test.ts. LANEWISE_TEST_GPU promises a Vulkan driver.

import { isDeepStrictEqual } from "node:util";
import { compileWgsl, NotForGpu, UndividedKernel, type WgslProgram, withBarrierSites } from "@lanewise/codegen";
import { createRunner, type GpuRunner, textsOf } from "../support/dawn.js";
import { groupExecutor, type Sizes } from "../support/group-executors.js";
import { groupProgram } from "../support/group-programs.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import type { RandomProgram } from "../support/ir-arbitrary.js";
import { type Launch, type Outcome, prepare, runAll } from "../support/ir-launch.js";
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
function withoutSubnormals(subject: Subject): Subject {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== "object" || node === null) return node;
    const made = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, visit(value)]));
    return "kind" in made && made.kind === "const" && made.type === "f32" && isSubnormal(made.value)
      ? { ...made, value: 0 }
      : made;
  };
  const { program } = subject;
  const functions = visit(program.module.functions) as typeof program.module.functions; // the same but for values
  return { ...subject, program: { ...program, module: { ...program.module, functions } } };
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
    const subject = withoutSubnormals(subjectOf(seed));
    const launch = launchIn(subject.program);
    const made = compiled(subject, launch);
    const expected = made && expectedOf(subject);
    // What WebGPU guarantees; the runtime asks the device.
    if (!made || !expected || made.workgroupSize > 256) return undefined;
    const { local, groups, program } = subject;
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

/** Undefined for kernels that a GPU rejects. */
function compiled({ program: { module, kernel }, local }: Subject, { globals }: Launch): WgslProgram | undefined {
  const group = local && { local, subGroupSize: 4 as const };
  const globalAddress = (index: number) => globals[index] ?? 0;
  try {
    return compileWgsl({ module, kernel, bounds: "checked", fp: "default", threads: "many", globalAddress, group });
  } catch (error) {
    if (error instanceof NotForGpu) return undefined;
    throw error;
  }
}

/** Undefined for kernels that cannot be divided at their barriers. */
function expectedOf({ program, local, groups }: Subject): Outcome | undefined {
  if (!local) return outcomeOf(program, executors.interpreter);
  try {
    return outcomeOf(program, groupExecutor(executors.interpreter, local), groups);
  } catch (error) {
    if (error instanceof UndividedKernel) return undefined;
    throw error;
  }
}

function launchIn(program: RandomProgram): Launch & { readonly memory: ArrayBuffer } {
  let memory = new ArrayBuffer(0);
  const launch = prepare(program, 0, (bytes) => {
    memory = new ArrayBuffer(bytes);
    return memory;
  });
  return { ...launch, memory };
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)).slice(0, 2000);
