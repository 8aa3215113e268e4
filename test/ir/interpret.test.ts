// The interpreter on whole kernels: random ones run to an end and do the same each time, small ones keep the contract of
// abi.ts. Single operations are in semantics.test.ts.

import { createInterpreter, FAILURE, KernelFailure, parseModule, verify } from "@lanewise/ir";
import fc from "fast-check";
import { expect, test } from "vitest";
import { programArbitrary, type RandomProgram } from "../support/ir-arbitrary.js";
import { type Outcome, prepare, runAll } from "../support/ir-launch.js";

function interpret(program: RandomProgram, memory: (bytes: number) => ArrayBufferLike): Outcome {
  const { module, kernel } = program;
  const sizing = createInterpreter(module, kernel, { memory: () => new ArrayBuffer(0), globals: () => 0 });
  const launch = prepare(program, sizing.stackSize, memory);
  const host = { memory: () => launch.memory, globals: (index: number) => launch.globals[index] ?? 0 };
  return runAll(launch, createInterpreter(module, kernel, host).run, module);
}

test("random kernels end, in shared memory as in plain memory", () => {
  fc.assert(
    fc.property(programArbitrary(), (program) => {
      const outcome = interpret(program, (bytes) => new ArrayBuffer(bytes));
      expect(outcome.failure.site).toBe(0);
      expect(interpret(program, (bytes) => new SharedArrayBuffer(bytes))).toEqual(outcome);
    }),
    { numRuns: 200 },
  );
});

test("random kernels that may fail record where", () => {
  let failures = 0;
  fc.assert(
    fc.property(programArbitrary({ canFail: true }), (program) => {
      const { failure } = interpret(program, (bytes) => new ArrayBuffer(bytes));
      if (failure.site === 0) return;
      failures++;
      const { kind } = program.module.sites[failure.site - 1] ?? { kind: undefined };
      if (kind === "bounds") expect(failure.index < 0n || failure.index >= failure.length).toBe(true);
      else expect([failure.index, failure.length]).toEqual([0n, 0n]);
    }),
    { numRuns: 200 },
  );
  expect(failures).toBeGreaterThan(10);
});

const grid = `
module "grid" file "grid.ts"
site !0.out bounds @1:1
fn #0.grid kernel "grid" range 3 (%0.out: span<i32>, %1.base: i32) @1:1 {
  local %2.index: i32
  set %2.index = add(mul(add(mul(globalId(0), globalSize(1)), globalId(1)), globalSize(2)), globalId(2))
  store %0.out[%2.index]!0 = add(%1.base, add(mul(globalId(0), i32(100)), add(mul(globalId(1), i32(10)), globalId(2)))) @1:1
}`;

function launchGrid(length: number) {
  const module = parseModule(grid);
  expect(verify(module)).toEqual([]);
  const memory = new ArrayBuffer(1024);
  const view = new DataView(memory);
  [2, 3, 4].forEach((size, index) => {
    view.setInt32(4 * index, size, true);
  });
  view.setUint32(16, 512, true);
  view.setInt32(20, length, true);
  view.setInt32(24, 1000, true);
  const { run } = createInterpreter(module, 0, { memory: () => memory, globals: () => 0 });
  return { run, view, out: new Int32Array(memory, 512, 24) };
}

test("linear ids are row-major, dimension 0 the slowest", () => {
  const { run, out } = launchGrid(24);
  run(0, 64, 5, 24);
  expect([...out.subarray(0, 7)]).toEqual([0, 0, 0, 0, 0, 1011, 1012]);
  expect(out[23]).toBe(1123);
});

test("a failure leaves its record in the thread's block", () => {
  const { run, view, out } = launchGrid(3);
  expect(() => run(0, 64, 0, 24)).toThrow(KernelFailure);
  expect(view.getInt32(64 + FAILURE.site, true)).toBe(1);
  expect(view.getInt32(64 + FAILURE.item, true)).toBe(3);
  expect(view.getBigInt64(64 + FAILURE.index, true)).toBe(3n);
  expect(view.getBigInt64(64 + FAILURE.length, true)).toBe(3n);
  expect([...out.subarray(0, 4)]).toEqual([1000, 1001, 1002, 0]);
});
