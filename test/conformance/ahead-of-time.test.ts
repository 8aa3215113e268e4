// Conformance: device images that are generated ahead of time (requirements X6, S3; cases 31 and 37): which image a launch takes, what it
// falls back to, and what is said where there is nothing to fall back to. Titles begin with the case that they port, or with the ids of the
// requirements they show.

import { encodeImage } from "@lanewise/ir";
import type { DeviceGlobal, FixedArray, f32, Handler, i32, Queue, QueueEvent, SpecConstant } from "lanewise";
import { codeCache, deviceDlopen, Queue as OwnQueue } from "lanewise";
import { kernel } from "lanewise/internal";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

const sources = {
  "main.ts": `import { atomicRef, deviceGlobal, type f32, type FixedArray, type Handler, type i32, ndRange, type Queue, reduction, specConstant, specialized, type u32 } from "lanewise";
import { twice } from "./twice.js";
export const count = specConstant<i32>(2);
export const weights = specConstant<FixedArray<f32, 4>>([1, 2, 3, 4]);
export const total = deviceGlobal<i32>(100);
export const scoped = deviceGlobal<i32, { deviceImageScope: true }>(1);
const table = [3, 1, 4, 1, 5] as const;

export const add = (q: Queue, out: Float32Array, x: Float32Array, gain: number) => q.parallelFor(out.length, (i) => { out[i] = x[i]! * gain + twice(i); });
export const plane = (q: Queue, out: Float32Array, height: number, width: number) => q.parallelFor([height, width], (y, x) => { out[y * width + x] = y * 100 + x; });
export const shifted = (q: Queue, out: Int32Array) => q.parallelFor(4, (i) => { out[i - 10] = i; }, { offset: 10 });
export const counted = (h: Handler, out: Int32Array) => h.parallelFor(out.length, (i) => { let sum = 0; for (let k = 0; k < count.value; k++) sum += i + 1; out[i] = sum; });
export const weighed = (h: Handler, out: Float32Array) => h.parallelFor(out.length, (i) => { out[i] = weights.get()[i % 4]! * count.value; });
export const fixed = (q: Queue, out: Int32Array, times: i32) => q.parallelFor(out.length, (i) => { let sum = 0; for (let k = 0; k < specialized(times); k++) sum += i; out[i] = sum; });
export const accumulate = (q: Queue, n: i32) => q.parallelFor(n, (i) => { atomicRef(total).fetchAdd(table[i % 5]! as i32); });
export const addToScoped = (q: Queue) => q.singleTask(() => { scoped.value += 41; });
export const histogram = (q: Queue, bins: Uint32Array, x: Uint8Array) => q.parallelFor(x.length, (i) => { atomicRef(bins, x[i]!).fetchAdd(1); });
export const reversed = (q: Queue, out: Int32Array, local: number) => q.parallelFor(ndRange(out.length, local), (item) => { out[item.globalId()] = item.group.reduce(item.localId() as i32, "add"); });
export const sum = (q: Queue, out: Int32Array, n: number) => q.parallelFor(n, reduction(out, "add"), (i, sum) => sum.combine(i));
export const faulty = (q: Queue, out: Int32Array) => q.parallelFor(8, (i) => { out[i] = i; });
`,
  "twice.ts": `import { deviceFn, type i32 } from "lanewise";
export const twice = deviceFn((x: i32): i32 => x * 2);
`,
};

/** WebAssembly modules that were made from bytes since the test began. */
let compiled = 0;
const { Module } = WebAssembly;
class CountedModule extends Module {
  constructor(bytes: BufferSource) {
    super(bytes);
    compiled++;
  }
}
WebAssembly.Module = CountedModule;
afterAll(() => {
  WebAssembly.Module = Module;
});
beforeEach(() => {
  compiled = 0;
});

type Launch = (q: Queue, ...rest: unknown[]) => QueueEvent;
type Command = (h: Handler, ...rest: unknown[]) => void;

async function load(targets: readonly string[]) {
  const program = await loadProgram(sources, { asked: { targets } });
  afterAll(() => program.dispose());
  const main = await program.load("main.ts");
  // What main.ts exports; types are checked where it is compiled.
  const launch = (name: string) => main[name] as Launch;
  const command = (name: string) => main[name] as Command;
  const constant = (name: string) => main[name] as SpecConstant<i32>;
  const generated = () =>
    program.lanewise.codeCache.times.generated.programs + program.lanewise.codeCache.times.loaded.programs;
  return { program, main, launch, command, constant, generated };
}

/** What runs with an image alone. */
async function runAll({ program, launch }: Awaited<ReturnType<typeof load>>): Promise<void> {
  for (const threads of [1, 3]) {
    await using context = new program.lanewise.Context();
    const q = new program.lanewise.Queue({ device: "cpu", context, threads });
    const x = q.mallocShared(
      Float32Array,
      Array.from({ length: 200_000 }, (_, i) => i % 1000),
    );
    const out = q.mallocShared(Float32Array, x.length);
    await launch("add")(q, out, x, 0.5);
    expect(out.every((one, i) => one === Math.fround((i % 1000) * 0.5 + 2 * i))).toBe(true);
    for (const [height, width] of [
      [3, 40],
      [20, 5],
    ] as const) {
      await launch("plane")(q, out, height, width);
      expect([...out.subarray(0, height * width)]).toEqual(
        Array.from({ length: height * width }, (_, i) => Math.floor(i / width) * 100 + (i % width)),
      );
    }
    const bins = q.mallocShared(Uint32Array, 4);
    await launch("histogram")(
      q,
      bins,
      Uint8Array.from({ length: 100_000 }, (_, i) => i % 4),
    );
    expect([...bins]).toEqual([25_000, 25_000, 25_000, 25_000]);
    const sums = q.mallocShared(Int32Array, 512);
    await launch("reversed")(q, sums, 256);
    expect(new Set(sums)).toEqual(new Set([(255 * 256) / 2]));
    await launch("accumulate")(q, 10);
    await launch("addToScoped")(q);
  }
}

describe.each([["ir,wasm"], ["wasm"], ["wasm+scalar"], ["wasm+scalar,wasm"]])("X6: targets %s", (list) => {
  test("kernels run without code generation, and as generated ones do", async () => {
    const loaded = await load(list.split(","));
    const before = loaded.generated();
    await runAll(loaded);
    expect(loaded.generated()).toBe(before);
    expect(compiled).toBeGreaterThan(0);
  });

  test("X9: functions of other modules are linked in; globals are those of other images", async () => {
    const { program, main, launch } = await load(list.split(","));
    await using context = new program.lanewise.Context();
    const q = new program.lanewise.Queue({ device: "cpu", context });
    const { total, scoped } = main as Record<string, DeviceGlobal<i32>>;
    if (!total || !scoped) throw new Error("main.ts exports them");
    expect(await q.read(scoped)).toBe(1);
    await launch("addToScoped")(q);
    expect(await q.read(scoped)).toBe(42);
    await launch("accumulate")(q, 5);
    expect(await q.read(total)).toBe(114);
  });

  test("what fails says where", async () => {
    const { program, launch } = await load(list.split(","));
    const q = new program.lanewise.Queue({ device: "cpu" });
    await expect(launch("faulty")(q, q.mallocShared(Int32Array, 5))).rejects.toMatchObject({
      ...{ code: "out_of_bounds", array: "out", index: 5, length: 5, file: "main.ts", line: 20, workItem: [5] },
    });
  });
});

describe("with IR beside the image", () => {
  test("case 37 (E image_selection): defaults use the ready image; setting back to the default too", async () => {
    const { program, command, constant, generated } = await load(["ir", "wasm"]);
    const q = new program.lanewise.Queue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, 4);
    const before = generated();
    const run = (value?: number) =>
      q.submit((h) => {
        if (value !== undefined) h.setSpecializationConstant(constant("count"), value as i32);
        command("counted")(h, out);
      });
    await run();
    expect([...out]).toEqual([2, 4, 6, 8]);
    expect(generated()).toBe(before);
    await run(5);
    expect([...out]).toEqual([5, 10, 15, 20]);
    expect(generated()).toBe(before + 1);
    const made = compiled;
    await run(2);
    expect([...out]).toEqual([2, 4, 6, 8]);
    expect([generated(), compiled]).toEqual([before + 1, made]);
  });

  test("X6, X12: recorded launches are fused from the IR, with device globals and a failure of either kernel", async () => {
    const { program, launch, generated } = await load(["ir", "wasm"]);
    await using context = new program.lanewise.Context();
    const q = new program.lanewise.Queue({ device: "cpu", context });
    const [out, x, bins] = [
      q.mallocShared(Float32Array, 40),
      q.mallocShared(
        Float32Array,
        Array.from({ length: 40 }, (_, i) => i),
      ),
      q.mallocShared(Int32Array, 5),
    ];
    const twice = () => {
      void launch("add")(q, out, x, 0.5);
      void launch("add")(q, x, out, 2);
    };
    const before = generated();
    using alone = q.record(twice);
    expect([alone.fusion, generated()]).toEqual([[], before]);
    using graph = q.record(twice, { fuse: true });
    expect(graph.fusion).toMatchObject([{ isFused: true, reason: undefined }]);
    await graph.run();
    expect([...x]).toEqual(Array.from({ length: 40 }, (_, i) => (i * 0.5 + 2 * i) * 2 + 2 * i));
    expect(generated()).toBe(before + 1);
    using failing = q.record(
      () => {
        void launch("accumulate")(q, 8);
        void launch("faulty")(q, bins);
      },
      { fuse: true },
    );
    expect(failing.fusion).toMatchObject([{ isFused: true }]);
    await expect(failing.run()).rejects.toMatchObject({ code: "out_of_bounds", array: "out", index: 5, line: 20 });
  });

  test("X6: what no image is for is generated", async () => {
    const { program, launch, generated } = await load(["ir", "wasm"]);
    const q = new program.lanewise.Queue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, 64);
    const cases = [
      () => launch("shifted")(q, out),
      () => launch("reversed")(q, out, 32),
      () => launch("sum")(q, out.subarray(0, 2), 0),
      () => launch("fixed")(q, out, 3),
    ];
    for (const run of cases) {
      const before = generated();
      await run();
      expect(generated()).toBeGreaterThan(before);
    }
    expect([...out.subarray(0, 4)]).toEqual([0, 3, 6, 9]);
    const unchecked = new program.lanewise.Queue({ device: "cpu", bounds: "unchecked" });
    const before = generated();
    await launch("add")(unchecked, new Float32Array(4), new Float32Array(4), 1);
    expect(generated()).toBe(before + 1);
  });

  test("X6: the host device needs none", async () => {
    const { program, launch } = await load(["ir", "wasm"]);
    const q = new program.lanewise.Queue({ device: "host" });
    const out = q.mallocShared(Float32Array, 4);
    await launch("add")(q, out, q.mallocShared(Float32Array, [1, 2, 3, 4]), 2);
    expect([...out]).toEqual([2, 6, 10, 14]);
  });
});

describe("without IR", () => {
  test("S3: specialization constants are arguments", async () => {
    const { program, main, command, constant, generated } = await load(["wasm"]);
    const q = new program.lanewise.Queue({ device: "cpu" });
    const before = generated();
    const [counts, weights] = [q.mallocShared(Int32Array, 4), q.mallocShared(Float32Array, 4)];
    const run = (count?: number, values?: readonly number[]) =>
      Promise.all([
        q.submit((h) => {
          if (count !== undefined) h.setSpecializationConstant(constant("count"), count as i32);
          command("counted")(h, counts);
        }),
        q.submit((h) => {
          if (count !== undefined) h.setSpecializationConstant(constant("count"), count as i32);
          // main.ts declares it so.
          if (values)
            h.setSpecializationConstant(main.weights as SpecConstant<FixedArray<f32, 4>>, [...values] as never);
          command("weighed")(h, weights);
        }),
      ]);
    await run();
    expect([[...counts], [...weights]]).toEqual([
      [2, 4, 6, 8],
      [2, 4, 6, 8],
    ]);
    const made = compiled;
    await run(3, [10, 20, 30, 40]);
    expect([[...counts], [...weights]]).toEqual([
      [3, 6, 9, 12],
      [30, 60, 90, 120],
    ]);
    await run();
    expect([[...counts], [...weights]]).toEqual([
      [2, 4, 6, 8],
      [2, 4, 6, 8],
    ]);
    expect([generated(), compiled]).toEqual([before, made]);
  });

  test("S3: `specialized` is an ordinary capture; X11: ranges begin anywhere", async () => {
    const { program, launch, generated } = await load(["wasm"]);
    const q = new program.lanewise.Queue({ device: "cpu" });
    const before = generated();
    const out = q.mallocShared(Int32Array, 4);
    for (const times of [3, 4, 5]) {
      await launch("fixed")(q, out, times);
      expect([...out]).toEqual([0, times, 2 * times, 3 * times]);
    }
    await launch("shifted")(q, out);
    expect([...out]).toEqual([10, 11, 12, 13]);
    expect(generated()).toBe(before);
  });

  test.each([1, 3])("X6: reductions, on %d threads", async (threads) => {
    const text = `import { type f32, type i32, type NdItem, ndRange, type Queue, reduction } from "lanewise";
const scale = [1, 2, 3] as const;
export const sums = (q: Queue, x: Float32Array, sum: Float32Array, most: Int32Array, n: number) =>
  q.parallelFor(n, reduction(sum, "add"), reduction(most, "max"), (i, sum, most) => { sum.combine(x[i]! / 2); most.combine((i % 1000) as i32); });
export const counts = (q: Queue, bins: Uint32Array, n: number) => q.parallelFor([n, 3], reduction(bins, "add"), (y, x, bins) => { bins.at(y % 4).combine(scale[x]!); }, { offset: [4, 0] });
export const product = (q: Queue, out: Int32Array, n: number) => q.parallelFor(n, reduction(out, (a, b) => (a * b) % 1009, { identity: 1 }), (i, p) => { p.combine(((i % 7) + 1) as i32); });
export const grouped = (q: Queue, out: Int32Array, n: number) => q.parallelFor(ndRange(n, 256), reduction(out, "add"), (item: NdItem<1>, sum) => { sum.combine(item.group.reduce(item.localId() as i32, "max")); });
export const plain = (q: Queue, out: Int32Array) => q.parallelFor(4, (i) => { out[i] = i; });
`;
    const results: unknown[] = [];
    for (const targets of [["wasm"], ["ir"]]) {
      const loaded = await loadProgram({ "main.ts": text }, { asked: { targets } });
      afterAll(() => loaded.dispose());
      const main = await loaded.load("main.ts");
      const programs = () => {
        const { generated, loaded: kept } = loaded.lanewise.codeCache.times;
        return generated.programs + kept.programs;
      };
      const before = programs();
      await using context = new loaded.lanewise.Context();
      const q = new loaded.lanewise.Queue({ device: "cpu", context, threads });
      const x = q.mallocShared(
        Float32Array,
        Array.from({ length: 100_000 }, (_, i) => (i % 17) / 3),
      );
      const [sum, most, bins] = [
        q.mallocShared(Float32Array, [1]),
        q.mallocShared(Int32Array, 1),
        q.mallocShared(Uint32Array, 4),
      ];
      const [products, groups] = [q.mallocShared(Int32Array, [5]), q.mallocShared(Int32Array, 1)];
      const run = (name: string, ...rest: unknown[]) => (main[name] as Launch)(q, ...rest);
      for (const n of [100_000, 1000]) {
        await run("sums", x, sum, most, n);
        await run("counts", bins, n);
        await run("product", products, n);
        await run("grouped", groups, 256 * 40);
      }
      results.push([sum, most, bins, products, groups].map((array) => [...array]));
      const made = programs() - before;
      if (targets[0] === "wasm") expect(made).toBe(0);
      else expect(made).toBeGreaterThan(0);
    }
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toMatchObject([
      [expect.any(Number)],
      [999],
      [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
      [expect.any(Number)],
      [2 * 40 * 256 * 255],
    ]);
  });

  test("X6: a function that reduces has no values of constants before the launch", () => {
    const text = `import { type i32, type Queue, reduction, specConstant } from "lanewise";
const modulus = specConstant<i32>(7);
export const run = (q: Queue, sum: Int32Array) => q.parallelFor(64, reduction(sum, (a, b) => (a + b) % modulus.value, { identity: 0 }), (i, sum) => { sum.combine(i); });
`;
    const found = (targets: readonly string[]) =>
      compileSource({ "main.ts": text }, programFolder, { targets }).compilation.diagnostics;
    expect(found(["ir", "wasm"])).toEqual([]);
    expect(found(["wasm"]).map(({ code, message }) => `${code} ${message}`)).toEqual([
      "LW1522 This kernel cannot be built ahead of time: the function that it reduces by uses specialization constants.",
    ]);
  });

  test("no such kernel, and no image that can do the launch, are two errors", async () => {
    const { program, launch } = await load(["wasm+scalar", "wasm"]);
    const { Queue: NewQueue } = program.lanewise;
    const q = new NewQueue({ device: "cpu" });
    const out = q.mallocShared(Int32Array, 64);
    const groups = errorOf(() => launch("reversed")(q, out, 32));
    expect(groups.code).toBe("no_suitable_image");
    expect(groups.message.split("\n").slice(0, 3)).toEqual([
      'LW4032: No image of kernel reversed (main.ts:18) in app@1.0.0/main.ts can serve this launch on the device "cpu":',
      "  wasm for simd128: it is for work-groups of 256; the launch has 32",
      "  wasm for any engine: it is for work-groups of 256; the launch has 32",
    ]);
    expect(errorOf(() => launch("sum")(q, out.subarray(0, 2), 10)).message).toContain(
      'it is for reductions "add value"; the launch is one of reductions "add shared"',
    );
    const unchecked = new NewQueue({ device: "cpu", bounds: "unchecked" });
    expect(errorOf(() => launch("add")(unchecked, new Float32Array(4), new Float32Array(4), 1)).message).toContain(
      "its bounds are checked, the launch asks for unchecked",
    );
    const host = new NewQueue({ device: "host" });
    const onHost = errorOf(() => launch("add")(host, new Float32Array(4), new Float32Array(4), 1));
    expect(onHost.message.split("\n").slice(0, -1)).toEqual([
      'LW4032: No image of kernel add (main.ts:9) in app@1.0.0/main.ts can serve this launch on the device "host":',
      '  wasm for any engine: it is WebAssembly, for the device "cpu"',
      '  wasm for simd128: it is WebAssembly, for the device "cpu"',
    ]);
  });

  test("X6: an image for features that the engine lacks is refused by name", async () => {
    const { program, launch } = await load(["wasm+simd128+relaxed"]);
    const q = new program.lanewise.Queue({ device: "cpu" });
    const run = () => launch("add")(q, new Float32Array(4), new Float32Array(4), 1);
    if (q.device.features.includes("relaxed")) await run();
    else expect(errorOf(run).message).toContain("wasm for simd128, relaxed: this engine does not have relaxed");
  });

  test("case 31 (U HasKernelBundle): an ahead-of-time-only kernel has no input or object state", async () => {
    const { program } = await load(["wasm"]);
    const { Context: NewContext, getKernelBundle, hasKernelBundle, Queue: NewQueue } = program.lanewise;
    await using context = new NewContext();
    const kernels = ["app@1.0.0/main.ts:add#0"];
    expect(
      (["input", "object", "executable"] as const).map((state) => hasKernelBundle(context, state, { kernels })),
    ).toEqual([...[false, false, true]]);
    expect(getKernelBundle(context, "input", { kernels }).isEmpty).toBe(true);
    expect(getKernelBundle(context, "object", { kernels }).isEmpty).toBe(true);
    const bundle = getKernelBundle(context, "executable", { kernels });
    expect([...bundle].map(({ format }) => format)).toEqual(["wasm"]);
    expect(bundle.hasKernel("add")).toBe(true);
    const q = new NewQueue({ context, device: "cpu" });
    const out = q.mallocShared(Float32Array, 2);
    await q.submit((h) => {
      h.useModule(bundle);
      h.setArgs({ out, x: Float32Array.of(1, 2), gain: 3 });
      h.parallelFor(2, bundle.getKernel("add"));
    });
    expect([...out]).toEqual([3, 8]);
  });
});

test("X6: of libraries that are loaded at run time, what was generated elsewhere is not used", async () => {
  const text = `import type { Queue } from "lanewise";
export const triple = (q: Queue, out: Int32Array) => q.parallelFor(out.length, (i) => { out[i] = i * 3; });
`;
  const { compilation, pathOf } = compileSource({ "library.ts": text }, programFolder, { targets: ["ir", "wasm"] });
  const images = compilation.files.get(pathOf("library.ts"))?.images ?? [];
  expect(images.map(({ format }) => format)).toEqual(["ir", "wasm"]);
  using _library = deviceDlopen(images.map(encodeImage));
  const q = new OwnQueue({ device: "cpu" });
  const out = q.mallocShared(Int32Array, 4);
  const symbol = images[0]?.symbols[0]?.symbol ?? "";
  const made = () => codeCache.times.generated.programs + codeCache.times.loaded.programs;
  const before = made();
  await q.parallelFor(
    4,
    kernel(
      symbol,
      () => [out],
      (_i: number) => undefined,
    ),
  );
  expect([...out]).toEqual([0, 3, 6, 9]);
  expect(made()).toBe(before + 1);
});

test("X6: a kernel that cannot be built ahead of time is an error where there is no IR, at the kernel", () => {
  const text = `import { externalDeviceFn, type f32, type Queue } from "lanewise";
const fade = externalDeviceFn<(x: f32) => f32>("fade");
export const run = (q: Queue, x: Float32Array) => q.parallelFor(x.length, (i) => { x[i] = fade(x[i]!); });
`;
  const found = (targets: readonly ("ir" | "wasm")[]) =>
    compileSource({ "main.ts": text }, programFolder, { targets }).compilation.diagnostics;
  expect(found(["ir", "wasm"])).toEqual([]);
  const [error, ...others] = found(["wasm"]);
  expect(others).toEqual([]);
  expect([error?.code, error?.category]).toEqual(["LW1522", "error"]);
  expect(error?.message).toContain("it calls fade of a library that is loaded when the program runs.");
  expect(text.slice(error?.start, (error?.start ?? 0) + (error?.length ?? 0))).toBe("(i) => { x[i] = fade(x[i]!); }");
});
