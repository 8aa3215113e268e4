// Conformance: device functions of modules that have WebAssembly alone are called across instances, and mean what they mean as IR
// (requirements Y1 to Y5, X6). Each program here is loaded in both forms; titles begin with the ids of the requirements that they show.

import { encodeImage } from "@lanewise/ir";
import type { Queue } from "lanewise";
import { register, unregister } from "lanewise/internal";
import { afterAll, describe, expect, test } from "vitest";
import { toBase64 } from "../runtime/emitted.js";
import { allParts } from "../support/all-parts.js";
import { compileSource, programFolder } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

const lib = `import { addressOf, assert, atomicRef, deviceFn, deviceGlobal, type f32, type f64, type FixedArray, fixedArray, type i16, type i32, type i64, nullPointer, type Pointer, specConstant, type u32, type u64, type u8 } from "lanewise";
export interface Particle { x: f32; mass: f64; hits: i32 }
export const calls = deviceGlobal<i32>(10);
export const bins = deviceGlobal<FixedArray<u32, 8>>();
export const scale = specConstant<f32>(3);
const table = [3, 1, 4, 1, 5, 9, 2, 6] as const;

export const scalars = deviceFn((a: i32, b: u32, c: i64, d: u64, e: f32, f: f64, g: boolean): f64 => Number(c) + Number(d) + a + b + e + f + (g ? 0.25 : 0.5));
export const small = deviceFn((a: u8, b: i16): i16 => (a * b) as i16);
export const asI64 = deviceFn((a: i64): i64 => a * 3n - 1n);
export const asU64 = deviceFn((a: u64): u64 => a - 7n);
export const asU32 = deviceFn((a: u32): u32 => (a - 5) >>> 0);
export const isOdd = deviceFn((a: i32): boolean => a % 2 !== 0);
export const asF32 = deviceFn((a: f32): f32 => Math.sqrt(a) * scale.value);

export const gather = deviceFn((bytes: Uint8Array, shorts: Int16Array, floats: Float32Array, longs: BigInt64Array, i: i32): f64 => bytes[i % bytes.length]! + shorts[i % 3]! * floats[i]! + Number(longs[i % longs.length]!));
export const put = deviceFn((out: Float64Array, i: i32, value: f64): void => { out[i] = out[i]! + value; });
export const fill = deviceFn((out: Int32Array, from: i32): i32 => {
  let sum = 0;
  for (let i = from; i < from + 3 && i < out.length; i++) { out[i] = out[i]! + i; sum += i; }
  return sum;
});
export const early = deviceFn((n: i32): i32 => {
  if (n < 0) return -1;
  let steps = 0;
  for (let k = n; k !== 1; steps++) {
    if (steps > 40) return 1000;
    if (k % 2 === 0) { k = (k / 2) | 0; continue; }
    if (k === 0) break;
    k = 3 * k + 1;
  }
  return steps;
});
export const privately = deviceFn((i: i32, j: i32): i32 => {
  const own = fixedArray(8, 0 as i32);
  for (let k = 0; k < 8; k++) own[k] = table[(k + i) & 7]! * k;
  own[j & 7] = own[i & 7]! + 100;
  return own[(i + j) & 7]!;
});
export const counted = deviceFn((i: i32): i32 => {
  atomicRef(calls).fetchAdd(1);
  atomicRef(bins, i & 7).fetchAdd(2);
  return table[i & 7]!;
});
const deep = (x: Float32Array, i: i32): f32 => x[i]! * 2;
export const nested = deviceFn((x: Float32Array, i: i32): f32 => deep(x, i) + 1);
export const checked = deviceFn((i: i32): i32 => { assert(i !== 37, "no 37"); return i; });
export const heavier = deviceFn((p: Pointer<Particle>, i: i32): f64 => { p.get().hits += 1; return p.get().mass + p.get().x * i; });
export const first = deviceFn((all: Float32Array): Pointer<f32> => addressOf(all, 1));
export const maths = deviceFn((x: f64): f64 => Math.sin(x) + Math.hypot(x, 2) + (x % 1.5) + Math.floor(x));
export const larger = deviceFn((a: f64, b: f64): f64 => (a > b ? a : b));
export const say = deviceFn((i: i32): void => { if (i === 5) console.log("five", i * 2); });
export const both = deviceFn((i: i32): i32 => { atomicRef(calls).fetchAdd(100); return early(i) + counted(i); });
`;

const main = `import { addressOf, compile, deviceGlobal, link, thisModule, fixedArray, type FunctionRef, functionRef, ndRange, reduction, type f32, type f64, type Handler, type i32, type i64, nullPointer, type Pointer, Queue, structOf, type u32, type u64, type u8, type i16, type StructArray } from "lanewise";
import * as lib from "./lib.js";

const n = 1000;
export const chosen = deviceGlobal<FunctionRef<(x: i32) => i32>>();
type Body = { readonly name: string; readonly run: (q: Queue, out: Float64Array, x: Float32Array, k: Int32Array) => Promise<unknown> };

export const launches: readonly Body[] = [
  { name: "scalars", run: async (q, out, x) => { await q.parallelFor(n, (i) => { out[i] = lib.scalars(i - 500, (i * 3) >>> 0, BigInt(i) * -5n, BigInt(i) as u64, x[i]!, x[i]! / 3, i % 2 === 0); }); } },
  { name: "uniform arguments", run: async (q, out, x) => { await q.parallelFor(n, (i) => { out[i] = lib.scalars(1, 2, 3n, 4n, 5, 6, true) + i; }); } },
  { name: "results of all types", run: async (q, out, x) => { await q.parallelFor(n, (i) => {
    out[i] = lib.small((i & 255) as u8, (i - 300) as i16) + Number(lib.asI64(BigInt(i))) + Number(lib.asU64(BigInt(i) as u64) & 0xffffn) + lib.asU32((i >>> 0) as u32) + (lib.isOdd(i) ? 0.5 : 0) + lib.asF32(x[i]!);
  }); } },
  { name: "a result as a condition", run: async (q, out, x) => { await q.parallelFor(n, (i) => { if (lib.isOdd(i)) out[i] = lib.early(i); else out[i] = -lib.early(i - 3); }); } },
  { name: "spans", run: async (q, out, x) => {
    const bytes = q.mallocShared(Uint8Array, [1, 2, 3, 250]);
    const shorts = q.mallocShared(Int16Array, [-1, 20, -300]);
    const longs = q.mallocShared(BigInt64Array, [-10n, 1n << 40n]);
    await q.parallelFor(n, (i) => { out[i] = lib.gather(bytes, shorts, x, longs, i); });
  } },
  { name: "stores", run: async (q, out, x, k) => {
    await q.parallelFor(n, (i) => { lib.put(out, i, x[i]! * 2); });
    await q.parallelFor(n / 4, (i) => { if (i % 3 !== 1) out[4 * i] = lib.fill(k, 4 * i); });
  } },
  { name: "varying masks", run: async (q, out, x) => { await q.parallelFor(n, (i) => {
    for (let r = 0; r < i % 5; r++) {
      if ((i + r) % 3 === 0) continue;
      if (r === 3 && i % 7 === 0) break;
      out[i] = out[i]! + lib.early(i - r) + (i % 2 === 0 ? lib.privately(i, r) : 0);
    }
    if (i % 11 === 0) return;
    out[i] = out[i]! + lib.privately(r0(i), i);
  }); } },
  { name: "two dimensions", run: async (q, out, x) => { await q.parallelFor([25, 40], (row, column) => { out[row * 40 + column] = lib.early(row) * 100 + lib.privately(row, column); }); } },
  { name: "device globals", run: async (q, out) => {
    await q.write(lib.calls, 0);
    await q.copy(new Uint32Array(8), lib.bins);
    await q.parallelFor(n, (i) => { if (i % 3 === 0) out[i] = lib.counted(i); });
    await q.parallelFor(n, (i) => { if (i % 5 === 0) out[i] = out[i]! + lib.both(i); });
    return [await q.read(lib.calls), [...(await q.read(lib.bins))]];
  } },
  { name: "pointers", run: async (q, out, x) => {
    const particles = q.mallocShared(structOf<lib.Particle>(), 8);
    for (let i = 0; i < 8; i++) particles[i] = { x: i, mass: i / 2, hits: 0 };
    await q.parallelFor(8, (i) => { out[i] = lib.heavier(addressOf(particles, (i * 3) % 8), i); });
    await q.parallelFor(8, (i) => { out[8 + i] = lib.first(x).value + i; });
    return particles.toArray().map(({ hits }) => hits);
  } },
  { name: "functions of Math", run: async (q, out, x) => { await q.parallelFor(n, (i) => { out[i] = lib.maths(x[i]! / 9); }); return "rounded"; } },
  { name: "printing", run: async (q) => {
    const lines: string[] = [];
    await q.parallelFor(8, (i) => { lib.say(i); });
    return lines;
  } },
  { name: "specialization constants", run: async (q, out, x) => {
    await q.submit((h: Handler) => { h.setSpecializationConstant(lib.scale, 7); h.parallelFor(n, (i) => { out[i] = lib.asF32(x[i]!); }); });
  } },
  { name: "work-groups", run: async (q, out) => { await q.parallelFor(ndRange(512, 64), (item) => {
    const mine = fixedArray(4, 0 as i32);
    for (let k = 0; k < 4; k++) mine[k] = lib.privately(item.globalId() as i32, k as i32);
    item.group.barrier();
    out[item.globalId()] = item.group.reduce(lib.privately(mine[item.localId() & 3]!, item.localId() as i32), "add") + mine[2]!;
  }); } },
  { name: "a reduction", run: async (q, out) => { await q.parallelFor(n, reduction(out.subarray(0, 1), "add"), (i, sum) => sum.combine(lib.early(i))); } },
  { name: "a reduction by a function", run: async (q, out) => { await q.parallelFor(n, reduction(out.subarray(0, 1), (a, b) => lib.larger(a, b), { identity: -1 }), (i, most) => most.combine(lib.early(i))); } },
  { name: "references", run: async (q, out) => {
    await q.singleTask(() => { chosen.value = functionRef(lib.early); });
    await q.parallelFor(n, (i) => { out[i] = chosen.value(i); });
    await q.write(chosen, functionRef(lib.counted));
    await q.parallelFor(n, (i) => { out[i] = out[i]! + chosen.value(i); });
  } },
  { name: "a kernel bundle", run: async (q, out) => {
    const bundle = link([compile(thisModule.get(q.context, "input"))]);
    await q.submit((h: Handler) => { if (q.device.kind === "cpu") h.useModule(bundle); h.parallelFor(n, (i) => { out[i] = lib.early(i) - lib.privately(i, i); }); });
  } },
  { name: "a graph", run: async (q, out, x) => {
    const graph = q.record(() => {
      q.parallelFor(n, (i) => { out[i] = lib.nested(x, i); });
      q.parallelFor(n, (i) => { out[i] = out[i]! + lib.early(i); });
    });
    await graph.run();
    await graph.run();
  } },
];
const r0 = (i: number): i32 => (i * 7) & 15;

export const failures: readonly Body[] = [
  { name: "bounds", run: async (q, out, x) => { await q.parallelFor(n, (i) => { out[i] = lib.nested(x, i === 613 ? i * 2 : i); }); } },
  { name: "bounds in a branch", run: async (q, out, x) => { await q.parallelFor(n, (i) => { if (i % 4 === 2) out[i] = lib.nested(x, i === 614 ? -3 : i); }); } },
  { name: "an assertion", run: async (q, out) => { await q.parallelFor([10, 10], (y, x) => { out[x] = lib.checked(10 * y + x); }); } },
  { name: "a null pointer", run: async (q, out) => { await q.singleTask(() => { out[0] = lib.heavier(nothing(), 1); }); } },
];
const nothing = (): Pointer<lib.Particle> => nullPointer();
`;

interface Launch {
  readonly name: string;
  readonly run: (q: Queue, out: Float64Array, x: Float32Array, k: Int32Array) => Promise<unknown>;
}

const forms = { ir: [], wasm: ["lib.ts"] } as const;

async function load(form: keyof typeof forms) {
  const program = await loadProgram({ "main.ts": main, "lib.ts": lib }, { withoutIr: forms[form] });
  afterAll(() => program.dispose());
  const { launches, failures } = (await program.load("main.ts")) as Record<string, readonly Launch[]>;
  return { lanewise: program.lanewise, launches: launches ?? [], failures: failures ?? [] };
}

const devices = [
  { device: "cpu", threads: 1 },
  { device: "cpu", threads: 4 },
  { device: "host", threads: 1 },
] as const;

/** What each launch leaves and gives, or how it fails. */
async function results(
  { lanewise }: Awaited<ReturnType<typeof load>>,
  all: readonly Launch[],
  on: (typeof devices)[number],
) {
  const found: Record<string, unknown> = {};
  for (const { name, run } of all) {
    await using context = new lanewise.Context();
    const printed: string[] = [];
    const q = new lanewise.Queue({ ...on, context, onLog: ({ text }: { text: string }) => printed.push(text) });
    const out = q.mallocShared(Float64Array, 1000);
    const x = q.mallocShared(
      Float32Array,
      Array.from({ length: 1000 }, (_, i) => (i % 100) / 4),
    );
    const k = q.mallocShared(Int32Array, 1000);
    try {
      const given = await run(q, out, x, k);
      const values = given === "rounded" ? [...out].map((value) => value.toFixed(6)) : [...out];
      found[name] = { given, values: values.join(), k: k.join(), printed };
    } catch (error) {
      if (!(error instanceof lanewise.KernelError)) throw error;
      const { code, message, array, index, length, file, line, column, workItem, calledFrom } = error;
      found[name] = { code, message, array, index, length, file, line, column, workItem, calledFrom };
    }
  }
  return found;
}

describe.each(devices)("on $device with $threads threads", (on) => {
  test("Y1: functions without IR give what those with IR give", async () => {
    const inIr = await load("ir");
    const expected = await results(inIr, inIr.launches, on);
    expect(expected).toMatchObject({
      printing: { printed: ["five 10"] },
      "device globals": { given: [20534, [134, 134, 132, 134, 134, 132, 134, 134]] },
    });
    const inWasm = await load("wasm");
    expect(await results(inWasm, inWasm.launches, on)).toEqual(expected);
  });
  test("Y1: they fail as those with IR", async () => {
    const inIr = await load("ir");
    const expected = await results(inIr, inIr.failures, on);
    expect(Object.values(expected)).toMatchObject([
      { code: "out_of_bounds", file: "lib.ts", workItem: [613], calledFrom: [{ file: "lib.ts" }, { file: "main.ts" }] },
      { code: "out_of_bounds", file: "lib.ts", workItem: [614], index: -3 },
      { code: "assertion_failed", file: "lib.ts", workItem: [3, 7], array: "no 37" },
      { code: "invalid_reference", file: "lib.ts", workItem: [] },
    ]);
    const inWasm = await load("wasm");
    expect(await results(inWasm, inWasm.failures, on)).toEqual(expected);
  });
});

describe("Y3: a function that cannot be called without IR", () => {
  const sources = {
    "lib.ts": `import { deviceFn, deviceGlobal, type i32 } from "lanewise";
const scoped = deviceGlobal<i32, { deviceImageScope: true }>(1);
export const count = deviceFn((x: i32): i32 => { scoped.value += x; return scoped.value; });
export const twice = deviceFn((x: i32): i32 => 2 * x);
`,
    "main.ts": `import type { Queue } from "lanewise";
import { count, twice } from "./lib.js";
export const counted = (q: Queue, out: Int32Array) => q.parallelFor(8, (i) => { out[i] = count(i); });
export const doubled = (q: Queue, out: Int32Array) => q.parallelFor(8, (i) => { out[i] = twice(i); });
`,
  };
  const reason = "it uses app@1.0.0/lib.ts:scoped, which has deviceImageScope";

  test("is a warning where it is declared, at the build", () => {
    const { "lib.ts": text } = sources;
    const found = (targets: readonly ("ir" | "wasm")[]) =>
      compileSource({ "lib.ts": text }, programFolder, { targets }).compilation.diagnostics;
    expect(found(["ir", "wasm"])).toEqual([]);
    expect(found(["wasm"])).toMatchObject([
      {
        ...{ code: "LW1523", category: "warning", start: text.indexOf("count") },
        message: `Kernels of other packages cannot call \`count\` without its IR: ${reason}.`,
      },
    ]);
  });
  test("is an error at the launch; others of its image can be called", async () => {
    const program = await loadProgram(sources, { withoutIr: ["lib.ts"] });
    afterAll(() => program.dispose());
    const main = (await program.load("main.ts")) as Record<string, (q: Queue, out: Int32Array) => Promise<void>>;
    const q = new program.lanewise.Queue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, 8);
    const error = errorOf(() => main.counted?.(q, out));
    expect(error.code).toBe("ir_needed");
    expect(error.message).toContain(
      `calls app@1.0.0/lib.ts:count, which app@1.0.0/lib.ts ships only as WebAssembly. This kernel cannot call it: ${reason}.`,
    );
    await main.doubled?.(q, out);
    expect([...out]).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
  });
});

describe("where a function is looked for", () => {
  const sources = {
    "lib.ts": `import { deviceFn, type i32 } from "lanewise";
export const grow = deviceFn((x: i32): i32 => x + 1);
`,
    "main.ts": `import type { Queue } from "lanewise";
import { grow } from "./lib.js";
export const grown = (q: Queue, out: Int32Array) => q.parallelFor(4, (i) => { out[i] = grow(i); });
`,
  };
  const imagesOf = (text: string, targets: readonly ("ir" | "wasm")[]) => {
    const { compilation, pathOf } = compileSource({ "lib.ts": text }, programFolder, { targets });
    return (compilation.files.get(pathOf("lib.ts"))?.images ?? []).map(encodeImage);
  };
  async function started() {
    const program = await loadProgram(sources, { withoutIr: ["lib.ts"] });
    afterAll(() => program.dispose());
    const { grown } = (await program.load("main.ts")) as Record<string, (q: Queue, out: Int32Array) => Promise<void>>;
    const q = new program.lanewise.Queue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, 4);
    const run = async () => {
      await grown?.(q, out);
      return out.join();
    };
    return { run, lanewise: program.lanewise };
  }

  test("X7: when its module goes, it is found no more; when it comes again, it is", async () => {
    const { run } = await started();
    expect(await run()).toBe("1,2,3,4");
    expect(unregister("app@1.0.0/lib.ts")).toBe(true);
    expect((await run().catch((error: unknown) => error)) as Error).toMatchObject({ code: "link_program_error" });
    const images = imagesOf(sources["lib.ts"].replace("+ 1", "+ 5"), ["wasm"]);
    register({ protocol: 2, parts: allParts, module: "app@1.0.0/lib.ts", images: images.map(toBase64), globals: {} });
    expect(await run()).toBe("5,6,7,8");
  });
  test("Y1, Y2: a library's WebAssembly is found, and IR goes before it wherever it is", async () => {
    const { run, lanewise } = await started();
    unregister("app@1.0.0/lib.ts");
    const times = (factor: number) => sources["lib.ts"].replace("x + 1", `x * ${factor}`);
    expect(errorOf(() => lanewise.deviceDlopen(imagesOf(times(2), ["wasm"]))).code).toBe("library_not_trusted");
    using inWasm = lanewise.deviceDlopen(imagesOf(times(2), ["wasm"]), { trusted: true });
    expect(inWasm.exports).toEqual(["app@1.0.0/lib.ts:grow"]);
    expect(await run()).toBe("0,2,4,6");
    inWasm.close();
    using again = lanewise.deviceDlopen(imagesOf(times(2), ["wasm"]), { trusted: true });
    using inIr = lanewise.deviceDlopen(imagesOf(times(3), ["ir"]));
    expect([again, inIr].map(({ exports }) => exports.length)).toEqual([1, 1]);
    expect(await run()).toBe("0,3,6,9");
  });
});
