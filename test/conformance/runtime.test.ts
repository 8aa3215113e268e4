// Conformance, at run time: device globals, copies, errors and registration of compiled programs, on each device. Titles begin
// with the ids of the requirements they show, or with the case they port.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const sources = {
  "main.ts": `import { atomicRef, deviceGlobal, type f32, type FixedArray, type i32, Queue } from "lanewise";
import { value as theirs } from "./other.js";
export { fromOther } from "./other.js";
export { theirs };
export const zero = deviceGlobal<i32>();
export const initial = deviceGlobal<i32>(5);
export const full = deviceGlobal<FixedArray<i32, 4>>([1, 2, 3, 4]);
export const partial = deviceGlobal<FixedArray<i32, 4>>();
export const partialInitial = deviceGlobal<FixedArray<i32, 4>>([1, 2, 3, 4]);
export const chain = deviceGlobal<i32>(1);
export const grid = deviceGlobal<FixedArray<FixedArray<i32, 2>, 2>>();
export const between = deviceGlobal<f32>();
export const value = deviceGlobal<i32>(1);
export const guarded = deviceGlobal<FixedArray<i32, 4>>([1, 2, 3, 4]);
export const ordered = deviceGlobal<FixedArray<i32, 2>>();
export const unused = deviceGlobal<FixedArray<i32, 2>>();
export const readOnly = deviceGlobal<i32, { hostAccess: "read" }>(3);
export const writeOnly = deviceGlobal<i32, { hostAccess: "write" }>(3);
const top = deviceGlobal<i32>(); // launched below, before the module ends
export const early = (q: Queue) => q.singleTask(() => { top.value = 7; later.value += 1; });
const atTop = new Queue();
export const first = atTop.singleTask(() => { top.value = 7; later.value += 1; });
export const readTop = () => atTop.read(top);
const later = deviceGlobal<i32>(10);

export const increment = (q: Queue) => q.singleTask(() => { atomicRef(zero).fetchAdd(1); initial.value += 1; });
export const doubled = (q: Queue, a: "full" | "partial" | "partialInitial") => q.parallelFor(4, a === "full" ? (i) => { full[i]! *= 2; }
  : a === "partial" ? (i) => { partial[i]! += 100; } : (i) => { partialInitial[i]! += 100; });
export const passThrough = (q: Queue) => q.singleTask(() => {
  chain.value = chain.value + 4; chain.value *= 6; chain.value -= 6; chain.value = (chain.value / 4) | 0; chain.value %= 4; chain.value++; chain.value--;
  chain.value <<= 2; chain.value >>= 1; chain.value |= 1; chain.value ^= 6;
});
export const subscript = (q: Queue) => q.parallelFor([2, 2], (y, x) => { grid[y]![x] = y * 10 + x; });
export const setFirst = (q: Queue) => q.singleTask(() => { between.value = 1.5; });
export const useFirst = (q: Queue, out: Int32Array) => q.singleTask(() => { out[0] = between.value * 4; });
export const bothValues = (q: Queue) => q.singleTask(() => { value.value += 1; theirs.value += 1; });
export const past = (q: Queue, a: Int32Array) => q.parallelFor(8, (i) => { a[i] = i; });
`,
  "other.ts": `import { deviceGlobal, type i32, type Queue } from "lanewise";
export const value = deviceGlobal<i32>(100);
export const fromOther = (q: Queue) => q.singleTask(() => { value.value *= 2; });
`,
};
// The exports of main.ts above, typed as what fits every overload: the compiled program has its types checked where it is
// compiled; here `as never` stands wherever the wrong or an unknown type is passed on purpose.
interface Main {
  readonly [name: string]: never;
}
const program = await loadProgram(sources);
afterAll(program.dispose);
const main = (await program.load("main.ts")) as unknown as Main;
const { LanewiseError, KernelError } = program.lanewise;

type Launch = (q: Queue, ...rest: unknown[]) => PromiseLike<unknown>;
const launch = (name: string, ...args: [Queue, ...unknown[]]) => (main[name] as unknown as Launch)(...args);

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof LanewiseError) return error.code;
    throw error;
  }
  return "nothing thrown";
}

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new program.lanewise.Queue({ device });
  const valuesOf = async (name: string, count: number): Promise<number[]> => {
    const values = new Int32Array(count);
    await q.copy(main[name] as never, values as never);
    return [...values];
  };

  test("I1, I2, V1, R2: zero or the initial value before the first kernel, one storage for all", async () => {
    await launch("increment", q);
    await launch("increment", new program.lanewise.Queue({ device }));
    expect([await q.read(main.zero as never), await q.read(main.initial as never)]).toEqual([2, 7]);
  });
  test("case 5 (InitBeforeUse), case 6 (CopyToBeforeUseFull): a copy before the first kernel is what it sees", async () => {
    q.copy(Int32Array.of(5, 6, 7, 8) as never, main.full as never);
    await launch("doubled", q, "full");
    expect(await valuesOf("full", 4)).toEqual([10, 12, 14, 16]);
  });
  test("I3, R3, case 7 (CopyToBeforeUsePartial): the rest is zero, or the initial value", async () => {
    q.copy(Int32Array.of(9) as never, main.partial as never, 1 as never, 0 as never);
    q.copy(Int32Array.of(8, 9) as never, main.partialInitial as never, { count: 2, startIndex: 1 } as never);
    await launch("doubled", q, "partial");
    await launch("doubled", q, "partialInitial");
    expect(await valuesOf("partial", 4)).toEqual([109, 100, 100, 100]);
    expect(await valuesOf("partialInitial", 4)).toEqual([101, 108, 109, 104]);
  });
  test("V2, case 12 (operator_passthrough): a chain of operators on a global", async () => {
    await launch("passThrough", q);
    // ((1 + 4) * 6 - 6) / 4 % 4 = 2, then << 2 >> 1 = 4, | 1 = 5, ^ 6 = 3
    expect(await q.read(main.chain as never)).toBe(3);
  });
  test("V3, case 13 (subscript): indexing, of two dimensions too", async () => {
    await launch("subscript", q);
    expect(await valuesOf("grid", 4)).toEqual([0, 1, 10, 11]);
  });
  test("case 15 (device_only): a value shared between kernels alone", async () => {
    const out = q.mallocShared(Int32Array, 1);
    launch("setFirst", q);
    await launch("useFirst", q, out);
    expect(out[0]).toBe(6);
  });
  test("R1, case 16 (unused): reads zero, then round-trips", async () => {
    expect(await valuesOf("unused", 2)).toEqual([0, 0]);
    await q.copy(Int32Array.of(3, 4) as never, main.unused as never);
    expect(await valuesOf("unused", 2)).toEqual([3, 4]);
  });
  test("C1, C2, C3, case 17 (exceptions): past the end in four calls, nothing is copied", async () => {
    const [global, host] = [main.guarded as never, new Int32Array(8)];
    const array = host as never;
    const calls = [
      () => q.copy(array, global, 5 as never),
      () => q.copy(global, array, 2 as never, 3 as never),
      () => q.memcpy(global, array, 17),
      () => q.memcpy(host, global, 16, 1),
    ];
    expect(calls.map(codeOf)).toEqual(["invalid", "invalid", "invalid", "invalid"]);
    await q.wait();
    expect([...host]).toEqual(new Array(8).fill(0));
    expect(await valuesOf("guarded", 4)).toEqual([1, 2, 3, 4]);
  });
  test("P3, V6: host_access and host use, from untyped code", () => {
    expect(codeOf(() => q.write(main.readOnly as never, 1 as never))).toBe("host_access");
    expect(codeOf(() => q.copy(main.writeOnly as never, new Int32Array(1) as never))).toBe("host_access");
    expect(codeOf(() => (main.zero as unknown as { readonly value: number }).value)).toBe("host_access");
  });
  test("R5, case 18 (queue_copy): copies wait for an event and for a list of events", async () => {
    const other = new program.lanewise.Queue({ device });
    const global = main.ordered as never;
    const one = other.copy(Int32Array.of(1, 1) as never, global);
    const two = q.copy(Int32Array.of(2, 2) as never, global, 2 as never, 0 as never, one as never);
    const out = new Int32Array(2);
    await other.copy(global, out as never, 2 as never, 0 as never, [one, two] as never);
    expect([one.status, two.status, ...out]).toEqual(["complete", "complete", 2, 2]);
  });
  test("D11, case 19 (variables_with_same_name): independent values", async () => {
    await launch("bothValues", q);
    expect([await q.read(main.value as never), await q.read(main.theirs as never)]).toEqual([2, 101]);
  });
  test("case 23 (no_dev_img_scope): one global in the images of two modules", async () => {
    await q.write(main.theirs as never, 21 as never);
    await launch("fromOther", q);
    await launch("bothValues", q);
    expect(await q.read(main.theirs as never)).toBe(43);
  });
  test("M3: an index out of bounds is a KernelError with file, line and work-item", async () => {
    const error = await launch("past", q, q.mallocShared(Int32Array, 5)).then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(KernelError);
    expect(error).toMatchObject({
      code: "out_of_bounds",
      array: "a",
      index: 5,
      length: 5,
      file: "main.ts",
      workItem: [5],
    });
  });
});

test("F2, X7: modules register before their own top level launches", async () => {
  await (main.first as unknown as PromiseLike<unknown>);
  expect(await (main.readTop as unknown as () => Promise<number>)()).toBe(7);
});

test("X5: the same source runs as plain host code where nothing was compiled", async () => {
  const text = `import { Queue, type i32 } from "lanewise";
    export async function run(): Promise<number[]> {
      const q = new Queue(); const a = q.mallocShared(Int32Array, 4);
      await q.parallelFor(4, (i: i32) => { a[i] = i * i; });
      return [...a];
    }`;
  for (const isCompiled of [true, false]) {
    const loaded = await loadProgram({ "main.ts": text }, { isCompiled });
    // The program exports it.
    const { run } = (await loaded.load("main.ts")) as { readonly run: () => Promise<number[]> };
    expect(await run()).toEqual([0, 1, 4, 9]);
    loaded.dispose();
  }
});
