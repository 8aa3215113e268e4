// Conformance of WebAssembly binaries that other compilers made, as providers of device functions: seeds' "native device binary", design's
// rules which binaries may be used. The binaries are built from test/foreign/*.c and assembly.as. Titles begin with the ids of the
// requirements, or with the rules of docs/spec.md, that they show.

import { readFileSync } from "node:fs";
import type { DeviceLibrary, Queue } from "lanewise";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";
import { assemble, relocatable } from "../support/wabt-tools.js";

const binary = (name: string): Uint8Array => readFileSync(new URL(`../foreign/${name}.wasm`, import.meta.url));

const declarations = `import { type ExternalDeviceFn, externalDeviceFn, type f32, type f64, type i32, type i64, type Pointer, type u32, type u64 } from "lanewise";
export interface Particle { x: f32; y: f32; hits: i32 }
export const fade = externalDeviceFn<(t: f32) => f32>("fade");
export const addI32 = externalDeviceFn<(a: i32, b: i32) => i32>("addI32");
export const halfU32 = externalDeviceFn<(a: u32) => u32>("halfU32");
export const negateI64 = externalDeviceFn<(a: i64) => i64>("negateI64");
export const halfU64 = externalDeviceFn<(a: u64) => u64>("halfU64");
export const thirdF64 = externalDeviceFn<(a: f64) => f64>("thirdF64");
export const isOdd = externalDeviceFn<(a: i32) => boolean>("isOdd");
export const choose = externalDeviceFn<(c: boolean, a: i32, b: i32) => i32>("choose");
export const mixed = externalDeviceFn<(a: i32, b: u32, c: i64, d: u64, e: f32, f: f64) => f64>("mixed");
export const sample: ExternalDeviceFn<(a: Float32Array, n: i32, x: f32) => f32> = externalDeviceFn("sample");
export const put = externalDeviceFn<(a: Float32Array, i: i32, x: f32) => void>("put");
export const sumOfBytes = externalDeviceFn<(a: Uint8Array, n: i32) => u32>("sumOfBytes");
export const energy = externalDeviceFn<(p: Pointer<Particle>) => f32>("energy");
export const hit = externalDeviceFn<(p: Pointer<Particle>) => void>("hit");
export const lookup = externalDeviceFn<(i: i32) => f32>("lookup");
export const countCall = externalDeviceFn<() => i32>("countCall");
export const digits = externalDeviceFn<(value: u32) => i32>("digits");
export const apply = externalDeviceFn<(which: i32, a: i32) => i32>("apply");
export const failAbove = externalDeviceFn<(limit: i32, a: i32) => i32>("failAbove");
export const average = externalDeviceFn<(a: Float32Array, n: i32) => f32>("average");
export const rotate = externalDeviceFn<(x: u64, count: i32) => u64>("rotate");
`;

const kernels = `import { addressOf, deviceGlobal, type FixedArray, f32, type i32, localMemory, type NdItem, ndRange, nullPointer, type Pointer, type Queue, u32, u64 } from "lanewise";
import * as c from "./declarations.js";
type Numbers = Float32Array;
export const scalars = (q: Queue, n: number, f: Float64Array, big: BigInt64Array, bigs: BigUint64Array) => q.parallelFor(n, (i) => {
  f[6 * i] = c.addI32(i, -3);
  f[6 * i + 1] = c.halfU32((-1 - i) >>> 0);
  f[6 * i + 2] = c.thirdF64(i * 0.5);
  f[6 * i + 3] = c.isOdd(i) ? 1 : 0;
  f[6 * i + 4] = c.choose(i > 2, i, -i);
  f[6 * i + 5] = c.mixed(i, u32(i), big[i]!, bigs[i]!, i / 2, i / 4);
  big[i] = c.negateI64(big[i]!);
  bigs[i] = c.halfU64(bigs[i]!);
});
export const fades = (q: Queue, n: number, x: Numbers) => q.parallelFor(n, (i) => { x[i] = c.fade(x[i]!); });
export const arrays = (q: Queue, n: number, table: Numbers, x: Numbers, out: Numbers, bytes: Uint8Array) => q.parallelFor(n, (i) => {
  c.put(out, i, c.sample(table, table.length, x[i]!));
  out[i]! += c.sumOfBytes(bytes, bytes.length);
});
export const masked = (q: Queue, n: number, calls: Int32Array, out: Int32Array) => q.parallelFor(n, (i) => {
  if (i % 3 === 0) return;
  let sum: i32 = 0;
  for (let k: i32 = 0; k < i % 7; k++) {
    if (k === 4) continue;
    c.countCall();
    sum = (sum + c.addI32(k, i)) | 0;
  }
  out[i] = sum;
});
export const counted = (q: Queue, out: Int32Array) => q.singleTask(() => { out[0] = c.countCall(); });
export const stacks = (q: Queue, n: number, out: Int32Array) => q.parallelFor(n, (i) => {
  let last: i32 = 0;
  for (let k = 0; k < 20; k++) last = c.digits(u32(i * 37 + k));
  out[i] = last;
});
export const tables = (q: Queue, n: number, out: Float32Array) => q.parallelFor(n, (i) => { out[i] = c.lookup(i) + c.apply(i & 1, i); });
export const failing = (q: Queue, n: number, limit: number, out: Int32Array) => q.parallelFor(n, (i) => { out[i] = c.failAbove(limit, i); });
const particles = deviceGlobal<FixedArray<c.Particle, 8>>();
export const pointers = async (q: Queue, n: number, out: Float32Array) => {
  await q.parallelFor(8, (i) => { particles[i]!.x = f32(i); particles[i]!.y = 2; particles[i]!.hits = 0; });
  await q.singleTask(() => {
    for (let i = 0; i < 8; i++) {
      const p = addressOf(particles, i);
      c.hit(p);
      out[i] = c.energy(p) + p.get().hits;
    }
  });
};
export const ofNull = (q: Queue, out: Float32Array) => q.singleTask(() => {
  const p: Pointer<c.Particle> = nullPointer();
  out[0] = c.energy(p);
});
export const groups = (q: Queue, n: number, x: Numbers, out: Numbers) => q.parallelFor(ndRange(n, 16), (item: NdItem<1>) => {
  const shared = localMemory(Float32Array, 16);
  const local = item.localId();
  shared[local] = c.fade(x[item.globalId()]!);
  const kept = c.addI32(item.globalId(), 1);
  item.barrier();
  out[item.globalId()] = shared[15 - local]! + c.lookup(kept);
});
export const recorded = async (q: Queue, n: number, x: Numbers) => {
  using graph = q.record(() => {
    q.parallelFor(n, (i) => { x[i] = c.fade(x[i]!); });
    q.parallelFor(n, (i) => { x[i]! *= 2; });
  }, { fuse: true });
  await graph.run();
  return graph.explain();
};
export const assembly = (q: Queue, n: number, x: Numbers, out: BigUint64Array) => q.parallelFor(n, (i) => {
  out[i] = c.rotate(u64(BigInt(i)), 60) + u64(BigInt(Math.round(c.average(x, x.length) * 4)));
});
`;

const program = await loadProgram({ "declarations.ts": declarations, "kernels.ts": kernels });
afterAll(program.dispose);
const { deviceDlopen, Queue: ProgramQueue } = program.lanewise;
type Kernel = (q: Queue, ...args: readonly unknown[]) => Promise<unknown>;
// What the text above exports.
const run = (await program.load("kernels.ts")) as Readonly<Record<string, Kernel>>;

const libraries: DeviceLibrary[] = [];
function open(...names: readonly string[]): readonly DeviceLibrary[] {
  const opened = names.map((name) => deviceDlopen(binary(name), { trusted: true, name: `${name}.wasm` }));
  libraries.push(...opened);
  return opened;
}
afterEach(() => {
  for (const library of libraries.splice(0)) library.close();
});

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);
const fade = (t: number): number => {
  const r = Math.fround;
  const inner = r(r(t * r(r(r(t * 6) - 15))) + 10);
  return r(r(r(r(t * t) * t)) * inner);
};

const queues = {
  "cpu, one thread": new ProgramQueue({ device: "cpu", threads: 1 }),
  "cpu, four threads": new ProgramQueue({ device: "cpu", threads: 4 }),
  host: new ProgramQueue({ device: "host" }),
};
const LARGE = 20_000;

describe.each(Object.entries(queues))("%s", (_, q) => {
  test("FW1: scalars of every type, in both directions", async () => {
    open("functions");
    const n = 37;
    const f = q.mallocShared(Float64Array, 6 * n);
    const big = q.mallocShared(
      BigInt64Array,
      upTo(n).map((i) => BigInt(i) * -(2n ** 40n) + 5n),
    );
    const bigs = q.mallocShared(
      BigUint64Array,
      upTo(n).map((i) => 2n ** 64n - 1n - BigInt(i)),
    );
    await run.scalars?.(q, n, f, big, bigs);
    const expected = upTo(n).flatMap((i) => [
      i - 3,
      Math.floor((4294967295 - i) / 2),
      (i * 0.5) / 3,
      i & 1,
      i > 2 ? i : 0 - i,
      // In C, the sum up to d is of u64.
      Number(BigInt.asUintN(64, BigInt(2 * i) + (BigInt(i) * -(2n ** 40n) + 5n) + 2n ** 64n - 1n - BigInt(i))),
    ]);
    expect([...f].filter((__, index) => index % 6 < 5)).toEqual(expected.filter((__, index) => index % 6 < 5));
    for (const i of upTo(n)) expect(f[6 * i + 5]).toBeCloseTo((expected[6 * i + 5] ?? 0) + i * 0.75, -6);
    expect([...big]).toEqual(upTo(n).map((i) => BigInt(i) * 2n ** 40n - 5n));
    expect([...bigs]).toEqual(upTo(n).map((i) => (2n ** 64n - 1n - BigInt(i)) / 2n));
  });

  test("FW1: a float of each of many work-items", async () => {
    open("functions");
    const x = q.mallocShared(
      Float32Array,
      upTo(LARGE).map((i) => i / LARGE),
    );
    const before = [...x];
    await run.fades?.(q, LARGE, x);
    expect([...x]).toEqual(before.map(fade));
  });

  test("FW2: arrays are addresses, their lengths parameters of their own", async () => {
    open("functions");
    const n = 50;
    const table = q.mallocShared(Float32Array, [0, 10, 40, 20]);
    const x = q.mallocShared(
      Float32Array,
      upTo(n).map((i) => (i - 5) / 32),
    );
    const out = q.mallocShared(Float32Array, n);
    await run.arrays?.(q, n, table, x, out, q.mallocShared(Uint8Array, [1, 2, 250]));
    const expected = [...x].map((one) => {
      const place = one * 3;
      const i = Math.min(3, Math.max(0, Math.floor(place)));
      const [from = 0, to = from] = [...table].slice(i, i + 2);
      return from + (place < 0 ? 0 : (to - from) * (place - i)) + 253;
    });
    for (const [i, value] of expected.entries()) expect(out[i]).toBeCloseTo(value, 3);
  });

  test("FW2: pointers are the addresses of live objects; what is null fails in the kernel", async () => {
    open("functions");
    const out = q.mallocShared(Float32Array, 8);
    await run.pointers?.(q, 8, out);
    expect([...out]).toEqual(upTo(8).map((i) => i * i + 4 + 1));
    await expect(run.ofNull?.(q, out)).rejects.toMatchObject({
      name: "KernelError",
      code: "invalid_reference",
      array: "p",
    });
  });

  test("FW3: only work-items that reach a call make it, once each", async () => {
    open("functions");
    const out = q.mallocShared(Int32Array, LARGE);
    const first = q.mallocShared(Int32Array, 1);
    await run.counted?.(q, first);
    await run.masked?.(q, LARGE, first, out);
    const rounds = (i: number) => (i % 3 === 0 ? [] : upTo(i % 7).filter((k) => k !== 4));
    expect([...out]).toEqual(upTo(LARGE).map((i) => rounds(i).reduce((sum, k) => sum + k + i, 0)));
    const calls = upTo(LARGE).reduce((sum, i) => sum + rounds(i).length, 0);
    const [before = 0] = first;
    await run.counted?.(q, first);
    expect(first[0]).toBe(before + calls + 1);
  });

  test("FW4: every thread has a stack of its own", async () => {
    open("functions");
    const out = q.mallocShared(Int32Array, LARGE);
    const reversed = (i: number) => Number([...String(i * 37 + 19)].reverse().join(""));
    for (let round = 0; round < 3; round++) {
      out.fill(-1);
      await run.stacks?.(q, LARGE, out);
      expect([...out]).toEqual(upTo(LARGE).map(reversed));
    }
  });

  test("FW5: tables, variables, and pointers to functions in data", async () => {
    open("functions");
    const out = q.mallocShared(Float32Array, LARGE);
    await run.tables?.(q, LARGE, out);
    expect([...out]).toEqual(upTo(LARGE).map((i) => Math.fround(2 ** (i & 7) + Math.fround(i & 1 ? i * i : 2 * i))));
  });

  test("FW5: its data are initialised once, by whichever program comes first, and are there as long as it is loaded", async () => {
    const first = q.mallocShared(Int32Array, 1);
    const [library] = open("functions");
    await run.counted?.(q, first);
    expect(first[0]).toBe(100);
    await run.masked?.(q, LARGE, first, q.mallocShared(Int32Array, LARGE));
    await run.counted?.(q, first);
    expect(first[0]).toBeGreaterThan(100);
    library?.close();
    open("functions");
    await run.counted?.(q, first);
    expect(first[0]).toBe(100);
  });

  test("FW5: data that instances write by themselves are written once", async () => {
    const text = `(module (import "env" "memory" (memory 1 65536 shared)) (import "env" "__memory_base" (global $base i32))
      (data (global.get $base) "\\64\\00\\00\\00")
      (func (export "countCall") (result i32) (i32.atomic.rmw.add (global.get $base) (i32.const 1)))
      (func (export "addI32") (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1))))`;
    libraries.push(deviceDlopen(relocatable(text, 4), { trusted: true }));
    const first = q.mallocShared(Int32Array, 1);
    await run.masked?.(q, LARGE, first, q.mallocShared(Int32Array, LARGE));
    await run.masked?.(q, LARGE, first, q.mallocShared(Int32Array, LARGE));
    await run.counted?.(q, first);
    const calls = upTo(LARGE).reduce(
      (sum, i) => sum + (i % 3 === 0 ? 0 : upTo(i % 7).filter((k) => k !== 4).length),
      0,
    );
    expect(first[0]).toBe(100 + 2 * calls);
  });

  test("X7, FW5: its data are freed when it is closed and its last launch is final", async () => {
    const first = q.mallocShared(Int32Array, 1);
    const used = async (whenSubmitted: (library: DeviceLibrary | undefined) => void) => {
      const [library] = open("functions");
      const launch = run.counted?.(q, first);
      whenSubmitted(library);
      await launch;
      expect(first[0]).toBe(100);
      return library;
    };
    await used((library) => library?.close());
    const before = q.memoryUsage().internal;
    for (let round = 0; round < 3; round++) await used((library) => library?.close());
    expect(q.memoryUsage().internal).toBe(before);
    const library = await used(() => undefined);
    expect(q.memoryUsage().internal).toBeGreaterThan(before);
    library?.close();
    expect(q.memoryUsage().internal).toBe(before);
  });

  test("FW3: in kernels of work-groups, on both sides of a barrier", async () => {
    open("functions");
    const n = 512;
    const x = q.mallocShared(
      Float32Array,
      upTo(n).map((i) => i / n),
    );
    const out = q.mallocShared(Float32Array, n);
    await run.groups?.(q, n, x, out);
    const other = (i: number) => fade(x[16 * Math.floor(i / 16) + 15 - (i % 16)] ?? 0);
    expect([...out]).toEqual(upTo(n).map((i) => Math.fround(other(i) + 2 ** ((i + 1) & 7))));
  });

  test("X12, FW3: recorded, and not made one kernel with others", async () => {
    open("functions");
    const x = q.mallocShared(
      Float32Array,
      upTo(64).map((i) => i / 64),
    );
    const before = [...x];
    expect(await run.recorded?.(q, 64, x)).toContain("calls functions across instances");
    expect([...x]).toEqual(before.map((one) => 2 * fade(one)));
  });

  test("FW6: a trap fails the kernel, and the queue can be used", async () => {
    open("functions");
    const out = q.mallocShared(Int32Array, LARGE);
    await expect(run.failing?.(q, LARGE, 100, out)).rejects.toMatchObject({
      name: "KernelError",
      code: "kernel_failed",
      message: expect.stringContaining("failAbove"),
    });
    await run.failing?.(q, LARGE, LARGE, out);
    expect([...out]).toEqual(upTo(LARGE));
    await run.stacks?.(q, LARGE, out);
    expect(out[4]).toBe(761);
  });

  test("FW1: AssemblyScript", async () => {
    open("assembly");
    const n = 20;
    const x = q.mallocShared(Float32Array, [1, 2, 4]);
    const out = q.mallocShared(BigUint64Array, n);
    await run.assembly?.(q, n, x, out);
    expect([...out]).toEqual(
      upTo(n).map((i) => BigInt.asUintN(64, (BigInt(i) << 60n) | (BigInt(i) >> 4n)) + BigInt(Math.round((7 / 3) * 4))),
    );
  });

  test("Y2, FW7: without data and stack; of two libraries the one that was loaded first counts", async () => {
    open("plain", "assembly");
    const x = q.mallocShared(Float32Array, [0.25, 0.5, 0.75]);
    const before = [...x];
    await run.fades?.(q, 3, x);
    expect([...x]).toEqual(before.map(fade));
  });

  test("Y1, FW7: closed, its functions are not found; loaded again, they are", async () => {
    const [library] = open("plain");
    const x = q.mallocShared(Float32Array, [0.5]);
    await run.fades?.(q, 1, x);
    library?.close();
    expect(() => run.fades?.(q, 1, x)).toThrow(/No device image found for external symbol fade/);
    open("assembly");
    await run.fades?.(q, 1, x);
    expect(x[0]).toBe(fade(fade(0.5)));
  });
});

describe("FW10: types are compared when a kernel is linked", () => {
  const q = queues["cpu, one thread"];
  const otherFade = (type: string) => assemble(`(module (func (export "fade") ${type} unreachable))`);
  const others = {
    "(param f64) (result f64)": "(f64) -> (f64)",
    "(param f32)": "(f32) -> ()",
    "(param f32 f32) (result f32)": "(f32, f32) -> (f32)",
    "(param v128) (result f32)": "(v128) -> (f32)",
    "(param f32) (result f32 f32)": "(f32) -> (f32, f32)",
  };
  test.each(Object.entries(others))("%s", async (type, found) => {
    libraries.push(deviceDlopen(otherFade(type), { trusted: true, name: "other.wasm" }));
    const x = q.mallocShared(Float32Array, 1);
    expect(errorOf(() => run.fades?.(q, 1, x))).toMatchObject({
      code: "link_program_error",
      message: expect.stringContaining(
        `it calls fade as (t: f32) => f32, in WebAssembly (f32) -> (f32), but other.wasm exports it as ${found}.`,
      ),
    });
  });
  test("arrays and pointers are i32", () => {
    const text = '(module (func (export "sample") (param i32 f32) (result f32) unreachable))';
    libraries.push(deviceDlopen(assemble(text), { trusted: true, name: "other.wasm" }));
    const x = q.mallocShared(Float32Array, 1);
    expect(errorOf(() => run.arrays?.(q, 1, x, x, x, q.mallocShared(Uint8Array, 1)))).toMatchObject({
      code: "link_program_error",
      message: expect.stringMatching(
        /No device image found for external symbol|sample as \(a: span<f32>, n: i32, x: f32\) => f32/,
      ),
    });
  });
});

test("FW1: on the host, a call says that only kernels can", async () => {
  const { fade: onHost } = await program.load("declarations.ts");
  // Declared as a function above.
  expect(errorOf(() => (onHost as (t: number) => number)(1))).toMatchObject({ code: "feature_not_supported" });
});
