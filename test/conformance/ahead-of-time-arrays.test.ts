// Conformance: what kernels take by arrays, generated ahead of time (requirement X6): arrays of structs in columns, and reductions into arrays.
// Each program is built twice, and code that was generated ahead of time has to do as that which is generated when kernels are launched.

import type { Queue, QueueEvent } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { printPrebuilt } from "../../transformer/dist/cli/inspect/print-image.js";
import { compileSource, programFolder } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

type Launch = (q: Queue, ...rest: unknown[]) => QueueEvent;

/** Of modules of one name the one that was loaded last counts: nothing of it is kept for other tests. */
async function build(text: string, targets: readonly string[]) {
  const program = await loadProgram({ "main.ts": text }, { asked: { targets } });
  afterAll(() => program.dispose());
  const main = await program.load("main.ts");
  const { times } = program.lanewise.codeCache;
  return {
    ...{ program, main },
    generated: () => times.generated.programs + times.loaded.programs,
    // What main.ts exports; types are checked where it is compiled.
    launch: (name: string) => main[name] as Launch,
  };
}

type Built = Awaited<ReturnType<typeof build>>;

/** What `run` gives on 1, 2 and 4 threads and, of IR, on the host: of a build without IR, of one with it, and of one that has nothing else. */
async function compare(text: string, run: (q: Queue, built: Built) => Promise<unknown>) {
  const results: unknown[] = [];
  for (const targets of [["wasm"], ["wasm+scalar"], ["ir", "wasm"], ["ir"]]) {
    const built = await build(text, targets);
    for (const device of targets[0] === "ir" ? ["cpu", "host"] : ["cpu"]) {
      for (const threads of device === "cpu" ? [1, 2, 4] : [1]) {
        await using context = new built.program.lanewise.Context();
        const before = built.generated();
        // The devices are those that there are.
        const q = new built.program.lanewise.Queue({ device: device as "cpu" | "host", context, threads });
        results.push(await run(q, built));
        const isAhead = device === "cpu" && targets.some((one) => one !== "ir");
        if (isAhead) expect(built.generated()).toBe(before);
      }
    }
  }
  for (const result of results) expect(result).toEqual(results[0]);
  return results[0];
}

describe("X6: arrays of structs in columns", () => {
  const text = `import { f32, type FixedArray, type Handler, type i32, type NdItem, ndRange, type Queue, reduction, specConstant, structOf, type StructArray, type u8 } from "lanewise";
export interface Point { x: f32; y: f32 }
export interface Particle { at: Point; speed: FixedArray<f32, 2>; kind: u8 }
export interface Lamp { at: Point; power: f32 }
export const gain = specConstant<f32>(2);
export const particles = (q: Queue, count: number, layout: "aos" | "soa") => q.mallocShared(structOf<Particle>(), count, { layout });
export const lamps = (q: Queue, count: number, layout: "aos" | "soa") => q.mallocShared(structOf<Lamp>(), count, { layout });
export const fill = (q: Queue, ps: StructArray<Particle>) => q.parallelFor(ps.length, (i) => { const p = ps[i]!; p.at.x = f32(i); p.at.y = f32(i / 2); p.speed[0] = 1; p.speed[1] = f32(i % 3); p.kind = (i % 250) as u8; });
export const move = (q: Queue, to: StructArray<Particle>, from: StructArray<Particle>, dt: number) => q.parallelFor(from.length, (i) => { const p = from[i]!; to[i]!.at.x = p.at.x + p.speed[0]! * dt; to[i]!.at.y = p.at.y + p.speed[1]! * dt; to[i]!.kind = p.kind; });
export const light = (q: Queue, out: Float32Array, ps: StructArray<Particle>, lamps: StructArray<Lamp>) => q.parallelFor(ps.length, (i) => { let sum = 0; for (const lamp of lamps) sum += lamp.power / (1 + Math.abs(lamp.at.x - ps[i]!.at.x)); out[i] = sum; });
export const shifted = (q: Queue, ps: StructArray<Particle>) => q.parallelFor(4, (i) => { ps[i]!.at.x = f32(-i); }, { offset: 10 });
export const grouped = (q: Queue, ps: StructArray<Particle>) => q.parallelFor(ndRange(ps.length, 256), (item: NdItem<1>) => { const i = item.globalId(); ps[i]!.at.y = f32(item.group.reduce(ps[i]!.kind as number as i32, "max")); });
export const centre = (q: Queue, ps: StructArray<Particle>, sum: Float32Array, kinds: Uint32Array) => q.parallelFor(ps.length, reduction(sum, "add"), reduction(kinds, "add"), (i, sum, kinds) => { sum.combine(ps[i]!.at.x / 4); kinds.at(ps[i]!.kind % 4).combine(1); });
export const product = (q: Queue, ps: StructArray<Particle>, out: Int32Array) => q.parallelFor(ps.length, reduction(out, (a, b) => (a * b) % 1009, { identity: 1 }), (i, p) => { p.combine(((ps[i]!.kind % 7) + 1) as i32); });
export const scaled = (h: Handler, ps: StructArray<Particle>, by: number) => h.parallelFor(ps.length, (i) => { ps[i]!.at.x = f32(i * gain.value * by); });
export const outside = (q: Queue, ps: StructArray<Particle>) => q.parallelFor(8, (i) => { ps[i]!.at.x = f32(i); });
`;
  const length = 3 * 256;

  test.each([
    ["soa", "soa"],
    ["soa", "aos"],
    ["aos", "soa"],
  ] as const)("in %s, others in %s", async (layout, other) => {
    const result = await compare(text, async (q, { main, launch }) => {
      type Make = (q: Queue, count: number, layout: "aos" | "soa") => ArrayLike<unknown>;
      const [ps, next] = [0, 1].map(() => (main.particles as Make)(q, length, layout));
      const lamps = (main.lamps as Make)(q, 3, other);
      const out = q.mallocShared(Float32Array, length);
      const [sum, kinds, product] = [
        q.mallocShared(Float32Array, 1),
        q.mallocShared(Uint32Array, 4),
        q.mallocShared(Int32Array, [1]),
      ];
      await launch("fill")(q, ps);
      await launch("move")(q, next, ps, 0.5);
      await launch("shifted")(q, ps);
      await launch("light")(q, out, next, lamps);
      await launch("grouped")(q, ps);
      await launch("centre")(q, next, sum, kinds);
      await launch("product")(q, ps, product);
      const all = [ps, next].map((one) => Array.from({ length }, (_, i) => JSON.stringify(one?.[i])));
      await q.submit((h) => (main.scaled as (...all: unknown[]) => void)(h, next, 3));
      const scaled = Array.from({ length: 3 }, (_, i) => JSON.stringify(next?.[i]));
      return [all, scaled, ...[out, sum, kinds, product].map((array) => [...array])];
    });
    const [all, scaled, , , kinds, product] = result as [string[][], string[], ...number[][]];
    expect([all[0]?.[10], all[1]?.[4]]).toEqual([
      '{"at":{"x":-10,"y":249},"speed":[1,1],"kind":10}',
      '{"at":{"x":4.5,"y":2.5},"speed":[0,0],"kind":4}',
    ]);
    expect(scaled[2]).toContain('{"at":{"x":12,');
    const kindOf = (_: unknown, i: number) => i % 250;
    expect(kinds).toEqual(
      [0, 1, 2, 3].map((kind) => Array.from({ length }, kindOf).filter((one) => one % 4 === kind).length),
    );
    expect(product).toEqual([Array.from({ length }, kindOf).reduce((a, kind) => (a * ((kind % 7) + 1)) % 1009, 1)]);
  });

  test("what fails says where; a layout that no code is for is said", async () => {
    const { program, main, launch } = await build(text, ["wasm"]);
    const q = new program.lanewise.Queue({ device: "cpu" });
    const make = main.particles as (q: Queue, count: number, layout: string) => unknown;
    await expect(launch("outside")(q, make(q, 5, "soa"))).rejects.toMatchObject({
      ...{ code: "out_of_bounds", array: "ps", index: 5, length: 5, file: "main.ts", workItem: [5] },
    });
    const mixed = errorOf(() => launch("move")(q, make(q, 4, "soa"), make(q, 4, "aos"), 1));
    expect([mixed.code, mixed.message]).toEqual([
      "no_suitable_image",
      expect.stringContaining('wasm for simd128: it is not for to in columns ("soa") alone'),
    ]);
  });
});

describe("X6: reductions into arrays", () => {
  const text = `import { type f32, type Handler, type i32, type NdItem, ndRange, type Queue, reduction, specConstant } from "lanewise";
export const divisor = specConstant<f32>(2);
export const floats = (q: Queue, x: Float32Array, sums: Float32Array, all: Float64Array, most: Int32Array) =>
  q.parallelFor(x.length, reduction(sums, "add"), reduction(all, "add"), reduction(most, "max"), (i, sums, all, most) => { sums.at(i % 5).combine(x[i]! / 3); all.combine(x[i]!); most.at(i % 3).combine((i % 1000) as i32); });
export const plane = (q: Queue, sums: Float32Array, n: number) => q.parallelFor([n, 7], reduction(sums, "multiply"), (y, x, sums) => { sums.at(x % 5).combine(1 + y / 1e6); }, { offset: [4, 0] });
export const narrow = (q: Queue, out: Int32Array, table: Int32Array, n: number) => q.parallelFor([n, 28], reduction(out, "add"), (y, x, out) => { out.at(y >> 30).combine(table[x % 16]!); });
export const steps = (q: Queue, out: Int32Array, n: number) => q.parallelFor(n, reduction(out, (a, b) => (a * b) % 1009, { identity: 1 }), (i, p) => { p.at(i % 5).combine(((i % 7) + 1) as i32); });
export const grouped = (q: Queue, sums: Float32Array, n: number) => q.parallelFor(ndRange(n, 256), reduction(sums, "add"), (item: NdItem<1>, sums) => { sums.at(item.group.reduce(item.localId() as i32, "max") % 2).combine(item.globalId() / 7); });
export const divided = (h: Handler, x: Float32Array, sums: Float32Array) => h.parallelFor(x.length, reduction(sums, "add"), (i, sums) => { sums.at(i % 5).combine(x[i]! / divisor.value); });
export const product = (h: Handler, out: Int32Array, n: number) => h.parallelFor(n, reduction(out, (a, b) => (a * b) % 1009, { identity: 1 }), (i, p) => { p.combine((((i * divisor.value) % 7) + 1) as i32); });
export const outside = (q: Queue, sums: Float32Array, k: i32) => q.parallelFor(4096, reduction(sums, "add"), (i, sums) => { sums.at(i === 4000 ? k : 0).combine(1); });
export const missed = (q: Queue, out: Int32Array, k: i32) => q.parallelFor(4096, reduction(out, (a, b) => (a + b) % 7, { identity: 0 }), (i, sums) => { sums.at(i === 4000 ? k : 0).combine(1); });
`;

  test.each([5, 64])("of %d elements, by operations and by functions", async (length) => {
    const result = await compare(text, async (q, { main, launch }) => {
      const x = q.mallocShared(
        Float32Array,
        Array.from({ length: 50_000 }, (_, i) => (i % 17) / 3),
      );
      const sums = [0, 1, 2, 3].map(() => q.mallocShared(Float32Array, length).fill(1));
      const all = q.mallocShared(Float64Array, 1);
      const [most, steps, product] = [length, length, 1].map((count) => q.mallocShared(Int32Array, count).fill(3));
      for (const count of [50_000, 100]) {
        await launch("floats")(q, x.subarray(0, count), sums[0], all, most);
        await launch("plane")(q, sums[1], count);
        await launch("steps")(q, steps, count);
        await launch("grouped")(q, sums[2], count === 100 ? 256 : 256 * 41);
        await q.submit((h) => (main.divided as (...rest: unknown[]) => void)(h, x.subarray(0, count), sums[3]));
        await q.submit((h) => (main.product as (...rest: unknown[]) => void)(h, product, count));
      }
      return [...sums, all, most, steps, product].map((array) => [...(array ?? [])]);
    });
    const [first, , , , , , , product] = result as number[][];
    expect(first?.slice(0, 5).every((one) => one > 8000 && one < 10_000)).toBe(true);
    expect(first?.slice(5).every((one) => one === 1)).toBe(true);
    const times = (start: number, n: number) =>
      Array.from({ length: n }, (_, i) => ((i * 2) % 7) + 1).reduce((a, b) => (a * b) % 1009, start);
    expect(product).toEqual([times(times(3, 50_000), 100)]);
  });

  test("values of constants, arrays of one element, empty ranges", async () => {
    const { program, main, launch } = await build(text, ["wasm"]);
    const q = new program.lanewise.Queue({ device: "cpu" });
    const [x, sums, one] = [
      q.mallocShared(Float32Array, [1, 2, 3, 4, 5, 6, 7]),
      q.mallocShared(Float32Array, 5),
      q.mallocShared(Float32Array, [10]),
    ];
    await q.submit((h) => {
      h.setSpecializationConstant(main.divisor as never, 0.5 as never);
      (main.divided as (...rest: unknown[]) => void)(h, x, sums);
    });
    expect([...sums]).toEqual([14, 18, 6, 8, 10]);
    await launch("outside")(q, one, 0);
    expect([...one]).toEqual([10 + 4096]);
    const whole = q.mallocShared(Int32Array, 1);
    const table = q.mallocShared(
      Int32Array,
      Array.from({ length: 16 }, (_, i) => i * i),
    );
    await launch("narrow")(q, whole, table, 40_001);
    expect([...whole]).toEqual([40_001 * Array.from({ length: 28 }, (_, x) => (x % 16) ** 2).reduce((a, b) => a + b)]);
    await launch("floats")(q, x.subarray(0, 0), sums, q.mallocShared(Float64Array, 1), q.mallocShared(Int32Array, 3));
    expect([...sums]).toEqual([14, 18, 6, 8, 10]);
  });

  test.each([
    ["outside", Float32Array],
    ["missed", Int32Array],
  ] as const)("an index outside is said of the target: %s", async (name, Type) => {
    const { program, launch } = await build(text, ["wasm"]);
    const q = new program.lanewise.Queue({ device: "cpu" });
    for (const [length, index] of [
      [8, 8],
      [8, -1],
      [1, 1],
    ] as const) {
      const target = q.mallocShared(Type, length);
      const launched = launch(name)(q, target, index);
      await expect(launched).rejects.toMatchObject({
        code: "out_of_bounds",
        array: "sums",
        index,
        length,
        workItem: [4000],
      });
      expect(target.every((value) => value === 0)).toBe(true);
    }
  });
});

test("`lanewise inspect` says for which layouts and reductions there is code", () => {
  const text = `import { type f32, type Queue, reduction, type StructArray } from "lanewise";
interface Point { x: f32 }
export const run = (q: Queue, ps: StructArray<Point>, sums: Float32Array, most: Int32Array) =>
  q.parallelFor(ps.length, reduction(sums, "add"), reduction(most, "max"), (i, sums, most) => { sums.at(i % 2).combine(ps[i]!.x); most.combine(i); });
`;
  const { compilation, pathOf } = compileSource({ "main.ts": text }, programFolder, { targets: ["ir", "wasm"] });
  const [, image] = compilation.files.get(pathOf("main.ts"))?.images ?? [];
  const lines = image ? printPrebuilt(image).trim().split("\n") : [];
  expect(lines.map((line) => line.trim().replace(/\d+ bytes/, "… bytes"))).toEqual([
    "programs:",
    "app@1.0.0/main.ts:run#0: rows, reductions add copies and max value: scalar code, … bytes",
    "app@1.0.0/main.ts:run#0: rows, ps in columns, reductions add copies and max value: scalar code, … bytes",
  ]);
});
