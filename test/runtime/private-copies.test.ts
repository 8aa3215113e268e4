// Copies of what atomics update: set up, updated by threads through a hand-made program, merged.

import type { PrivatisedTarget } from "@lanewise/codegen";
import { PRIVATE_COPIES_OFFSET } from "@lanewise/ir";
import { Queue } from "lanewise";
import { describe, expect, test } from "vitest";
import wabt from "wabt";
import { devicesOf } from "../../runtime/dist/context/context-devices.js";
import { instantiate } from "../../runtime/dist/device/cpu/instances/program-text.js";
import { CpuDevice } from "../../runtime/dist/device/cpu/running/cpu-device.js";
import { ParallelLaunch } from "../../runtime/dist/device/cpu/running/parallel-launch.js";
import { privateCopyPart } from "../../runtime/dist/device/cpu/running/private-copies.js";
import { Crew } from "../../runtime/dist/device/cpu/threads/crew.js";
import { Team } from "../../runtime/dist/device/cpu/threads/team.js";
import { findKernel } from "../../runtime/dist/images/image-library.js";
import { toRange } from "../../runtime/dist/values/range.js";
import "./long-kernels.js";

const { areApart, isWorthCopying, makeCopies, mergeCopies } = privateCopyPart;

const q = new Queue({ device: "cpu" });
const { device, programs } = devicesOf(q.context).on("cpu");
if (!(device instanceof CpuDevice)) throw new Error("the cpu device is one");
const context: CpuDevice = device;
const placed = (array: ArrayBufferView, element: PrivatisedTarget["element"], op: PrivatisedTarget["op"]) => ({
  kind: "parameter" as const,
  index: 0,
  element,
  op,
  place: { address: array.byteOffset, size: array.byteLength },
});

describe("copies begin as what changes nothing, and are merged", () => {
  const biggest = 2n ** 63n - 1n;
  test.each([
    ["i32", Int32Array, "add", 5, [-7, 3], 1],
    ["i32", Int32Array, "min", 5, [7, -3], -3],
    ["i32", Int32Array, "max", 5, [7, -3], 7],
    ["i32", Int32Array, "and", 7, [6, 3], 2],
    ["u32", Uint32Array, "or", 1, [6, 2 ** 31], 2 ** 31 + 7],
    ["u32", Uint32Array, "xor", 1, [6, 3], 4],
    ["u32", Uint32Array, "min", 2 ** 32 - 2, [2 ** 32 - 1, 2 ** 31], 2 ** 31],
    ["u32", Uint32Array, "max", 5, [2 ** 32 - 1, 2], 2 ** 32 - 1],
    ["u32", Uint32Array, "add", 5, [2 ** 32 - 1, 2], 6],
    ["i64", BigInt64Array, "add", 5n, [-7n, 3n], 1n],
    ["i64", BigInt64Array, "min", 5n, [7n, -biggest], -biggest],
    ["i64", BigInt64Array, "max", 5n, [biggest, -3n], biggest],
    ["u64", BigUint64Array, "min", 2n ** 64n - 2n, [2n ** 64n - 1n, 2n ** 63n], 2n ** 63n],
    ["u64", BigUint64Array, "max", 5n, [2n ** 64n - 1n, 2n], 2n ** 64n - 1n],
    ["u64", BigUint64Array, "and", 7n, [6n, 3n], 2n],
  ] as const)("%s %s %s", (element, type, op, before, updates, after) => {
    // The rows agree: numbers for arrays of numbers, bigints for the others.
    const Type = type as new (buffer: ArrayBufferLike, offset: number, length: number) => { [index: number]: unknown };
    const original = q.mallocShared(type as Int32ArrayConstructor, 3);
    Reflect.set(original, 1, before);
    const untouched = original[0];
    const target = placed(original, element, op);
    const threads = context.internal.allocate(2 * 128, "test");
    const copies = makeCopies(context, [target], { base: threads.offset, stride: 128 }, 2);
    updates.forEach((value, thread) => {
      const view = context.memory.view;
      const address = view.getUint32(threads.offset + thread * 128 + PRIVATE_COPIES_OFFSET, true);
      new Type(view.buffer, address, 3)[1] = value;
    });
    mergeCopies(context, [target], copies, 2);
    expect(original[1]).toBe(after);
    expect(original[0]).toBe(untouched);
    context.internal.release(copies);
    context.internal.release(threads);
  });
});

test("copies are for small targets with many updates", () => {
  const target = (elements: number) => ({ ...placed(new Int32Array(elements), "i32", "add") });
  expect(isWorthCopying([target(256)], 1024)).toBe(true);
  expect(isWorthCopying([target(256)], 1023)).toBe(false);
  expect(isWorthCopying([target(16384)], 1e6)).toBe(true);
  expect(isWorthCopying([target(16385)], 1e6)).toBe(false);
  expect(isWorthCopying([target(256), target(16385)], 1e6)).toBe(false);
});

test("a target that another captured array shares memory with has no copies", () => {
  const array = q.mallocShared(Int32Array, 64);
  const span = (index: number, view: ArrayBufferView) => ({
    index,
    place: { address: view.byteOffset, size: view.byteLength },
  });
  const target = placed(array.subarray(16, 32), "i32", "add");
  const itself = span(0, array.subarray(16, 32));
  expect(areApart([target], [itself, span(1, array.subarray(0, 16)), span(2, array.subarray(32))])).toBe(true);
  expect(areApart([target], [itself, span(1, array.subarray(0, 17))])).toBe(false);
  expect(areApart([target], [itself, span(1, array.subarray(31))])).toBe(false);
  expect(areApart([target], [itself, span(1, array)])).toBe(false);
  expect(areApart([{ ...target, kind: "global" }], [span(0, array)])).toBe(true);
});

test("threads update their copies, which are merged before the launch is done", async () => {
  // run: for each item, p = the thread's copy; p[item & 7] += 1, with plain operations. Fails from item 900,000 on.
  const text = `(module (import "lanewise" "memory" (memory 1 65536 shared))
    (func (export "run") (param $args i32) (param $thread i32) (param $i i32) (param $end i32) (local $at i32)
      (loop $next
        (if (i32.ge_u (local.get $i) (i32.const 900000)) (then (unreachable)))
        (local.set $at (i32.add (i32.load offset=32 (local.get $thread))
          (i32.shl (i32.and (local.get $i) (i32.const 7)) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
        (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $end))))))`;
  const { buffer } = (await wabt()).parseWat("copies.wat", text, { threads: true }).toBinary({});
  const program = { module: new WebAssembly.Module(new Uint8Array(buffer)), addresses: {}, math: {} };
  const { memory } = context.memory;
  const out = q.mallocShared(Int32Array, 8);
  const target = placed(out, "i32", "add");
  const executable = { run: instantiate(program, memory), stackSize: 0, gang: 1, privatised: [target] };
  const crew = new Crew(context, new Team(2));
  crew.join(2, undefined);
  const pool = crew.pool();
  if (!pool) throw new Error("there are workers");
  const kernel = identity();
  for (const [total, isBlocking] of [
    [800_000, false],
    [800_000, true],
    [1_000_000, true],
  ] as const) {
    out.fill(0);
    const launch = new ParallelLaunch(context, pool, kernel, {
      executable: { ...executable, report: undefined, text: program },
      text: program,
      stackSize: executable.stackSize,
      targets: [target],
      args: 0,
      begin: 0,
      cut: { total, row: total, gang: 1 },
      threads: 2,
      timeout: undefined,
    });
    const run = async () => {
      for (;;) {
        let wake: () => void = () => undefined;
        const resumed = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const progress = launch.step({ isBlocking, resume: wake });
        if (progress === "done") return;
        if (progress === "away") await resumed;
      }
    };
    if (total === 1_000_000) await expect(run()).rejects.toMatchObject({ code: "kernel_failed" });
    else await run();
    const sum = out.reduce((all, value) => all + value, 0);
    if (total === 1_000_000) expect(sum).toBeGreaterThan(500_000);
    else expect([...out]).toEqual(Array(8).fill(total / 8));
  }
});

/** What a launch says of itself; of the program only the pace is used. */
function identity() {
  const range = toRange(1);
  const program = programs.program(
    findKernel("test@1.0.0/src/threads.ts:count#0"),
    { bounds: undefined, fp: undefined },
    range,
    [],
    [],
  );
  return { kernel: "copies", program, range };
}
