// Conformance of the math library: functions of Math are linked with device functions of loaded images that replace them. Titles begin with
// the id of the requirement that they show. Each test replaces a function of its own, since what is loaded stays.

import { encodeImage, parseModule } from "@lanewise/ir";
import type { DeviceLibrary, Queue } from "lanewise";
import { register } from "lanewise/internal";
import { afterAll, describe, expect, test } from "vitest";
import { imageOf, toBase64 } from "../runtime/emitted.js";
import { allParts } from "../support/all-parts.js";
import { compileSource, programFolder } from "../support/compile-source.js";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";

const head = 'import { assert, deviceFn, deviceGlobal, type f32, f64, type i32, Queue } from "lanewise";\n';
const used =
  "export const used = [assert, deviceFn, deviceGlobal, f64, Queue] as const; export type Used = [f32, i32];\n";

const sources = {
  "main.ts": `${head}${used}import { half } from "./fast.js";
const wave = (x: number): number => Math.sin(x) + 1;
export const sines = (q: Queue, x: Float32Array, y: Float64Array, out: Float32Array) => q.parallelFor(out.length, (i) => {
  let sum = Math.sin(Math.sin(x[i]!)) + wave(x[i]!);
  for (let k = 0; Math.sin(x[i]!) * k < 1000; k++) sum += k < 2 && Math.sin(x[k]!) > 1 ? 1 : 0;
  out[i] = sum + half(x[i]!);
  y[i] = Math.sin(y[i]!);
});
export const cosines = (q: Queue, x: Float32Array) => q.parallelFor(x.length, (i) => { x[i] = Math.cos(x[i]!); });
export const tangents = (q: Queue, x: Float32Array) => q.parallelFor(x.length, (i) => { x[i] = Math.tan(x[i]!); });
export const logarithms = (q: Queue, x: Float32Array) => q.parallelFor(x.length, (i) => { x[i] = Math.log(x[i]!); });
export const roots = (q: Queue, x: Float32Array) => q.parallelFor(x.length, (i) => { x[i] = Math.cbrt(x[i]!); });
`,
  "fast.ts": `${head}${used}
export const half = deviceFn((x: f32): f32 => Math.sin(x) / 2);
export const calls = deviceGlobal<i32>(0);
export const sin = deviceFn((x: f32): f32 => { if (x < 0) return 0; return 10 * x + 0 * Math.sin(x) * half(x); }, { replaces: "Math.sin" });
export const logs = deviceFn((x: f32): f32 => { assert(x > 0, "x is positive"); return Math.log(x) * 1000; }, { replaces: "Math.log" });
`,
};

type Kernel = (q: Queue, ...arrays: (Float32Array | Float64Array)[]) => PromiseLike<void>;
type Kernels = Readonly<Record<"sines" | "cosines" | "tangents" | "logarithms" | "roots", Kernel>>;

const program = await loadProgram(sources);
const programs: LoadedProgram[] = [program];
afterAll(() => {
  for (const one of programs) one.dispose();
});
// What the sources above export.
const main = (await program.load("main.ts")) as unknown as Kernels;

/** The image of a module that replaces a function of Math by its argument times `factor`. */
function replacing(
  module: string,
  replaced: string,
  factor: number,
): { images: string[]; builtins: string[]; bytes: Uint8Array } {
  const text = `${head}${used}export const f = deviceFn((x: f32): f32 => x * ${factor}, { replaces: "Math.${replaced}" });\n`;
  const { compilation, pathOf } = compileSource({ [`${module}.ts`]: text });
  expect(compilation.diagnostics).toEqual([]);
  const [image] = compilation.files.get(pathOf(`${module}.ts`))?.images ?? [];
  if (!image) throw new Error("the module has an image");
  const bytes = encodeImage(image);
  return { images: [toBase64(bytes)], builtins: [`lanewise:math/${replaced}.f32`], bytes };
}

function load(module: string, replaced: string, factor: number): void {
  const { images, builtins } = replacing(module, replaced, factor);
  register({ protocol: 2, parts: allParts, module: `app@1.0.0/${module}.ts`, images, builtins, globals: {} });
}

test("X14: the image exports what replaces a function of Math, and its module says so", () => {
  const { compilation, pathOf } = compileSource(sources, programFolder);
  const file = compilation.files.get(pathOf("fast.ts"));
  const exported = Object.keys(file?.images[0]?.properties["SYCL/exported symbols"] ?? {});
  expect(exported.filter((symbol) => symbol.startsWith("lanewise:"))).toEqual([
    "lanewise:math/sin.f32",
    "lanewise:math/log.f32",
  ]);
  expect(file?.edits.at(-1)?.text).toContain('builtins: ["lanewise:math/sin.f32","lanewise:math/log.f32"]');
});

describe.each(["cpu", "host"] as const)("on %s", (device) => {
  const q = new program.lanewise.Queue({ device, threads: 1 });
  const shared = (...given: number[]) => {
    const array = q.mallocShared(Float32Array, given.length);
    array.set(given);
    return array;
  };

  test("X14: kernels, and what they call, have the function that replaces Math's, of its type alone", async () => {
    const count = 37;
    const x = shared(...Array.from({ length: count }, (_, i) => 1 + i));
    const y = q.mallocShared(Float64Array, count).fill(2);
    const out = q.mallocShared(Float32Array, count);
    await main.sines(q, x, y, out);
    expect([...out]).toEqual(
      Array.from({ length: count }, (_, i) => {
        const v = 1 + i;
        const loops = Math.min(2, Math.ceil(1000 / (10 * v)));
        return Math.fround(100 * v + 10 * v + 1 + loops + (10 * v) / 2);
      }),
    );
    expect([...y]).toEqual(Array.from({ length: count }, () => Math.sin(2)));
  });

  test("X14: the function itself has Lanewise's, and fails in its own source", async () => {
    const x = shared(Math.E, 1);
    await main.logarithms(q, x);
    expect([...x].map((one) => Math.round(one))).toEqual([1000, 0]);
    await expect(main.logarithms(q, shared(-1))).rejects.toMatchObject({ code: "assertion_failed", file: "fast.ts" });
  });
});

test("X14: what is loaded later counts from the next launch on, until it is closed", async () => {
  const q = new program.lanewise.Queue({ device: "cpu" });
  const run = async () => {
    const x = q.mallocShared(Float32Array, 40).fill(1);
    await main.cosines(q, x);
    return x[39];
  };
  const own = await run();
  expect(own).toBeCloseTo(Math.cos(1), 6);
  const library: DeviceLibrary = program.lanewise.deviceDlopen(replacing("later", "cos", 7).bytes);
  expect(await run()).toBe(7);
  library.close();
  expect(await run()).toBe(own);
});

test("Y2, X14: two that differ are an error of the kernels that use the function, which names both; equal ones are one", async () => {
  const q = new program.lanewise.Queue({ device: "cpu" });
  const x = q.mallocShared(Float32Array, 4).fill(2);
  load("one", "tan", 3);
  await main.tangents(q, x);
  expect([...x]).toEqual([6, 6, 6, 6]);
  load("two", "tan", 4);
  expect(() => main.tangents(q, x)).toThrow(
    /an image of app@1\.0\.0\/one\.ts and one of app@1\.0\.0\/two\.ts both replace Math\.tan of f32/,
  );
  await main.cosines(q, x);
  load("one", "tan", 5);
  const { images } = replacing("one", "tan", 5);
  register({
    protocol: 2,
    parts: allParts,
    module: "app@1.0.0/two.ts",
    images,
    builtins: ["lanewise:math/tan.f32"],
    globals: {},
  });
  x.fill(2);
  await main.tangents(q, x);
  expect([...x]).toEqual([10, 10, 10, 10]);
});

test("X14: a function of other types than Math's, built by something else, is an error of the link", () => {
  const q = new program.lanewise.Queue({ device: "cpu" });
  const module = parseModule(`module "other@1.0.0/a.ts"
file "a.ts"
fn #0.f exported "lanewise:math/cbrt.f32" (%0.x: f64) -> f64 @1:1 {
  return %0.x
}
`);
  const image = {
    ...imageOf(module),
    symbols: [],
    properties: { "SYCL/exported symbols": { "lanewise:math/cbrt.f32": 1 } },
  };
  const images = [toBase64(encodeImage(image))];
  register({
    protocol: 2,
    parts: allParts,
    module: "other@1.0.0/a.ts",
    images,
    builtins: ["lanewise:math/cbrt.f32"],
    globals: {},
  });
  expect(() => main.roots(q, q.mallocShared(Float32Array, 4))).toThrow(/linked: .*f64/);
});
