// Conformance: references to device functions, taken in one image, called in another (requirement Y4). Titles begin with the ids of the
// requirements they show.

import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const shades = `import { deviceFn, deviceGlobal, type f32, type FixedArray, type FunctionRef, type i32, type Queue } from "lanewise";
export type Shade = (x: f32) => f32;
export interface Material { gain: f32; shade: FunctionRef<Shade> }
export const current = deviceGlobal<FunctionRef<Shade>>();
export const table = deviceGlobal<FixedArray<FunctionRef<Shade>, 5>>();
export const calls = deviceGlobal<i32>(0);
export const half = deviceFn((x: f32): f32 => x * 0.5);
export const next = deviceFn((x: f32): f32 => x + 1);
export const counted = deviceFn((x: f32): f32 => { calls.value += 1; return -x; });
export const clamped = deviceFn((x: f32): f32 => { let y: f32 = x; while (y > 10) y -= 10; return y; });
export const picked = deviceFn((x: f32): f32 => (x > 5 ? next(x) : half(x)));
export const unused = deviceFn((x: f32): f32 => x * 1000);
export const late = deviceFn((x: f32): f32 => -x);
export const countOf = (q: Queue) => q.read(calls);
`;
const takes = `import { functionRef, type Queue } from "lanewise";
import { clamped, counted, current, half, next, picked, table } from "./shades.js";
export const take = (q: Queue) => q.singleTask(() => { current.value = functionRef(counted); });
export const fill = (q: Queue) => q.singleTask(() => {
  table[0] = functionRef(half);
  table[1] = functionRef(next);
  table[2] = functionRef(clamped);
  table[3] = functionRef(picked);
  table[4] = functionRef(half);
});
`;
const main = `import { deviceFn, type ExecutableBundle, type f32, type FunctionRef, functionRef, localMemory, type NdItem, ndRange, nullFunctionRef, type Queue, type StructArray, structOf, thisModule } from "lanewise";
import { current, half, type Material, next, type Shade, table } from "./shades.js";
export const shade = (q: Queue, x: Float32Array) => q.parallelFor(x.length, (i) => {
  x[i] = current.value(x[i]!);
});
export const varying = (q: Queue, x: Float32Array, kinds: Int32Array) => q.parallelFor(x.length, (i) => {
  const f = table[kinds[i]!]!;
  for (let k = 0; k < 3; k++) x[i] = f(x[i]!) + k;
});
export const given = (q: Queue, x: Float32Array, f: FunctionRef<Shade>) => q.parallelFor(x.length, (i) => { x[i] = f(x[i]!); });
export const materials = (q: Queue) =>
  q.mallocShared(structOf<Material>(), [{ gain: 2, shade: functionRef(half) }, { gain: 3, shade: functionRef(next) }]);
export const apply = (q: Queue, x: Float32Array, all: StructArray<Material>) => q.parallelFor(x.length, (i) => {
  const { gain, shade } = all[i % 2]!;
  x[i] = shade(x[i]!) * gain;
});
export const write = (q: Queue, f: FunctionRef<Shade>) => q.write(current, f);
export const read = (q: Queue) => q.read(current);
export const inColumns = (q: Queue) => {
  const all = q.mallocShared(structOf<Material>(), [{ gain: 2, shade: functionRef(half) }, { gain: 3, shade: functionRef(next) }], { layout: "soa" });
  all[1] = { gain: 4, shade: all[1]!.shade };
  return all;
};
export const inGroups = (q: Queue, x: Float32Array) => q.parallelFor(ndRange(x.length, 4), (item: NdItem<1>) => {
  const tile = localMemory(Float32Array, 4);
  const i = item.globalId();
  const f = i % 2 === 0 ? functionRef(half) : functionRef(next);
  tile[item.localId()] = f(x[i]!);
  item.group.barrier();
  x[i] = f(tile[3 - item.localId()]!);
});
export const build = (q: Queue) => thisModule.get(q.context, "executable");
export const fromBundle = (q: Queue, bundle: ExecutableBundle, x: Float32Array, f: FunctionRef<Shade>) => q.submit((h) => {
  h.useModule(bundle);
  h.parallelFor(x.length, (i) => { x[i] = f(x[i]!); });
});
export const third = deviceFn((x: f32): f32 => x + 1);
export const refs = { half: functionRef(half), next: functionRef(next), none: nullFunctionRef<Shade>() };
`;
const late = `import { deviceFn, type f32, functionRef, type Queue } from "lanewise";
import { current } from "./shades.js";
export const squared = deviceFn((x: f32): f32 => x * x);
export const take = (q: Queue) => q.singleTask(() => { current.value = functionRef(squared); });
`;

type Exports = Readonly<Record<string, unknown>>;
const sources = { "shades.ts": shades, "takes.ts": takes, "main.ts": main, "late.ts": late };
/** The functions of the sources, as they are on the host. */
const plain: Readonly<Record<string, (x: number) => number>> = {
  half: (x) => x * 0.5,
  next: (x) => x + 1,
  clamped: (x) => {
    let y = x;
    while (y > 10) y -= 10;
    return y;
  },
  picked: (x) => (x > 5 ? x + 1 : x * 0.5),
};
const inTable = ["half", "next", "clamped", "picked", "half"];
const shaded = (kind: number, x: number): number => {
  const f = plain[inTable[kind] ?? ""] ?? ((y: number) => y);
  return [0, 1, 2].reduce((y, k) => Math.fround(Math.fround(f(y)) + k), x);
};

const programs = await Promise.all([true, false].map((isCompiled) => loadProgram(sources, { isCompiled })));
const [compiled, uncompiled] = programs;
if (!compiled || !uncompiled) throw new Error("the programs are loaded");
const load = (name: string) => compiled.load(name);
const modules = { main: await load("main.ts"), takes: await load("takes.ts"), shades: await load("shades.ts") };
afterAll(() => {
  for (const program of programs) program.dispose();
});

const { KernelError, LanewiseError, Queue } = compiled.lanewise;
function call(of: Exports, name: string, ...args: readonly unknown[]): unknown {
  const found = of[name];
  if (typeof found !== "function") throw new Error(`the program exports ${name}`);
  return found(...args);
}
async function failure(action: () => unknown): Promise<unknown> {
  try {
    await action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const devices = [
  ["cpu, 1 thread", { device: "cpu", threads: 1 }],
  ["cpu, 4 threads", { device: "cpu", threads: 4 }],
  ["host", { device: "host" }],
] as const;

describe.each(devices)("%s", (_, options) => {
  const q = new Queue(options);
  const { main: own, takes: taking, shades: shading } = modules;
  const { half, next, none } = own.refs as Readonly<Record<string, unknown>>;

  test("Y4: taken in one module, kept in a device global, called in another, of a third", async () => {
    const x = q.mallocShared(Float32Array, [1, 2, 3]);
    const before = Number(await call(shading, "countOf", q));
    call(taking, "take", q);
    await call(own, "shade", q, x);
    expect([...x]).toEqual([-1, -2, -3]);
    expect(Number(await call(shading, "countOf", q))).toBeGreaterThan(before);
  });

  test("Y4: a varying reference calls each of its functions for the work-items that have it", async () => {
    const n = 10_007;
    const values = Float32Array.from({ length: n }, (_, i) => ((i * 37) % 101) / 4);
    const kinds = Int32Array.from({ length: n }, (_, i) => (i * i + (i >> 5)) % 5);
    const x = q.mallocShared(Float32Array, values);
    call(taking, "fill", q);
    await call(own, "varying", q, x, q.mallocShared(Int32Array, kinds));
    expect(x).toEqual(values.map((value, i) => shaded(kinds[i] ?? 0, value)));
  });

  test("Y4: taken on the host, given to a kernel and written to memory", async () => {
    const x = q.mallocShared(Float32Array, [4, 8, 12, 16]);
    await call(own, "given", q, x, next);
    expect([...x]).toEqual([5, 9, 13, 17]);
    await call(own, "apply", q, x, call(own, "materials", q));
    expect([...x]).toEqual([5, 30, 13, 54]);
    await call(own, "write", q, half);
    await call(own, "shade", q, x);
    expect([...x]).toEqual([2.5, 15, 6.5, 27]);
    const read = await call(own, "read", q);
    expect(typeof read).toBe("bigint");
    await call(own, "given", q, x, read);
    expect([...x]).toEqual([1.25, 7.5, 3.25, 13.5]);
  });

  test("Y4: in columns, and in kernels of work-groups", async () => {
    const x = q.mallocShared(Float32Array, [4, 8, 12, 16]);
    await call(own, "apply", q, x, call(own, "inColumns", q));
    expect([...x]).toEqual([4, 36, 12, 68]);
    await call(own, "inGroups", q, x);
    expect([...x]).toEqual([69 / 2, 7, 37 / 2, 3]);
  });

  test("Y4: a function that nobody has taken a reference to yet", async () => {
    const x = q.mallocShared(Float32Array, [1, 2]);
    await call(own, "given", q, x, half);
    await call(own, "given", q, x, shading.unused);
    expect([...x]).toEqual([500, 1000]);
  });

  test.each([
    ["null", none, "current.value is null"],
    ["of no function", 12345n, "current.value refers to no loaded function"],
    ["of a pointer's bits", (1n << 52n) + 1n, "current.value refers to no loaded function"],
  ])("a call of a reference that is %s is a KernelError", async (_name, value, message) => {
    const x = q.mallocShared(Float32Array, 5);
    await call(own, "write", q, value);
    const error = await failure(() => call(own, "shade", q, x));
    if (!(error instanceof KernelError)) throw error;
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ code: "invalid_function_ref", file: "main.ts", line: 4, array: "current.value" });
  });

  test("a function that is no device function is no reference", async () => {
    const x = q.mallocShared(Float32Array, 2);
    const bent = (y: number) => y;
    const error = await failure(() => call(own, "given", q, x, bent));
    if (!(error instanceof LanewiseError)) throw error;
    expect(error.code).toBe("function_not_found");
    expect(error.message).toContain("bent");
  });
});

test("Y4: of a module that is loaded after the kernel was compiled", async () => {
  const q = new Queue();
  const x = q.mallocShared(Float32Array, [1, 2, 3]);
  call(modules.takes, "take", q);
  await call(modules.main, "shade", q, x);
  const loaded = await load("late.ts");
  call(loaded, "take", q);
  await call(modules.main, "shade", q, x);
  expect([...x]).toEqual([1, 4, 9]);
});

test("Y4: kernels of a bundle call functions of which a reference was taken after it was built", async () => {
  const q = new Queue();
  const x = q.mallocShared(Float32Array, [2, 3]);
  const own = modules.main;
  const bundle = call(own, "build", q);
  await call(own, "fromBundle", q, bundle, x, own.third);
  await call(own, "fromBundle", q, bundle, x, modules.shades.late);
  expect([...x]).toEqual([-3, -4]);
});

test("X5: in a program that is not compiled a reference is the function", async () => {
  const q = new uncompiled.lanewise.Queue();
  const own = await uncompiled.load("main.ts");
  const refs = own.refs as Readonly<Record<string, unknown>>;
  const x = Float32Array.of(4, 8);
  await call(own, "given", q, x, refs.half);
  expect([...x]).toEqual([2, 4]);
  const error = await failure(() => call(own, "given", q, x, refs.none));
  expect(error).toMatchObject({ code: "invalid_function_ref" });
});
