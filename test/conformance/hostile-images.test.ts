// HOS3 to HOS8: device images from outside that mean harm: what they claim does not count, what they do stays in the arrays and the globals
// that they are given, and what could lead elsewhere is refused. Images are written by hand, as no compiler writes them.

import { readFileSync } from "node:fs";
import { prebuildImage } from "@lanewise/codegen";
import {
  type Access,
  build,
  type DeviceImage,
  type Expr,
  encodeImage,
  encodeModule,
  encodeWasmCode,
  type Fn,
  type KernelSymbol,
  type Module,
  type Type,
} from "@lanewise/ir";
import { Context, compile, createKernelBundle, type DeviceLibrary, deviceDlopen, Queue } from "lanewise";
import { kernel, register, unregister } from "lanewise/internal";
import { describe, expect, test } from "vitest";
import { toBase64 } from "../runtime/emitted.js";
import { allParts } from "../support/all-parts.js";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { errorOf } from "../support/thrown-error.js";

const SYMBOL = "test:kernel";
const i32 = (value: number) => build.constant("i32", value);

/** Of a module whose function 0 is its one kernel. */
function imageOf(module: Module, changes: Partial<DeviceImage> = {}): Uint8Array<ArrayBuffer> {
  return encodeImage({ ...plainImage(module), ...changes });
}

function plainImage(module: Module): DeviceImage {
  const symbols = module.functions.filter(({ linkage }) => linkage === "kernel").map(symbolOf);
  const exported = module.functions.filter(({ linkage }) => linkage === "exported").map(({ symbol }) => [symbol, 1]);
  const properties = { "SYCL/exported symbols": Object.fromEntries(exported) };
  return { format: "ir", features: [], files: module.files, symbols, properties, code: encodeModule(module) };
}

function symbolOf({ symbol, name, dimensions, locals, parameters }: Fn): KernelSymbol {
  const access: Access = "readWrite";
  const taken = locals.slice(0, parameters).map((local) => {
    return { ...local, access: typeof local.type === "object" ? access : ("none" as const) };
  });
  return { symbol, name, dimensions, parameters: taken, at };
}

const original = () => {
  throw new Error("the original of a compiled kernel is not called");
};
const launch = (q: Queue, range: number, captures: readonly unknown[]) =>
  q.parallelFor(
    range,
    kernel(SYMBOL, () => captures, original),
  );

/** x[index] = 0x55 for whatever index the second parameter says. */
const writeAnywhere = (element: Expr): Module =>
  kernelModule({ locals: [span("i32"), "i32"], parameters: 2, body: [build.store(element, i32(0x55), at)] });
const anywhere = writeAnywhere(build.element(build.local(0, span("i32")), build.local(1, "i32"), 0));

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new Queue({ device });
  /** Arrays on both sides of the one that kernels are given. */
  const arrays = Array.from({ length: 9 }, () => q.mallocShared(Int32Array, 64));
  const [, , , , x = q.mallocShared(Int32Array, 64)] = arrays;

  async function expectHeld(image: Uint8Array, options: { readonly bounds?: "unchecked" } = {}): Promise<void> {
    using _library: DeviceLibrary = deviceDlopen(image, { name: "hostile" });
    for (const index of [-1, -1000, 64, 65, 1 << 16, 2 ** 31 - 1, -(2 ** 31), 0x4000_0000]) {
      for (const array of arrays) array.fill(7);
      const fn = kernel(SYMBOL, () => [x, index], original);
      await expect(q.parallelFor(4, fn, options)).rejects.toMatchObject({ code: "out_of_bounds" });
      for (const array of arrays) expect(array.every((value) => value === 7)).toBe(true);
    }
  }

  test("HOS3: indices are checked, whatever the image says of them", async () => {
    const options = { "lanewise/options": { bounds: 1 } };
    await expectHeld(imageOf(anywhere, { properties: options }));
  });

  test("HOS3: indices are checked, whatever the launch says of them", async () => {
    await expectHeld(imageOf(anywhere), { bounds: "unchecked" });
  });

  test("HOS3: of a program's own image both count", async () => {
    const options = { "lanewise/options": { bounds: 1 } };
    register({
      protocol: 2,
      parts: allParts,
      module: "test",
      images: [toBase64(imageOf(anywhere, { properties: options }))],
      globals: {},
    });
    for (const array of arrays) array.fill(7);
    await launch(q, 1, [x, 3]);
    expect(x[3]).toBe(0x55);
    unregister("test");
  });

  test("HOS3: a function from outside is checked in a program that is not", async () => {
    const write: Fn = {
      ...fnOf(anywhere),
      symbol: "lib:write",
      name: "write",
      linkage: "exported",
      dimensions: 0,
    };
    const imported: Fn = { ...write, linkage: "imported", body: [] };
    const call = build.call(1, [build.local(0, span("i32")), build.local(1, "i32")], undefined, at);
    const main = kernelModule({ locals: [span("i32"), "i32"], parameters: 2, body: [call] }, { functions: [imported] });
    const properties = { "lanewise/options": { bounds: 1 }, "SYCL/imported symbols": { "lib:write": 1 } };
    register({
      protocol: 2,
      parts: allParts,
      module: "test",
      images: [toBase64(imageOf(main, { properties }))],
      globals: {},
    });
    using _library = deviceDlopen(imageOf({ ...anywhere, functions: [write] }));
    for (const array of arrays) array.fill(7);
    await expect(launch(q, 1, [x, 64])).rejects.toMatchObject({ code: "out_of_bounds" });
    for (const array of arrays) expect(array.every((value) => value === 7)).toBe(true);
    unregister("test");
  });

  test("HOS5: names are only shown", async () => {
    for (const name of hostileNames) {
      using _library = deviceDlopen(imageOf(withNames(name)), { name: "hostile" });
      x.fill(0);
      await launch(q, 4, [x, 5]);
      expect([...x.subarray(0, 5)], name).toEqual([6, 6, 6, 6, 0]);
      await expect(launch(q, 65, [x, 5])).rejects.toMatchObject({ code: "out_of_bounds", array: name });
    }
    expect(Reflect.get(globalThis, "wasEvaluated")).toBeUndefined();
  });
});

function fnOf({ functions }: Module): Fn {
  const [fn] = functions;
  if (!fn) throw new Error("it has a function");
  return fn;
}

const hostileNames = [
  '"; globalThis.wasEvaluated = 1; //',
  "'); globalThis.wasEvaluated = 1; ('",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as text it must do nothing
  "`${globalThis.wasEvaluated = 1}`",
  "a\nglobalThis.wasEvaluated = 1\n",
  "\u2028globalThis.wasEvaluated = 1\u2029",
  "*/ globalThis.wasEvaluated = 1 /*",
  "</script><script>globalThis.wasEvaluated = 1</script>",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "process",
  "\0\uFEFF\u202E",
  "",
];

/** Every name in it is this one: of the module, a file, a struct and its fields, a global, a function, locals, sites. */
function withNames(name: string): Module {
  const type = { kind: "struct", name } as const;
  const structs = [{ name, fields: [{ name, type: "i32" as const }] }];
  const place = { type, storage: "device", hostAccess: "none", initial: undefined, at } as const;
  const addOne: Fn = {
    symbol: `${name}.function`,
    name,
    linkage: "internal",
    dimensions: 0,
    parameters: 1,
    locals: [{ name, type: "i32" }],
    result: "i32",
    body: [build.returnValue(build.op("add", build.local(0, "i32"), i32(1)))],
    at,
  };
  const body = [
    build.call(1, [build.local(1, "i32")], 2, at),
    build.store(build.field(build.global(0, type), 0, structs), build.local(2, "i32"), at),
    build.store(ownElement(0, "i32"), build.local(2, "i32"), at),
  ];
  const made = kernelModule(
    { locals: [span("i32"), "i32", "i32"], parameters: 2, body },
    {
      name,
      files: [name],
      structs,
      globals: [{ id: `${name}:${name}`, name, ...place }],
      sites: [{ kind: "bounds", name, at }],
      functions: [addOne],
    },
  );
  const functions = made.functions.map((fn) => ({
    ...fn,
    name,
    locals: fn.locals.map((local) => ({ ...local, name })),
  }));
  return { ...made, functions };
}

const refused = (image: Uint8Array | readonly Uint8Array[]) => errorOf(() => deviceDlopen(image, { name: "hostile" }));

describe("HOS4: a table that differs from the code is refused", () => {
  const types: readonly (readonly [string, readonly Type[]])[] = [
    ["a number that the code takes as an address", ["i64", "i32"]],
    ["an array of larger elements", [span("f64"), "i32"]],
    ["one parameter less", [span("i32")]],
    ["one more", [span("i32"), "i32", "i32"]],
  ];
  test.each(types)("%s", (_, given) => {
    const [symbol] = plainImage(anywhere).symbols;
    if (!symbol) throw new Error("it has a kernel");
    const parameters = given.map((type) => ({ name: "a", type, access: "readWrite" as const }));
    const error = refused(imageOf(anywhere, { symbols: [{ ...symbol, parameters }] }));
    expect(error).toMatchObject({ code: "compile_program_error", message: expect.stringContaining("its table says") });
  });

  test("another number of dimensions", () => {
    const symbols = plainImage(anywhere).symbols.map((one) => ({ ...one, dimensions: 3 as const }));
    expect(refused(imageOf(anywhere, { symbols })).message).toContain("has 3 dimensions, its code that it has 1");
  });
});

describe("HOS6: what could lead to other memory is taken from trusted libraries alone", () => {
  const follow = build.dereference(build.constant("u64", (7n << 32n) | 64n), "i32", 1);
  const sites = ["bounds", "reference"].map((kind) => ({ kind: kind as "bounds" | "reference", name: "p", at }));
  const forging: Module = { ...writeAnywhere(follow), sites };

  test("a pointer, which may be any number", () => {
    const error = refused(imageOf(forging));
    expect(error).toMatchObject({ code: "library_not_trusted", message: expect.stringContaining("follows pointers") });
    deviceDlopen(imageOf(forging), { trusted: true }).close();
    const input = createKernelBundle(new Context(), imageOf(forging));
    expect(errorOf(() => compile(input)).code).toBe("library_not_trusted");
    compile(createKernelBundle(new Context(), imageOf(forging), { trusted: true }));
  });

  test("a call of a WebAssembly binary, which takes any address", async () => {
    const wasm = readFileSync(new URL("../foreign/plain.wasm", import.meta.url));
    using binary = deviceDlopen(new Uint8Array(wasm), { name: "binary", trusted: true });
    const [name = ""] = binary.exports;
    const imported: Fn = { ...fnOf(anywhere), symbol: name, linkage: "imported", dimensions: 0, body: [] };
    const call = build.call(1, [build.local(0, span("i32")), build.local(1, "i32")], undefined, at);
    const main = kernelModule({ locals: [span("i32"), "i32"], parameters: 2, body: [call] }, { functions: [imported] });
    const q = new Queue();
    const x = q.mallocShared(Int32Array, 4);
    {
      using _hostile = deviceDlopen(imageOf(main), { name: "hostile" });
      expect(errorOf(() => launch(q, 4, [x, 0]))).toMatchObject({
        code: "library_not_trusted",
        message: expect.stringContaining(`hostile calls ${name}, a function of the WebAssembly binary binary`),
      });
    }
    using _trusted = deviceDlopen(imageOf(main), { trusted: true });
    // Its types are others, which comes later.
    expect(errorOf(() => launch(q, 4, [x, 0])).code).toBe("link_program_error");
    const declared = {
      ...main,
      functions: main.functions.map((fn) => (fn.linkage === "imported" ? { ...fn, linkage: "foreign" as const } : fn)),
    };
    expect(refused(imageOf(declared))).toMatchObject({ code: "library_not_trusted" });
  });

  test("WebAssembly in an image, without IR of the same kernels", () => {
    const native = imageOf(anywhere, { format: "wasm", code: new Uint8Array(8) });
    expect(refused(native)).toMatchObject({
      code: "library_not_trusted",
      message: expect.stringContaining("image 0 of hostile is WebAssembly"),
    });
    deviceDlopen([imageOf(anywhere), native]).close();
  });

  test("HOS6: WebAssembly alone, which the program trusts, runs on the cpu device; damage is told when it is opened or launched", async () => {
    const options = { features: "scalar", bounds: "checked", fp: "default", isAlone: true, workGroups: [] } as const;
    const made = prebuildImage(anywhere, { providers: [], names: new Map() }, { ...options, reducersOf: () => 0 });
    const native = (changes: object) =>
      imageOf(anywhere, { format: "wasm", code: encodeWasmCode({ ...made.header, ...changes }, made.modules) });
    await using context = new Context();
    const q = new Queue({ device: "cpu", context });
    const x = q.mallocShared(Int32Array, 4);
    const whole = deviceDlopen(native({}), { trusted: true });
    await launch(q, 1, [x, 2]);
    expect([...x]).toEqual([0, 0, 0x55, 0]);
    whole.close();
    const halves = made.modules.map((module) => module.slice().fill(0xff, module.length >> 1));
    const damaged = imageOf(anywhere, { format: "wasm", code: encodeWasmCode(made.header, halves) });
    const half = deviceDlopen(damaged, { trusted: true });
    expect(errorOf(() => launch(q, 1, [x, 2]))).toMatchObject({ code: "compile_program_error" });
    half.close();
    const unknown = JSON.stringify(made.header.kernels).replaceAll('"element":"i32"', '"element":"i12"');
    const kernels: unknown = JSON.parse(unknown);
    using _: DeviceLibrary = deviceDlopen(native({ kernels }), { trusted: true });
    expect(errorOf(() => launch(q, 1, [x, 2]))).toMatchObject({ code: "compile_program_error" });
    for (const changes of [{ kernels: [] }, { kernels: undefined }, { kernels: [{}] }])
      expect(errorOf(() => deviceDlopen(native(changes), { trusted: true }))).toMatchObject({
        code: "compile_program_error",
      });
  });
});

describe("HOS1: what is too large is refused soon", () => {
  const calls = (depth: number): Module => {
    const functions = Array.from({ length: depth }, (_, index): Fn => {
      const call = build.call(index + 2, [], undefined, at);
      const body = index === depth - 1 ? [] : [call, call];
      const rest = { linkage: "internal", dimensions: 0, parameters: 0, locals: [], result: "void" } as const;
      return { symbol: `f${index}`, name: "f", ...rest, body, at };
    });
    return kernelModule({ locals: [], parameters: 0, body: [build.call(1, [], undefined, at)] }, { functions });
  };

  test("calls that double at each level", () => {
    expect(refused(imageOf(calls(60)))).toMatchObject({
      code: "image_too_large",
      message: expect.stringContaining("test:kernel : it has more than 131072 statements and expressions"),
    });
  });

  test("calls that double when images are linked", async () => {
    const half = (module: Module, name: string, next: string | undefined): Module => {
      const functions = module.functions.slice(1).map((fn, index, all): Fn => {
        const isLast = index === all.length - 1;
        const moved = fn.body.map((stmt) => (stmt.kind === "call" ? { ...stmt, function: stmt.function - 1 } : stmt));
        const onward = [build.call(all.length, [], undefined, at), build.call(all.length, [], undefined, at)];
        const linkage = index === 0 ? "exported" : "internal";
        return { ...fn, symbol: `${name}:${index}`, linkage, body: isLast && next ? onward : moved };
      });
      const wanted =
        next === undefined
          ? []
          : [{ ...fnOf(module), symbol: next, linkage: "imported" as const, dimensions: 0 as const, body: [] }];
      return { ...module, functions: [...functions, ...wanted] };
    };
    const main = kernelModule(
      { locals: [], parameters: 0, body: [build.call(1, [], undefined, at)] },
      { functions: [{ ...fnOf(calls(2)), symbol: "a:0", linkage: "imported", dimensions: 0, body: [] }] },
    );
    using _library = deviceDlopen(
      [main, half(calls(14), "a", "b:0"), half(calls(14), "b", undefined)].map((one) => imageOf(one)),
    );
    const q = new Queue();
    expect(errorOf(() => launch(q, 4, []))).toMatchObject({ code: "image_too_large" });
  });
});
