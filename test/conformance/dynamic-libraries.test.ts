// Conformance of device code that is loaded at run time, and unloaded: which image a symbol is found in, what closing a library and
// unregistering a module free. Modules are compiled from source; which of them register and which become libraries, each test says. Titles
// begin with the ids of the requirements that they show, or with the case that they port.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { decodeImage, decodeModule, encodeImage, encodeModule } from "@lanewise/ir";
import { Context, deviceDlopen, deviceGlobal, type ExecutableBundle, getKernelBundle, type i32, Queue } from "lanewise";
import { kernel, register, unregister } from "lanewise/internal";
import { afterEach, describe, expect, test, vi } from "vitest";
import { devicesOf } from "../../runtime/dist/context/context-devices.js";
import { registry } from "../../runtime/dist/images/registry/registry.js";
import { toBase64 } from "../runtime/emitted.js";
import { allParts } from "../support/all-parts.js";
import { compileSource, type Sources } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

setFlagsFromString("--expose-gc");
// The flag gives new realms the function.
const collectGarbage = runInNewContext("gc") as () => void;

const head = `import { deviceFn, deviceGlobal, type i32, type Queue } from "lanewise";
export type Used = [i32, Queue]; export const used = [deviceFn, deviceGlobal] as const;
`;

/** Images of a program's modules, by file. `folder` keeps the modules of tests apart. */
function compile(folder: string, sources: Sources) {
  const texts = Object.fromEntries(
    Object.entries(sources).map(([name, text]) => [`${folder}/${name}.ts`, head + text]),
  );
  const { compilation, pathOf } = compileSource(texts);
  expect(compilation.diagnostics).toEqual([]);
  const images = (name: string) =>
    (compilation.files.get(pathOf(`${folder}/${name}.ts`))?.images ?? []).map(encodeImage);
  return {
    images,
    load: (...names: readonly string[]) => {
      for (const name of names) {
        const module = `app@1.0.0/${folder}/${name}.ts`;
        register({ protocol: 2, parts: allParts, module, images: images(name).map(toBase64), globals: {} });
      }
    },
  };
}

const main = (body: string, imports: string) =>
  `import { ${imports} } from "./lib.js";
export const run = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { ${body} });`;

function launch(q: Queue, folder: string, x: Int32Array, name = "main.ts:run#0") {
  const original = () => {
    throw new Error("the original of a compiled kernel is not called");
  };
  return q.parallelFor(
    4,
    kernel(`app@1.0.0/${folder}/${name}`, () => [x], original),
  );
}

const chain: Sources = {
  main: 'import { a } from "./a.js";\nexport const run = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { x[i] = a(0); });',
  a: 'import { b } from "./b.js";\nexport const a = deviceFn((x: i32): i32 => b(x) + 0xa);',
  b: 'import { c } from "./c.js";\nexport const b = deviceFn((x: i32): i32 => c(x) + 0xb0);',
  c: 'import { d } from "./d.js";\nexport const c = deviceFn((x: i32): i32 => d(x) + 0xc00);',
  d: "export const d = deviceFn((x: i32): i32 => x + 0xd000);",
};

const lib = (value: number) => ({ lib: `export const f = deviceFn((x: i32): i32 => x + ${value});` });

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new Queue({ device });
  const x = q.mallocShared(Int32Array, 4);

  describe("Y1, case 43: E DeviceImageDependencies basic: A -> B -> C -> D gives 0xDCBA", () => {
    test("by modules", async () => {
      compile(`modules-${device}`, chain).load("main", "a", "b", "c", "d");
      await launch(q, `modules-${device}`, x);
      expect([...x]).toEqual(Array(4).fill(0xdcba));
    });
    test("by deviceDlopen, in another order", async () => {
      const { images, load } = compile(`libraries-${device}`, chain);
      load("main");
      using library = deviceDlopen(["d", "b", "a", "c"].flatMap(images));
      await launch(q, `libraries-${device}`, x);
      expect([...x]).toEqual(Array(4).fill(0xdcba));
      expect(library.exports).toEqual(
        ["d", "b", "a", "c"].map((name) => `app@1.0.0/libraries-${device}/${name}.ts:${name}`),
      );
    });
    test("by both, where each calls into the other", async () => {
      const { images, load } = compile(`mixed-${device}`, chain);
      load("main", "b", "d");
      using _a = deviceDlopen(images("a"));
      using _c = deviceDlopen(images("c"));
      await launch(q, `mixed-${device}`, x);
      expect([...x]).toEqual(Array(4).fill(0xdcba));
    });
  });

  test("Y2: modules come before libraries, and libraries before those that are loaded later", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const folder = `order-${device}`;
    const one = compile(folder, { main: main("x[i] = f(i);", "f"), ...lib(1) });
    one.load("main");
    using _ten = deviceDlopen(compile(folder, lib(10)).images("lib"));
    using _hundred = deviceDlopen(compile(folder, lib(100)).images("lib"));
    await launch(q, folder, x);
    expect([...x]).toEqual([10, 11, 12, 13]);
    const other = `order-module-${device}`;
    compile(other, { main: main("x[i] = f(i);", "f"), ...lib(1) }).load("main", "lib");
    using _same = deviceDlopen(compile(other, lib(10)).images("lib"));
    await launch(q, other, x);
    expect([...x]).toEqual([1, 2, 3, 4]);
    warn.mockRestore();
  });

  test("Y2: definitions that differ are reported, once; the same ones are not", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const folder = `differing-${device}`;
    const { images, load } = compile(folder, { main: main("x[i] = f(i);", "f"), ...lib(1) });
    load("main", "lib");
    const moved = { lib: `\n\nexport const g = deviceFn((x: i32): i32 => x);\n${lib(1).lib}` };
    using _same = deviceDlopen(images("lib"));
    using _moved = deviceDlopen(compile(folder, moved).images("lib"));
    await launch(q, folder, x);
    expect(warn).not.toHaveBeenCalled();
    using _other = deviceDlopen(compile(folder, lib(2)).images("lib"), { name: "other" });
    load("main");
    await launch(q, folder, x);
    load("main");
    await launch(q, folder, x);
    const symbol = `app@1.0.0/${folder}/lib.ts:f`;
    const owners = `an image of app@1.0.0/${folder}/lib.ts and one of other`;
    expect(warn.mock.calls).toEqual([
      [`Lanewise: device function ${symbol} differs between ${owners}; kernels call the first one.`],
    ]);
    expect([...x]).toEqual([1, 2, 3, 4]);
    warn.mockRestore();
  });

  test("Y3: without its library a kernel does not link, and with it, it does", async () => {
    const folder = `closed-${device}`;
    const { images, load } = compile(folder, { main: main("x[i] = f(i);", "f"), ...lib(7) });
    load("main");
    expect(errorOf(() => launch(q, folder, x))).toMatchObject({ code: "link_program_error" });
    const library = deviceDlopen(images("lib"), { name: "seven" });
    await launch(q, folder, x);
    expect([...x]).toEqual([7, 8, 9, 10]);
    expect(library).toMatchObject({ isLoaded: true, name: "seven" });
    library.close();
    library.close();
    expect(library).toMatchObject({ isLoaded: false, exports: [], images: [] });
    expect(errorOf(() => launch(q, folder, x)).message).toContain("No device image found for external symbol");
    using _again = deviceDlopen(images("lib"));
    await launch(q, folder, x);
  });

  test.each(["f", "app:f", "app/deep:f"])(
    "Y1: what is wanted by the name %s is found in libraries alone",
    async (name) => {
      const folder = `named-${device}-${name}`;
      const sources = { main: main("x[i] = f(i);", "f"), ...lib(5) };
      const { images, load } = compile(folder, sources);
      load("lib");
      const image = decodeImage(images("main")[0] ?? new Uint8Array());
      const module = decodeModule(image.code);
      const functions = module.functions.map((fn) => (fn.linkage === "imported" ? { ...fn, symbol: name } : fn));
      const properties = { "SYCL/imported symbols": { [name]: 1 } };
      const named = encodeImage({ ...image, properties, code: encodeModule({ ...module, functions }) });
      const registered = { protocol: 2, parts: allParts, module: `app@1.0.0/${folder}/main.ts`, globals: {} };
      register({ ...registered, images: [toBase64(named)] });
      expect(errorOf(() => launch(q, folder, x)).code).toBe("link_program_error");
      using _other = deviceDlopen(
        compile(folder, { lib: "export const g = deviceFn((x: i32): i32 => x);" }).images("lib"),
      );
      expect(errorOf(() => launch(q, folder, x)).code).toBe("link_program_error");
      using _library = deviceDlopen(images("lib"));
      await launch(q, folder, x);
      expect([...x]).toEqual([5, 6, 7, 8]);
    },
  );

  test("a library that is closed while a launch waits: that launch runs to its end", async () => {
    const folder = `waiting-${device}`;
    const { images, load } = compile(folder, { main: main("x[i] = f(i);", "f"), ...lib(3) });
    load("main");
    const library = deviceDlopen(images("lib"));
    const event = launch(q, folder, x);
    library.close();
    await event;
    expect([...x]).toEqual([3, 4, 5, 6]);
  });

  test("Y1: a library's device global is one memory for all that are linked with it", async () => {
    const folder = `global-${device}`;
    const { images, load } = compile(folder, {
      main: main("x[i] = next(); ", "next"),
      lib: `const count = deviceGlobal<i32>(40);
export const next = deviceFn((): i32 => count.value);
export const set = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { if (i === 0) count.value = 50 + x.length; });`,
    });
    load("main");
    using _library = deviceDlopen(images("lib"));
    await launch(q, folder, x, "lib.ts:set#0"); // kernels of libraries are found by their symbols
    await launch(q, folder, x);
    expect([...x]).toEqual([54, 54, 54, 54]);
  });
});

describe("X7, case 42: U Cleanup BaseContainers: unregistering a module's images clears every map", () => {
  const sources: Sources = {
    main: main("x[i] = f(i); ", "f"),
    lib: `export const total = deviceGlobal<i32>(5);
export const f = deviceFn((x: i32): i32 => total.value + x);
export const add = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { if (i === 0) total.value += x.length; });`,
  };
  /** The library as it is emitted, whose device global is `total`. */
  function loadLibrary(folder: string, total: object): string {
    const module = `app@1.0.0/${folder}/lib.ts`;
    const images = compile(folder, sources).images("lib").map(toBase64);
    const initial = toBase64(Uint8Array.of(5, 0, 0, 0));
    const globals = { [`${module}:total`]: { object: () => total, type: "i32" as const, initial } };
    const deviceFns = { [`${module}:f`]: () => total };
    register({ protocol: 2, parts: allParts, module, images, globals, deviceFns });
    return module;
  }
  const countsOf = ({ context, device }: Queue) => {
    const { modules, libraries, definitions, constantDefinitions, unresolved } = registry();
    const sizes = [modules, libraries, definitions, constantDefinitions].map(({ size }) => size);
    const { foundKernels, ...counts } = devicesOf(context).on(device.kind).keptCounts();
    return { ...counts, sizes, unresolved: unresolved.length };
  };

  test.each(["cpu", "host"] as const)("%s", async (device) => {
    await using context = new Context();
    const q = new Queue({ device, context, threads: 1 });
    const x = q.mallocShared(Int32Array, 4);
    const folder = `unregistered-${device}`;
    compile(folder, sources).load("main");
    const before = countsOf(q);
    const total = deviceGlobal<i32>();
    const module = loadLibrary(folder, total);
    await launch(q, folder, x);
    await launch(q, folder, x, "lib.ts:add#0");
    expect([[...x], await q.read(total)]).toEqual([[5, 6, 7, 8], 9]);
    expect(countsOf(q)).toMatchObject({ programs: 2, globalPlaces: 1 });
    expect(unregister(module)).toBe(true);
    expect(countsOf(q)).toEqual(before);
    expect(unregister(module)).toBe(false);
    expect(errorOf(() => launch(q, folder, x)).code).toBe("link_program_error");
    expect(errorOf(() => launch(q, folder, x, "lib.ts:add#0"))).toMatchObject({ code: "kernel_not_found" });
    await expect(q.read(total)).rejects.toMatchObject({
      code: "unloaded",
      message: expect.stringContaining(`Device global ${module}:total`),
    });
    loadLibrary(folder, total);
    expect(await q.read(total)).toBe(5);
    unregister(module);
  });

  test("each context frees its own, after the launches that use it", async () => {
    await using one = new Context();
    await using two = new Context();
    const queues = [one, two].map((context) => new Queue({ device: "cpu", context, threads: 1 }));
    const folder = "two-contexts";
    compile(folder, sources).load("main");
    const total = deviceGlobal<i32>();
    const module = loadLibrary(folder, total);
    const [first = new Int32Array(), second = new Int32Array()] = queues.map((q) => q.mallocShared(Int32Array, 4));
    const events = queues.map((q, index) => launch(q, folder, index === 0 ? first : second));
    unregister(module);
    expect(queues.map((q) => countsOf(q).globalPlaces)).toEqual([1, 1]);
    await Promise.all(events);
    expect([...first, ...second]).toEqual([5, 6, 7, 8, 5, 6, 7, 8]);
    expect(queues.map((q) => countsOf(q).globalPlaces)).toEqual([0, 0]);
  });

  test("a copy that was submitted before reads what was there", async () => {
    await using context = new Context();
    const q = new Queue({ device: "cpu", context, threads: 1 });
    const total = deviceGlobal<i32>();
    const module = loadLibrary("copied", total);
    const value = Int32Array.of(0);
    const event = q.copy(total, value);
    unregister(module);
    expect(countsOf(q).globalPlaces).toBe(1);
    await event;
    expect([value[0], countsOf(q).globalPlaces]).toEqual([5, 0]);
  });

  test("a device global that only copies use is freed", async () => {
    await using context = new Context();
    const q = new Queue({ device: "cpu", context, threads: 1 });
    const total = deviceGlobal<i32>();
    const module = loadLibrary("only-copied", total);
    await q.write(total, 7);
    const { internal } = q.memoryUsage();
    unregister(module);
    expect([countsOf(q).globalPlaces, q.memoryUsage().internal]).toEqual([0, internal - 64]);
  });

  test("V5: a pointer to a device global that was freed is an invalid reference", async () => {
    await using context = new Context();
    const q = new Queue({ device: "cpu", context, threads: 1 });
    const x = q.mallocShared(Int32Array, 4);
    const folder = "pointed";
    const { load } = compile(folder, {
      main: `import { addressOf, type Pointer } from "lanewise";
export const slot = deviceGlobal<Pointer<i32>>();
export const run = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { x[i] = slot.value.value; });
export const take = addressOf;`,
      lib: `import { addressOf } from "lanewise";
import { slot } from "./main.js";
const total = deviceGlobal<i32>(5);
export const point = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { if (i === 0) slot.value = addressOf(total); x[i] = 0; });`,
    });
    load("main", "lib");
    await launch(q, folder, x, "lib.ts:point#0");
    await launch(q, folder, x);
    expect([...x]).toEqual([5, 5, 5, 5]);
    unregister(`app@1.0.0/${folder}/lib.ts`);
    await expect(launch(q, folder, x)).rejects.toMatchObject({ code: "invalid_reference" });
  });

  test("a bundle that has the images keeps working, with the values of their device globals", async () => {
    await using context = new Context();
    const q = new Queue({ device: "cpu", context, threads: 1 });
    const x = q.mallocShared(Int32Array, 4);
    const folder = "bundled";
    compile(folder, sources).load("main");
    const module = loadLibrary(folder, deviceGlobal<i32>());
    await launch(q, folder, x, "lib.ts:add#0");
    await launch(q, folder, x); // its program is the bundle's, too
    const symbol = `app@1.0.0/${folder}/main.ts:run#0`;
    const useBundle = async (get: () => ExecutableBundle) => {
      await q.submit((h) => {
        const kernelOfBundle = get().getKernel(symbol);
        h.setArgs({ x });
        h.parallelFor(4, kernelOfBundle);
      });
      expect([...x]).toEqual([9, 10, 11, 12]);
    };
    let bundle: ExecutableBundle | undefined = getKernelBundle(context, "executable", { kernels: [symbol] });
    const get = () => bundle ?? getKernelBundle(context, "executable");
    await useBundle(get);
    unregister(module);
    await useBundle(get);
    expect(countsOf(q).globalPlaces).toBe(1);
    bundle = undefined;
    for (let turn = 0; turn < 20 && countsOf(q).globalPlaces > 0; turn++) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(countsOf(q).globalPlaces).toBe(0);
  });
});

test("X7: registering again, 200 times, by emitted modules whose URLs have other queries", async () => {
  const loaded = await loadProgram({
    "reloaded.ts": `import { deviceFn, deviceGlobal, type FixedArray, type i32, Queue, specConstant } from "lanewise";
export const kept = deviceGlobal<i32>(0);
export const table = deviceGlobal<FixedArray<i32, 1024>>();
export const step = specConstant<i32>(1);
export const twice = deviceFn((x: i32): i32 => 2 * x);
namespace Hidden { export const inner = deviceGlobal<i32>(3); export const use = (q: Queue) => q.singleTask(() => { kept.value += twice(step.value) + inner.value + table[0]!; }); }
export const run = (q: Queue) => Hidden.use(q);
`,
  });
  try {
    const q = new loaded.lanewise.Queue({ device: "cpu", threads: 1, context: new loaded.lanewise.Context() });
    // The module's own exports.
    const load = async (query: string) =>
      (await loaded.load(`reloaded.ts${query}`)) as { kept: object; run: (q: Queue) => PromiseLike<void> };
    const shared = registry();
    let sizes: readonly number[] | undefined;
    for (let version = 1; version <= 200; version++) {
      const { kept, run } = await load(`?v=${version}`);
      await run(q);
      // The value stays: type and initial value are what they were.
      expect(await q.read(kept as never)).toBe(5 * version);
      const { modules, definitions, constantDefinitions, unresolved } = shared;
      const found = [
        modules.size,
        definitions.size,
        constantDefinitions.size,
        unresolved.length,
        q.memoryUsage().internal,
      ];
      sizes ??= found;
      expect(found).toEqual(sizes);
    }
  } finally {
    loaded.dispose();
  }
});

describe("what is loaded", () => {
  const folder = mkdtempSync(join(tmpdir(), "lanewise-libraries-"));
  afterEach(() => vi.unstubAllGlobals());

  test("a URL or a path: the file is read", async () => {
    const { images } = compile("file", lib(1));
    const [bytes = new Uint8Array()] = images("lib");
    const file = join(folder, "lib.image");
    writeFileSync(file, bytes);
    for (const address of [file, pathToFileURL(file), pathToFileURL(file).href]) {
      using library = await deviceDlopen(address);
      expect(library.exports).toEqual(["app@1.0.0/file/lib.ts:f"]);
      expect(library.name).toBe(String(address));
    }
    const data = `data:application/octet-stream;base64,${toBase64(bytes)}`;
    using fetched = await deviceDlopen(new URL(data), { name: "of data" });
    expect(fetched.images).toMatchObject([{ module: "of data", format: "ir", kernels: [] }]);
    rmSync(folder, { recursive: true });
  });

  test("an address that cannot be read", async () => {
    await expect(deviceDlopen("nowhere.image")).rejects.toMatchObject({
      code: "load_failed",
      message: expect.stringContaining("cannot read the source nowhere.image: ENOENT"),
    });
    vi.stubGlobal("fetch", async () => new Response("", { status: 404, statusText: "Not Found" }));
    await expect(deviceDlopen("https://example.org/noise.image")).rejects.toMatchObject({
      code: "load_failed",
      message: expect.stringContaining("the server answered 404 Not Found"),
    });
  });

  test("what is no image is refused, and names what it is", () => {
    const text = (value: string) => Uint8Array.from(value, (letter) => letter.charCodeAt(0));
    for (const [bytes, what] of [
      [new Uint8Array(), "image 0 of plugin is empty"],
      [text("export const x = 1;"), 'image 0 of plugin is no device image: it begins with "expo", not "LWIM"'],
    ] as const) {
      const error = errorOf(() => deviceDlopen(bytes, { name: "plugin" }));
      expect(error).toMatchObject({ code: "invalid_library", message: expect.stringContaining(what) });
    }
    // @ts-expect-error: a number is no image.
    const error = errorOf(() => deviceDlopen([3]));
    expect(error).toMatchObject({
      code: "invalid",
      message: expect.stringContaining("is 3; expected a Uint8Array"),
    });
    // @ts-expect-error: neither is nothing.
    expect(errorOf(() => deviceDlopen(null))).toMatchObject({ code: "invalid" });
  });

  test("damaged images are refused as a whole: nothing of them is loaded", () => {
    const { images } = compile("damaged", lib(1));
    const [good = new Uint8Array()] = images("lib");
    const error = errorOf(() => deviceDlopen([good, good.subarray(0, good.length - 9)], { name: "plugin" }));
    expect(error).toMatchObject({
      code: "compile_program_error",
      message: expect.stringContaining("Cannot read image 1 of plugin"),
    });
    const newer = good.slice();
    newer[4] = 99;
    expect(errorOf(() => deviceDlopen(newer))).toMatchObject({ code: "version_mismatch" });
    const { load } = compile("damaged", { main: main("x[i] = f(i);", "f"), ...lib(1) });
    load("main");
    const q = new Queue({ device: "cpu" });
    const missing = errorOf(() => launch(q, "damaged", q.mallocShared(Int32Array, 4)));
    expect(missing.code).toBe("link_program_error");
  });

  test("a table that names what is not in the code is refused", () => {
    const { compilation, pathOf } = compileSource({ "table/lib.ts": head + lib(1).lib });
    const [image] = compilation.files.get(pathOf("table/lib.ts"))?.images ?? [];
    if (!image) throw new Error("it has an image");
    const faulty = encodeImage({ ...image, properties: { "SYCL/exported symbols": { "app@1.0.0/x.ts:g": 1 } } });
    const error = errorOf(() => deviceDlopen(faulty, { name: "plugin" }));
    expect(error).toMatchObject({ code: "compile_program_error" });
    expect(error.message).toContain("device function app@1.0.0/x.ts:g is in its table, but not in its code");
  });
});
