// What a WebAssembly program is besides its meaning: its text says the same as its bytes, it imports what it states, has
// no more than it needs, and is atomic where threads share memory.

import { Worker } from "node:worker_threads";
import { compileWasm, printWat, type WasmOptions } from "@lanewise/codegen";
import { build, type Module } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { randomProgram } from "../support/ir-arbitrary.js";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { createMemory } from "../support/run-kernel.js";
import { assemble, withoutCustomSections } from "../support/wabt-tools.js";

const optionsFor = (module: Module, kernel = 0): WasmOptions => ({
  module,
  kernel,
  bounds: "checked",
  threads: "many",
  features: "scalar",
  fp: "strict",
  shape: "rows",
  privatise: false,
  sharedMemory: true,
});

test("the text of random programs assembles to their bytes", () => {
  for (let seed = 1; seed <= 150; seed++) {
    const { module, kernel } = randomProgram(seed, { size: 1 + (seed % 24), canFail: seed % 2 === 0 });
    for (const threads of ["one", "many"] as const) {
      const options: WasmOptions = { ...optionsFor(module, kernel), threads, sharedMemory: threads === "many" };
      const text = printWat(options);
      expect(assemble(text), text).toEqual(withoutCustomSections(compileWasm(options).bytes));
    }
  }
});

test("equal kernels have equal bytes", () => {
  const bytes = () => compileWasm(optionsFor(randomProgram(5).module, randomProgram(5).kernel)).bytes;
  expect(bytes()).toEqual(bytes());
});

const triple = kernelModule({
  locals: [span("f32")],
  parameters: 1,
  body: [build.store(ownElement(0, "f32"), build.builtin("sin", build.load(ownElement(0, "f32"))), at)],
});

describe("the module", () => {
  const { bytes, math, globals, stackSize } = compileWasm(optionsFor(triple));
  const module = new WebAssembly.Module(bytes);

  test("imports memory and what it states", () => {
    expect(WebAssembly.Module.imports(module)).toMatchObject([
      { module: "lanewise", name: "memory", kind: "memory" },
      { module: "math", name: "sin", kind: "function" },
    ]);
    expect({ math, globals, stackSize }).toEqual({ math: ["sin"], globals: [], stackSize: 0 });
    expect(WebAssembly.Module.exports(module)).toMatchObject([{ name: "run", kind: "function" }]);
  });

  test("DBG6 names its functions as people do", () => {
    const [names] = WebAssembly.Module.customSections(module, "name");
    expect(Buffer.from(names ?? new ArrayBuffer(0)).toString()).toContain("kernel (test.ts:1)");
  });

  test("has no checks where none are wanted", () => {
    expect(printWat(optionsFor(triple))).toContain("unreachable");
    expect(printWat({ ...optionsFor(triple), bounds: "unchecked" })).not.toContain("unreachable");
  });
});

/** sum[0] += 1, largest[0] = max(largest[0], i), by each work-item, in f32 and i32. */
const contended = kernelModule({
  locals: [span("f32"), span("i32"), span("u64")],
  parameters: 3,
  body: [
    build.atomic("add", build.element(build.local(0, span("f32")), build.constant("i32", 0), 0), at, {
      value: build.constant("f32", 1),
    }),
    build.atomic("max", build.element(build.local(1, span("i32")), build.constant("i32", 0), 1), at, {
      value: build.query("globalId", 0),
    }),
    build.atomic("add", build.element(build.local(2, span("u64")), build.constant("i32", 0), 2), at, {
      value: build.constant("u64", 3n),
    }),
  ],
});

const workerSource = `
  const { workerData: { bytes, memory, args, thread, begin, end } } = require("node:worker_threads");
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { lanewise: { memory } });
  instance.exports.run(args, thread, begin, end);
`;

test("atomics lose nothing between threads", async () => {
  const memory = createMemory(65536, true);
  const view = new DataView(memory.buffer);
  const args = 64;
  const address = 1024;
  const items = 200_000;
  view.setInt32(args, 2 * items, true);
  for (const index of [0, 1, 2]) {
    view.setUint32(args + 16 + 8 * index, address + 8 * index, true);
    view.setInt32(args + 20 + 8 * index, 1, true);
  }
  const { bytes } = compileWasm(optionsFor(contended));
  const finished = [0, 1].map((part) => {
    const workerData = { bytes, memory, args, thread: 4096 * (part + 1), begin: part * items, end: (part + 1) * items };
    const worker = new Worker(workerSource, { eval: true, workerData });
    return new Promise((resolve, reject) => worker.once("exit", resolve).once("error", reject));
  });
  await Promise.all(finished);
  expect(view.getFloat32(address, true)).toBe(2 * items);
  expect(view.getInt32(address + 8, true)).toBe(2 * items - 1);
  expect(view.getBigUint64(address + 16, true)).toBe(6n * BigInt(items));
});
