// What `onProgress` is told of long launches, and what whoever profiles a program is told of each command.

import { type OnProfile, PROFILE_KEY, type ProfileRecord } from "@lanewise/ir";
import { type LaunchProgress, Queue } from "lanewise";
import { afterEach, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { saxpy, set } from "./kernels.js";
import { spin } from "./long-kernels.js";

function expectProgress(told: readonly LaunchProgress[], total: number): void {
  expect(told.length).toBeGreaterThan(1);
  const done = told.map((one) => one.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-1)).toBe(total);
  expect(done[0]).toBeLessThan(total);
  expect(told.every((one) => one.kernel === "long" && one.total === total)).toBe(true);
}

describe.each([{ threads: 1 }, { threads: 4 }])("onProgress, %o", (options) => {
  test("is told how far a long launch is, and at its end; nothing of short ones", async () => {
    const told: LaunchProgress[] = [];
    const times: number[] = [];
    const q = new Queue({ device: "cpu", ...options });
    q.onProgress = (progress) => {
      told.push(progress);
      times.push(performance.now());
    };
    const out = q.mallocShared(Int32Array, 400_000);
    await q.parallelFor(16, set(out, 1));
    expect(told).toEqual([]);
    await q.parallelFor(out.length, spin(out, 12_000), { name: "long" });
    expectProgress(told, out.length);
    const gaps = times.slice(1, -1).map((time, at) => time - (times[at] ?? 0));
    // Timers may be a little early.
    expect(Math.min(50, ...gaps)).toBeGreaterThan(45);
  });
});

describe("profiling", () => {
  const listen = (tell: OnProfile | undefined) => Object.assign(globalThis, { [PROFILE_KEY]: tell });
  afterEach(() => listen(undefined));

  test("each command that ran is told, with what a launch did", async () => {
    const records: ProfileRecord[] = [];
    listen((record) => records.push(record));
    const q = new Queue({ name: "main" });
    const [x, y] = [q.mallocShared(Float32Array, 1000), q.mallocShared(Float32Array, 1000)];
    q.fill(x, 1);
    await q.parallelFor(1000, saxpy(x, y, 2), { name: "saxpy" });
    await q.submit((h) => h.hostTask(() => undefined));
    q.fill(y, 1, { signal: AbortSignal.abort() });
    await q.wait();
    expect(records).toMatchObject([
      { method: "q.fill", launch: undefined, queue: { name: "main" } },
      // Two loads, a store; a multiplication and an addition.
      { method: "launch", launch: { kernel: "saxpy", items: 1000, estimate: { bytes: 12_000, operations: 2000 } } },
      { method: "A host task", launch: undefined },
    ]);
    expect(records.every(({ submit, start, end }) => submit <= start && start <= end)).toBe(true);
  });

  test("estimates count what the code of a work-item does in the device's memory, and with floats", async () => {
    const records: ProfileRecord[] = [];
    listen((record) => records.push(record));
    const program = await loadProgram({
      "main.ts": `import { atomicRef, deviceGlobal, fixedArray, type i32, Queue } from "lanewise";
const q = new Queue();
const total = deviceGlobal<i32>();
const x = q.mallocShared(Float32Array, 64);
const n = 8;
const options = (name: string) => ({ name });
q.parallelFor([n, n], (r, c) => { let s = 0; for (let k = 0; k < n; k++) s += x[r * n + k]! * x[k * n + c]!; x[r * n + c] = s; }, options("product"));
q.parallelFor(n, (i) => { let s = 0; for (let k = 0; k < x.length; k += 2) s += x[k]!; x[i] = s; }, options("length"));
q.parallelFor(n, (i) => { if (i > 3) x[i] = Math.exp(x[i]! * 2); else x[i] = 1; }, options("branch"));
q.parallelFor(n, (i) => { const a = fixedArray(4, 0); a[i & 3] = x[i]!; x[i] = a[(i + 1) & 3]!; }, options("private"));
q.parallelFor(n, (i) => { atomicRef(total).fetchAdd(i); }, options("atomic"));
q.parallelFor(n, (i) => { let s = 0; for (let k = i; k < n; k++) s += x[k]!; x[i] = s; }, options("triangle"));
q.parallelFor(n, (i) => { let s = x[i]!; while (s > 1) s = s / 2; x[i] = s; }, options("while"));
await q.wait();
`,
    });
    try {
      await program.load("main.ts");
    } finally {
      program.dispose();
    }
    const found = records.map(({ launch }) => {
      const { kernel = "", items = 0, estimate } = launch ?? {};
      return [kernel, estimate && [estimate.bytes / items, estimate.operations / items]];
    });
    expect(Object.fromEntries(found)).toEqual({
      product: [8 * 8 + 4, 16],
      length: [32 * 4 + 4, 32],
      branch: [8, 2],
      private: [8, 0],
      atomic: [8, 0],
      triangle: undefined,
      while: undefined,
    });
  });

  test("rounds of loops come from what the launch was given", async () => {
    const records: ProfileRecord[] = [];
    listen((record) => records.push(record));
    const q = new Queue();
    const out = q.mallocShared(Int32Array, 100);
    for (const rounds of [10, 20]) await q.parallelFor(100, spin(out, rounds));
    // A store; integers are no operations on floats.
    expect(records.map(({ launch }) => launch?.estimate)).toEqual(Array(2).fill({ bytes: 400, operations: 0 }));
  });
});
