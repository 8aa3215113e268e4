// The interpreter as the host's target, which browsers use: the same contract as the generated code.

import { build, finish } from "@lanewise/ir";
import { expect, test } from "vitest";
import type { TargetInput } from "../../runtime/dist/device/cpu/target.js";
import { compileForHost, interpret } from "../../runtime/dist/device/host/host.js";
import { MappedMemory } from "../../runtime/dist/memory/mapped-memory.js";
import { at, deviceGlobalOf, emit } from "./emitted.js";

test.each([
  ["interpreted", interpret],
  ["generated", (input: TargetInput) => finish(compileForHost(input))],
])("%s code runs over the device's memory", (_, compile) => {
  const module = emit({
    name: "target",
    globals: [deviceGlobalOf("target", "sum", { type: "i32" })],
    kernels: [
      {
        name: "add",
        parameters: [],
        body: [build.atomic("add", build.global(0, "i32"), at, { value: build.query("globalId", 0) })],
      },
    ],
  });
  const memory = new MappedMemory();
  const block = memory.allocate(256, "test");
  const sum = block.offset + 128;
  const options = { bounds: "checked", fp: "default", shape: "rows", threads: "one", privatise: false } as const;
  const input = { module: () => module, kernel: 0, ...options, memory: memory.memory, isSharedMemory: memory.isShared };
  const { run } = compile({ ...input, globalAddress: () => sum });
  new Int32Array(memory.buffer, block.offset, 3).set([10, 1, 1]);
  run(block.offset, block.offset + 64, 0, 5);
  run(block.offset, block.offset + 64, 5, 10);
  expect(new DataView(memory.buffer).getInt32(sum, true)).toBe(45);
});
