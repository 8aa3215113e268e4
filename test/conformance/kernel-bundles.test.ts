// Conformance of kernel bundles (SYCL modules): states, factories, builds, links, joins. Titles begin with the ids of the
// requirements they show, or with the case they port.

import { compileSource as compileText, SourceError } from "@lanewise/transformer/source";
import type { FixedArray, SpecConstant } from "lanewise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { codeOf } from "../support/thrown-error.js";

type Lanewise = LoadedProgram["lanewise"];

const sources = {
  "main.ts": `import { type BundleState, type Context, Queue, thisModule } from "lanewise";
import { brightness } from "./tones.js";
export const q = new Queue({ device: "cpu", threads: 1 });
export const x = q.mallocShared(Float32Array, 8).fill(0.25);
export const doubled = (i: number) => { x[i]! *= 2; };
export const double = () => q.parallelFor(8, doubled);
export const lighten = () => q.parallelFor([2, 4], (y, z) => { x[y * 4 + z] = brightness(x[y * 4 + z]!); });
export const fill = (q: Queue, out: Float32Array) => q.parallelFor(8, (i) => { out[i] = i; });
export const own = <S extends BundleState>(context: Context, state: S) => thisModule.get(context, state);
export const has = (context: Context) => [thisModule.hasModuleIn(context, "input"), thisModule.hasModuleIn(context, "executable",), thisModule.hasAnyModule(context)];
export const given = (context: Context) => thisModule.get(context, "input", "elsewhere@1.0.0/main.ts");
`,
  "tones.ts": `import { deviceFn, type f32 } from "lanewise";
export const brightness = deviceFn((value: f32): f32 => value + 0.5);
`,
  "launches.ts": `import { deviceGlobal, type ExecutableBundle, type i32, type ImageSelector, type InputBundle, Queue, specConstant } from "lanewise";
export const factor = specConstant<i32>(2);
export const launches = deviceGlobal<i32>(0);
export const out = (q: Queue) => q.mallocShared(Int32Array, 4);
export const scale = (q: Queue, out: Int32Array, bundle?: ExecutableBundle, select?: ImageSelector) => q.submit((h) => {
  if (bundle) h.useModule(bundle, select);
  h.parallelFor(4, (i) => { out[i] = i * factor.value; if (i === 0) launches.value += 1; });
});
export const other = (q: Queue, bundle: ExecutableBundle) => q.submit((h) => { h.useModule(bundle); h.singleTask(() => { launches.value += 100; }); });
export const setOnHandler = (q: Queue, bundle: ExecutableBundle) => q.submit((h) => { h.useModule(bundle); h.setSpecializationConstant(factor, 3); h.singleTask(() => {}); });
export const getOnHandler = (q: Queue, bundle: ExecutableBundle) => q.submit((h) => { h.useModule(bundle); h.getSpecializationConstant(factor); h.singleTask(() => {}); });
export const setBefore = (q: Queue, bundle: ExecutableBundle) => q.submit((h) => { h.setSpecializationConstant(factor, 3); h.useModule(bundle); h.singleTask(() => {}); });
export const useLate = (q: Queue, bundle: ExecutableBundle) => q.submit((h) => { h.singleTask(() => {}); h.useModule(bundle); });
export const set = (bundle: InputBundle, value: i32) => bundle.setSpecializationConstant(factor, value);
export const count = (q: Queue) => q.read(launches);
`,
  "plain.ts": `import { type Context, thisModule } from "lanewise";
export const has = (context: Context) => thisModule.hasAnyModule(context);
export const isEmpty = (context: Context) => thisModule.get(context, "executable").isEmpty;
`,
};

interface Main {
  readonly q: InstanceType<Lanewise["Queue"]>;
  readonly x: Float32Array;
  readonly doubled: (i: number) => void;
  readonly double: () => Promise<void>;
  readonly lighten: () => Promise<void>;
  readonly fill: (q: Main["q"], out: Float32Array) => Promise<void>;
  readonly own: Lanewise["thisModule"]["get"];
  readonly has: (context: object) => boolean[];
  readonly given: (context: object) => Iterable<object> & { readonly isEmpty: boolean };
}

let program: LoadedProgram;
let lanewise: Lanewise;
let main: Main;
let context: InstanceType<Lanewise["Context"]>;

beforeAll(async () => {
  program = await loadProgram(sources, { asked: { split: "per_kernel" } });
  lanewise = program.lanewise;
  main = (await program.load("main.ts")) as unknown as Main; // what the text exports
  context = main.q.context;
});
afterAll(() => program.dispose());

const module = "app@1.0.0/main.ts";
const symbols = (bundle: Iterable<{ readonly kernels: readonly string[] }>) =>
  [...bundle].flatMap(({ kernels }) => kernels.map((symbol) => symbol.replace(/^.*:/, "")));

describe("M1: states", () => {
  test("bundles in different states are of different types, with members of their own", () => {
    const text = `import { build, compile, getKernelBundle, type InputBundle, link, Queue } from "lanewise";
const { context } = new Queue();
const input = getKernelBundle(context, "input");
const object = compile(input);
const executable = link([object]);
export const all: [InputBundle, "object", "executable"] = [input, object.state, executable.state];
// @ts-expect-error: an input has no kernels yet
input.getKernel("a");
// @ts-expect-error: neither has an object
object.kernelNames;
// @ts-expect-error: an object is not built
build(object);
// @ts-expect-error: an input is not linked
link([input]);
// @ts-expect-error: nobody else makes them
new InputBundle();
export const names: readonly string[] = executable.kernelNames;
`;
    expect(compileSource({ "main.ts": text }).typeErrors.map(({ messageText }) => messageText)).toEqual([]);
  });

  test("equal when context, state and images are equal", () => {
    const input = main.own(context, "input");
    expect(input.equals(main.own(context, "input"))).toBe(true);
    expect(input.equals(lanewise.compile(input))).toBe(false);
    expect(input.equals(main.own(new lanewise.Context(), "input"))).toBe(false);
    expect(input.equals(lanewise.getKernelBundle(context, "input", { kernels: [main.doubled] }))).toBe(false);
    expect([...input]).toEqual([...main.own(context, "input")]);
  });
});

describe("M2: what a bundle tells", () => {
  test("context, devices, images, kernels", () => {
    const bundle = main.own(context, "executable");
    expect([bundle.context, bundle.state, bundle.isEmpty]).toEqual([context, "executable", false]);
    expect(bundle.devices.map(({ kind }) => kind)).toEqual(["cpu"]);
    expect([...bundle].map(({ module, format }) => [module, format])).toEqual([
      [module, "ir"],
      [module, "ir"],
      [module, "ir"],
    ]);
    expect(bundle.kernelNames).toEqual([`${module}:doubled#0`, `${module}:lighten#1`, `${module}:fill#2`]);
  });

  test("kernels are objects, found by symbol and by function", () => {
    const bundle = main.own(context, "executable");
    const kernel = bundle.getKernel(`${module}:doubled#0`);
    expect([kernel.bundle, kernel.symbol, kernel.name]).toEqual([bundle, `${module}:doubled#0`, "doubled (main.ts:5)"]);
    expect(bundle.getKernel(main.doubled)).toEqual(kernel);
    expect([bundle.hasKernel(main.doubled), bundle.hasKernel("other"), bundle.hasKernel(() => undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(codeOf(() => bundle.getKernel("other"))).toBe("kernel_not_found");
  });

  test("context.getModules: a bundle for each loaded module", () => {
    const modules = context
      .getModules("input")
      .filter((bundle) => [...bundle].some((image) => image.module === module));
    expect(modules.map(symbols)).toEqual([["doubled#0", "lighten#1", "fill#2"]]);
  });
});

describe("M3: compile, link, build", () => {
  test("case 34: build(x) behaves as link(compile(x))", () => {
    const input = main.own(context, "input");
    const [built, linked] = [lanewise.build(input), lanewise.link(lanewise.compile(input))];
    expect(built.equals(linked)).toBe(true);
    expect(built.kernelNames).toEqual(linked.kernelNames);
  });

  test("the asynchronous ones give the same, and the event loop has its turns", async () => {
    const input = main.own(context, "input");
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const object = await lanewise.compileAsync(input);
    const bundles = [await lanewise.linkAsync(object), await lanewise.buildAsync(input)];
    clearInterval(timer);
    expect(bundles.map((bundle) => bundle.equals(lanewise.build(input)))).toEqual([true, true]);
    expect(turns).toBeGreaterThan(0);
  });

  test("M7: a large kernel takes its time in parts", async () => {
    const statements = Array.from({ length: 200 }, (_, k) =>
      k % 2 === 0
        ? `for (let j = 0; j < n; j++) { sum += a[(i + j) % 8]! * ${k}; }`
        : `if (a[i]! > ${k}) { a[i] = a[i]! * ${k}.5; } else { sum += ${k}; }`,
    );
    const large = await loadProgram({
      "large.ts": `import type { Queue } from "lanewise";
export const run = (q: Queue, a: Float32Array, out: Float32Array, n: number) => q.parallelFor(out.length, (i) => {
  let sum = 0;
  ${statements.join("\n  ")}
  out[i] = sum;
});`,
    });
    await large.load("large.ts");
    const { codeCache } = large.lanewise;
    const wasOn = codeCache.isOn;
    codeCache.isOn = false;
    // Where other processes want the cores, a part may seem long for once.
    await expect.poll(() => longestPart(large.lanewise), { timeout: 60_000 }).toBeLessThan(0.6);
    codeCache.isOn = wasOn;
    large.dispose();
  });

  test("errors: no bundle, other states, several contexts", async () => {
    const input = main.own(context, "input");
    const other = lanewise.compile(main.own(new lanewise.Context(), "input"));
    // From code that is not typed.
    const untyped = lanewise as unknown as Record<"compile" | "link" | "build", (...args: unknown[]) => unknown>;
    expect(codeOf(() => lanewise.link([]))).toBe("invalid_object");
    expect(codeOf(() => untyped.link(input))).toBe("invalid");
    expect(codeOf(() => untyped.build(lanewise.compile(input)))).toBe("invalid");
    expect(codeOf(() => untyped.compile(3))).toBe("invalid");
    expect(codeOf(() => lanewise.link([lanewise.compile(input), other]))).toBe("invalid");
    await expect(lanewise.linkAsync([])).rejects.toMatchObject({ code: "invalid_object" });
  });

  test("case 35: no devices to compile for", () => {
    expect(codeOf(() => lanewise.getKernelBundle(context, "object", { devices: [] }))).toBe("invalid");
    expect(codeOf(() => lanewise.hasKernelBundle(context, "object", { devices: [] }))).toBe("invalid");
  });
});

/** Of `buildAsync` of a kernel, in a context of its own: how much of its time the event loop had no turn at most. */
async function longestPart({ Context, buildAsync, getKernelBundle }: LoadedProgram["lanewise"]): Promise<number> {
  await using own = new Context();
  const start = performance.now();
  let [last, longest, isDone] = [start, 0, false];
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  turn();
  await buildAsync(getKernelBundle(own, "input", { kernels: ["app@1.0.0/large.ts:run#0"] }));
  isDone = true;
  turn();
  return longest / (last - start);
}

test("M4: what a kernel calls is found in other images of the bundle and in loaded modules; nothing is defined twice", () => {
  const all = lanewise.compile(lanewise.getKernelBundle(context, "input", { kernels: [`${module}:lighten#1`] }));
  expect(symbols(all)).toEqual(["lighten#1"]);
  expect(lanewise.link(all).kernelNames).toEqual([`${module}:lighten#1`]);
  // An image that is there twice is one image.
  expect(lanewise.link([all, all]).equals(lanewise.link(all))).toBe(true);
});

test("M5: join copies the images of bundles in one state and context", () => {
  const of = (...names: string[]) => {
    const kernels = names.map((name) => `${module}:${name}`);
    return lanewise.getKernelBundle(context, "executable", { kernels });
  };
  const [a, b] = [of("doubled#0"), of("lighten#1", "fill#2")];
  const joined = lanewise.join([a, b]);
  expect(joined.kernelNames).toEqual([`${module}:doubled#0`, `${module}:lighten#1`, `${module}:fill#2`]);
  expect(joined.equals(main.own(context, "executable"))).toBe(true);
  expect(codeOf(() => lanewise.join([]))).toBe("invalid_object");
  expect(codeOf(() => lanewise.join([main.own(context, "input"), main.own(context, "object")]))).toBe("invalid_object");
  expect(codeOf(() => lanewise.join([a, main.own(new lanewise.Context(), "executable")]))).toBe("invalid_object");
});

test("M6: thisModule is the calling module; get, hasModuleIn and hasAnyModule agree", async () => {
  expect(main.has(context)).toEqual([true, true, true]);
  expect(symbols(main.own(context, "input"))).toEqual(["doubled#0", "lighten#1", "fill#2"]);
  expect(main.given(context).isEmpty).toBe(true);
  const { has, isEmpty } = (await program.load("plain.ts")) as Record<string, (context: object) => boolean>;
  expect([has?.(context), isEmpty?.(context)]).toEqual([false, true]);
});

test("M6: in a module that is not compiled, thisModule says so", () => {
  expect(codeOf(() => lanewise.thisModule.get(context, "input"))).toBe("kernel_not_compiled");
});

test("M7: kernels of an executable need no compilation when they are launched", async () => {
  const fresh = new lanewise.Context();
  const executable = main.own(fresh, "executable");
  const q = new lanewise.Queue({ context: fresh, device: "cpu", threads: 1 });
  const out = q.mallocShared(Float32Array, 8);
  const { Module } = WebAssembly;
  WebAssembly.Module = class {
    constructor() {
      throw new Error("something was compiled");
    }
  } as unknown as typeof Module; // nothing asks it for more
  try {
    await main.fill(q, out);
  } finally {
    WebAssembly.Module = Module;
  }
  expect([executable.state, [...out]]).toEqual(["executable", [0, 1, 2, 3, 4, 5, 6, 7]]);
});

test("M8: the log says what was done, with debug also how kernels run", () => {
  const lines: string[] = [];
  lanewise.build(main.own(context, "input"), { log: (line) => lines.push(line) });
  expect(lines.map((line) => line.replace(/[\d.]+ ms$/, "0 ms"))).toEqual([
    `compiled ${module}: 1 kernel, 0 ms`,
    `compiled ${module}: 1 kernel, 0 ms`,
    `compiled ${module}: 1 kernel, 0 ms`,
    `linked doubled (main.ts:5): images of ${module}, 0 ms`,
    `linked lighten (main.ts:7): images of ${module}, app@1.0.0/tones.ts, 0 ms`,
    `linked fill (main.ts:8): images of ${module}, 0 ms`,
  ]);
  lines.length = 0;
  lanewise.build(main.own(context, "input"), { log: (line) => lines.push(line), debug: true });
  expect(lines.filter((line) => line.startsWith("  doubled (main.ts:5): gangs of 16, "))).toHaveLength(1);
});

describe("command groups", () => {
  interface Launches {
    readonly factor: SpecConstant<number>;
    readonly out: (q: Main["q"]) => Int32Array;
    readonly scale: (
      q: Main["q"],
      out: Int32Array,
      bundle?: object,
      select?: (images: readonly object[]) => object,
    ) => Promise<void>;
    readonly other: (q: Main["q"], bundle: object) => unknown;
    readonly setOnHandler: Launches["other"];
    readonly getOnHandler: Launches["other"];
    readonly setBefore: Launches["other"];
    readonly useLate: Launches["other"];
    readonly set: (bundle: object, value: number) => void;
    readonly count: (q: Main["q"]) => Promise<number>;
  }
  const launchesModule = "app@1.0.0/launches.ts";
  let launches: Launches;
  beforeAll(async () => {
    launches = (await program.load("launches.ts")) as unknown as Launches; // what the text exports
  });
  const inputOf = (name: string, where = context) =>
    lanewise.getKernelBundle(where, "input", { kernels: [`${launchesModule}:${name}`] });
  const scaleWith = async (bundle?: object, select?: (images: readonly object[]) => object) => {
    const out = launches.out(main.q);
    await launches.scale(main.q, out, bundle, select);
    return [...out];
  };

  test("M10: a launch without a bundle finds what is loaded, with one only what it has", async () => {
    expect(await scaleWith()).toEqual([0, 2, 4, 6]);
    expect(await scaleWith(lanewise.build(inputOf("scale#0")))).toEqual([0, 2, 4, 6]);
  });

  test("M11, case 33: a kernel that the bundle does not have is kernel_not_found, at once", () => {
    const bundle = lanewise.build(inputOf("scale#0"));
    expect(codeOf(() => launches.other(main.q, bundle))).toBe("kernel_not_found");
  });

  test("case 32: a bundle of another context is invalid, at once; so is one on the host device", () => {
    const bundle = lanewise.build(inputOf("other#1", new lanewise.Context()));
    expect(codeOf(() => launches.other(main.q, bundle))).toBe("invalid");
    const hostQueue = new lanewise.Queue({ device: "host" });
    expect(codeOf(() => launches.other(hostQueue, lanewise.build(inputOf("other#1"))))).toBe("invalid");
    expect(codeOf(() => launches.other(main.q, inputOf("other#1")))).toBe("invalid");
  });

  test("M12: a selector picks the image", async () => {
    const bundle = lanewise.build(inputOf("scale#0"));
    const seen: object[] = [];
    const pick = (images: readonly object[]) => {
      seen.push(...images);
      return images[0] ?? {};
    };
    expect(await scaleWith(bundle, pick)).toEqual([0, 2, 4, 6]);
    expect(seen).toEqual([...bundle]);
    await expect(scaleWith(bundle, () => ({}))).rejects.toMatchObject({ code: "invalid" });
    const [foreign] = main.own(context, "input");
    await expect(scaleWith(bundle, () => foreign ?? {})).rejects.toMatchObject({ code: "invalid" });
  });

  test("S2: a value of a constant that no kernel of the bundle uses makes no difference", () => {
    const input = inputOf("other#1");
    launches.set(input, 5);
    expect(input.hasSpecializationConstants).toBe(false);
    expect(input.getSpecializationConstant(launches.factor)).toBe(5);
    expect(lanewise.build(input).kernelNames).toHaveLength(1);
  });

  test("S2, case 30: values are the input bundle's, and survive compile and link", async () => {
    const input = inputOf("scale#0");
    const before = lanewise.build(input);
    launches.set(input, 5);
    const object = lanewise.compile(input);
    const executable = lanewise.link(object);
    launches.set(input, 7);
    expect([before, executable].map((bundle) => bundle.getSpecializationConstant(launches.factor))).toEqual([2, 5]);
    expect(input.getSpecializationConstant(launches.factor)).toBe(7);
    expect(await scaleWith(executable)).toEqual([0, 5, 10, 15]);
    expect(await scaleWith(lanewise.build(input))).toEqual([0, 7, 14, 21]);
    expect(await scaleWith(before)).toEqual([0, 2, 4, 6]);
    expect([input.hasSpecializationConstants, main.own(context, "input").hasSpecializationConstants]).toEqual([
      true,
      false,
    ]);
    expect(executable.equals(before)).toBe(false);
  });

  test("S4: linking keeps the union of values; a constant that two bundles have set is an error", async () => {
    const [a, b] = [inputOf("scale#0"), inputOf("other#1")];
    launches.set(a, 4);
    expect(await scaleWith(lanewise.link([lanewise.compile(a), lanewise.compile(b)]))).toEqual([0, 4, 8, 12]);
    launches.set(b, 4);
    expect(codeOf(() => lanewise.link([lanewise.compile(a), lanewise.compile(b)]))).toBe("link_program_error");
    expect(codeOf(() => lanewise.join([a, b]))).toBe("invalid_object");
  });

  test("M5: joined executables keep the values that each was built for, and a selector picks one", async () => {
    const input = inputOf("scale#0");
    launches.set(input, 5);
    const fives = lanewise.build(input);
    launches.set(input, 7);
    const sevens = lanewise.build(input);
    const both = lanewise.join([fives, sevens]);
    expect([...both]).toHaveLength(2);
    expect(both.equals(fives)).toBe(false);
    expect(lanewise.join([fives, fives]).equals(fives)).toBe(true);
    expect(await scaleWith(both)).toEqual([0, 5, 10, 15]);
    for (const [bundle, factor] of [
      [fives, 5],
      [sevens, 7],
    ] as const) {
      const [own] = bundle;
      expect(await scaleWith(both, () => own ?? {})).toEqual([0, factor, 2 * factor, 3 * factor]);
    }
  });

  test("M5: kernels of unrelated code under one symbol are invalid_object, in every state", () => {
    const textOf = (factor: number) => `import type { Kernel1 } from "lanewise";
declare const x: Float32Array;
export const scaled: Kernel1 = (i) => { x[i]! *= ${factor}; };
`;
    const bundleOf = (factor: number) =>
      lanewise.createKernelBundle(
        context,
        compileText(textOf(factor), { folder: programFolder, fileName: "scaled.ts" }),
      );
    const [one, same, other] = [bundleOf(2), bundleOf(2), bundleOf(3)];
    expect([...lanewise.join([one, same])]).toHaveLength(2);
    expect(codeOf(() => lanewise.join([one, other]))).toBe("invalid_object");
    expect([...lanewise.join([lanewise.build(one), lanewise.build(same)])]).toHaveLength(2);
    expect(codeOf(() => lanewise.join([lanewise.build(one), lanewise.build(other)]))).toBe("invalid_object");
  });

  test("case 36: values are not set or asked for in a group that uses a bundle; nothing comes behind the launch", () => {
    const bundle = lanewise.build(inputOf("scale#0"));
    for (const group of ["setOnHandler", "getOnHandler", "setBefore", "useLate"] as const) {
      expect([group, codeOf(() => launches[group](main.q, bundle))]).toEqual([group, "invalid"]);
    }
  });

  test("V4, case 20: device globals keep their state through bundles", async () => {
    const before = await launches.count(main.q);
    const input = inputOf("scale#0");
    launches.set(input, 9);
    await scaleWith(lanewise.build(input));
    await scaleWith();
    expect(await launches.count(main.q)).toBe(before + 2);
  });
});

describe("M9: bundles of images that no module has", () => {
  const text = `import type { f32, Kernel1 } from "lanewise";
declare const a: f32, x: Float32Array, y: Float32Array;
export const saxpy: Kernel1 = (i) => { y[i]! += a * x[i]!; };
`;

  test("from a text, by the compiler's own entry", () => {
    const input = lanewise.createKernelBundle(context, compileText(text, { folder: programFolder }));
    expect([input.state, symbols(input)]).toEqual(["input", ["saxpy#0"]]);
    const executable = lanewise.build(input);
    expect(executable.getKernel("saxpy").symbol).toMatch(/^app@1\.0\.0\/source-[0-9a-f]{12}\.ts:saxpy#0$/);
    expect(lanewise.hasKernelBundle(context, "input", { kernels: executable.kernelNames })).toBe(false);
  });

  test("texts have names of their own, so that device globals of one name are two; the same text is the same", async () => {
    const counting = (step: number) => `import { deviceGlobal, type i32, type Kernel1 } from "lanewise";
declare const out: Int32Array;
export const total = deviceGlobal<i32>(${step});
export const count: Kernel1 = (i) => { total.value += ${step}; out[i] = total.value; };
`;
    const made = (source: string) =>
      lanewise.build(lanewise.createKernelBundle(context, compileText(source, { folder: programFolder })));
    const [one, ten] = [made(counting(1)), made(counting(10))];
    const run = async (executable: typeof one) => {
      const out = main.q.mallocShared(Int32Array, 1);
      await main.q.submit((h) => {
        h.setArgs({ out });
        h.parallelFor(1, executable.getKernel("count"));
      });
      return out[0];
    };
    expect([await run(one), await run(ten), await run(one), await run(ten)]).toEqual([2, 20, 3, 30]);
    expect(made(counting(1)).kernelNames).toEqual(one.kernelNames);
    expect(ten.kernelNames).not.toEqual(one.kernelNames);
  });

  describe("the host reaches what a text declares by name", () => {
    const source = `import { deviceGlobal, type FixedArray, type i32, type Kernel1, specConstant } from "lanewise";
declare const out: Int32Array;
export const total = deviceGlobal<i32>(5);
export const bins = deviceGlobal<FixedArray<i32, 3>>();
export const limit = deviceGlobal<i32, { hostAccess: "read" }>(1);
export const step = specConstant<i32>(2);
export const count: Kernel1 = (i) => { total.value += step.value; bins[i] = total.value; limit.value = i; out[i] = total.value; };
`;
    const input = () => lanewise.createKernelBundle(context, compileText(source, { folder: programFolder }));
    const run = async (executable: ReturnType<Lanewise["build"]>) => {
      const out = main.q.mallocShared(Int32Array, 1);
      await main.q.submit((h) => {
        h.setArgs({ out });
        h.parallelFor(1, executable.getKernel("count"));
      });
      return out[0];
    };

    test("device globals of an executable, before its first launch, too", async () => {
      const executable = lanewise.build(input());
      const total = executable.getDeviceGlobal<number>("total");
      expect(await main.q.read(total)).toBe(5);
      await main.q.write(total, 10);
      expect([await run(executable), await main.q.read(total)]).toEqual([12, 12]);
      expect(await run(executable)).toBe(14);
      const bins = executable.getDeviceGlobal<FixedArray<number, 3>>("bins");
      expect([...(await main.q.read(bins))]).toEqual([14, 0, 0]);
      expect(executable.getDeviceGlobal(`${executable.kernelNames[0]?.replace(/:.*/, "")}:total`)).toBe(total);
      const limit = executable.getDeviceGlobal<number>("limit");
      expect(await main.q.read(limit)).toBe(0);
      expect(codeOf(() => main.q.write(limit, 1))).toBe("host_access");
      expect(codeOf(() => total.value)).toBe("host_access");
    });

    test("specialization constants", async () => {
      const bundle = input();
      const step = bundle.getSpecConstant<number>("step");
      expect([step.value, bundle.getSpecializationConstant(step)]).toEqual([2, 2]);
      bundle.setSpecializationConstant(step, 100);
      const executable = lanewise.build(bundle);
      await main.q.write(executable.getDeviceGlobal<number>("total"), 0);
      expect(await run(executable)).toBe(100);
      expect(executable.getSpecializationConstant(step)).toBe(100);
      expect(codeOf(() => bundle.setSpecializationConstant(step, 1.5))).toBe("invalid");
    });

    test("what there is not, with what there is", () => {
      const bundle = input();
      expect(() => bundle.getSpecConstant("total")).toThrow(
        /getSpecConstant: the bundle has no specialization constant "total"; it has app@1\.0\.0\/source-\w+\.ts:step\./,
      );
      expect(() => lanewise.build(bundle).getDeviceGlobal("none")).toThrow(
        /the bundle has no device global "none"; it has .*:total, /,
      );
    });
  });

  test("its kernels are launched as objects, with what they capture by name or in order", async () => {
    const images = compileText(text, { folder: programFolder });
    const executable = lanewise.build(lanewise.createKernelBundle(context, images));
    const kernel = executable.getKernel("saxpy");
    const [x, y] = [4, 4].map((n) => main.q.mallocShared(Float32Array, n).fill(1));
    const launch = (args: object, bundle?: typeof executable) =>
      main.q.submit((h) => {
        if (bundle) h.useModule(bundle);
        h.setArgs(args as Record<string, unknown>);
        h.parallelFor(4, kernel);
      });
    await launch({ a: 2, x, y });
    await launch([y, 3, x], executable);
    expect([...(y ?? [])]).toEqual([6, 6, 6, 6]);
    expect(() => launch({ a: 2, x })).toThrow("y is missing");
    expect(() => launch({ a: 2, x, y, z: 1 })).toThrow("found z; the kernel captures y, a, x");
    expect(() => launch([2])).toThrow("expected values for y, a, x; found 1");
    expect(codeOf(() => launch({ a: "2", x, y }))).toBe("invalid");
    expect(codeOf(() => launch({ a: 2, x, y }, main.own(context, "executable")))).toBe("invalid_kernel");
  });

  test("a text with errors: all of them, with positions", () => {
    const compile = () => compileText(text.replace("a *", "b *"), { fileName: "mine.ts", folder: programFolder });
    expect(compile).toThrow(SourceError);
    expect(compile).toThrow("mine.ts(3,49): error TS2304: Cannot find name 'b'.");
  });

  test("bytes that are no image", () => {
    const untyped = lanewise.createKernelBundle as (...args: unknown[]) => unknown;
    expect(codeOf(() => lanewise.createKernelBundle(context, Uint8Array.of(1, 2, 3)))).toBe("compile_program_error");
    expect(() => untyped(context, ["text"])).toThrow('image 0 of its source is "text"; expected a Uint8Array');
  });
});

test("M13: the host device has no images", () => {
  const devices = lanewise.getDevices().filter(({ kind }) => kind === "host");
  for (const state of ["input", "object", "executable"] as const) {
    const bundle = lanewise.getKernelBundle(context, state, { devices });
    expect([bundle.isEmpty, [...bundle], bundle.devices]).toEqual([true, [], []]);
    expect(lanewise.hasKernelBundle(context, state, { devices })).toBe(false);
  }
});

test("wrong arguments are named", () => {
  const untyped = lanewise.getKernelBundle as (...args: unknown[]) => unknown;
  expect(() => untyped(undefined, "input")).toThrow("the context is undefined; expected a Context");
  expect(() => untyped({}, "input")).toThrow("another copy of lanewise");
  expect(() => untyped(context, "source")).toThrow('the state is "source"; expected "input", "object" or "executable"');
});
