// Conformance of kernel bundles as what files and the engine have of them, and back (requirement M9): device images as bytes, programs as
// WebAssembly, built-in kernels.

import { readFileSync } from "node:fs";
import { encodeImage } from "@lanewise/ir";
import { compileSource as compileText } from "@lanewise/transformer/source";
import {
  build,
  Context,
  compile,
  createKernelBundle,
  deviceDlopen,
  type ExecutableBundle,
  getDevices,
  getNative,
  type InputBundle,
  makeKernelBundle,
  type NativeBundle,
  Queue,
} from "lanewise";
import { describe, expect, test } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";
import { errorOf } from "../support/thrown-error.js";

const text = `import { type f32, type i32, type Kernel1, type Kernel2, type NdItem, type KernelFunction, localMemory, specConstant } from "lanewise";
declare const a: f32, x: Float32Array, y: Float32Array;
export const factor = specConstant<f32>(3);
export const saxpy: Kernel1 = (i) => { y[i]! += a * x[i]!; };
export const scale: Kernel2 = (i, j) => { y[4 * i + j]! *= factor.value; };
export const turned: KernelFunction<(item: NdItem<1>) => void> = (item) => {
  const tile = localMemory(Float32Array, 4);
  tile[item.localId()] = x[item.globalId()]!;
  item.barrier();
  y[item.globalId()] = tile[3 - item.localId()]!;
};
export type Used = i32;
`;
const images = compileText(text, { folder: programFolder });
const context = new Context();
const input = createKernelBundle(context, images);
const executable = build(input);

async function saxpyWith(bundle: ExecutableBundle): Promise<readonly number[]> {
  const q = new Queue({ device: "cpu", context, threads: 1 });
  const [x, y] = [q.mallocShared(Float32Array, [1, 2, 3]), q.mallocShared(Float32Array, 3).fill(1)];
  await q.submit((h) => {
    h.useModule(bundle);
    h.setArgs({ a: 2, x, y });
    h.parallelFor(3, bundle.getKernel("saxpy"));
  });
  return [...y];
}

describe("M9: device images", () => {
  test("an input bundle is bytes, which make the same bundle, in this context or another", async () => {
    expect(getNative(input)).toEqual(images);
    expect(getNative(compile(input))).toEqual(images);
    const again = makeKernelBundle(context, getNative(input), "input");
    expect([again.state, [...again].map(({ kernels }) => kernels)]).toEqual([
      "input",
      [...input].map(({ kernels }) => kernels),
    ]);
    expect(await saxpyWith(build(again))).toEqual([3, 5, 7]);
    const elsewhere = makeKernelBundle(new Context(), images[0] ?? new Uint8Array(), "object");
    expect([elsewhere.state, elsewhere.isEmpty]).toEqual(["object", false]);
  });

  test("bytes that are no image, or are damaged", () => {
    expect(errorOf(() => makeKernelBundle(context, Uint8Array.of(1, 2, 3), "input")).code).toBe(
      "compile_program_error",
    );
    const damaged = images.map((bytes) => bytes.slice(0, -20));
    expect(errorOf(() => makeKernelBundle(context, damaged, "object")).code).toBe("compile_program_error");
  });
});

describe("M9: programs", () => {
  test("a kernel's module, and an instance over the memory of its context", () => {
    const q = new Queue({ device: "cpu", context, threads: 1 });
    const [native] = getNative(executable.getKernel("saxpy"));
    expect(native?.symbol).toMatch(/:saxpy#0$/);
    expect(native?.module).toBeInstanceOf(WebAssembly.Module);
    expect(native?.instance).toBeInstanceOf(WebAssembly.Instance);
    const array = q.mallocShared(Float32Array, [7]);
    expect(new Float32Array(native?.memory.buffer ?? new ArrayBuffer(0), array.byteOffset, 1)).toEqual(
      new Float32Array([7]),
    );
    expect(WebAssembly.Module.exports(native?.module ?? new WebAssembly.Module(new Uint8Array()))).toContainEqual({
      name: "run",
      kind: "function",
    });
  });

  test("they run without a queue: arguments as docs/kernel-bundles.md says", () => {
    const q = new Queue({ device: "cpu", context, threads: 1 });
    const [native] = getNative(executable.getKernel("saxpy"));
    if (!native) throw new Error("it has a program");
    const [x, y] = [q.mallocShared(Float32Array, [1, 2, 3, 4]), q.mallocShared(Float32Array, 4).fill(1)];
    const [args, thread] = [q.mallocShared(Int32Array, 16), q.mallocShared(Uint8Array, 4096)];
    args.set([1, 1, 4, 0, y.byteOffset, 4, 0, x.byteOffset, 4]); // sizes of the range, no pointers, then y, a, x
    new Float32Array(args.buffer, args.byteOffset + 24, 1)[0] = 2;
    // Its contract, run(args, thread, begin, end).
    const run = native.instance.exports.run as (...numbers: number[]) => void;
    run(args.byteOffset, thread.byteOffset, 1, 4);
    expect([...y]).toEqual([1, 5, 7, 9]);
  });

  test("of all kernels of a bundle, for ranges of every form; what the launch decides has none yet", () => {
    const found = getNative(executable).map(({ symbol }) => symbol.replace(/^.*:/, ""));
    expect(found).toEqual(["saxpy#0", "scale#1", "scale#1"]);
    expect(getNative(executable.getKernel("turned"))).toEqual([]);
  });

  test("none of kernels that call functions of other compilers, whose stack only launches have", () => {
    const [declared, call] = ['externalDeviceFn<(x: f32) => f32>("fade")', "y[i]! = fade(x[i]!);"];
    const calling = compileText(
      `import { externalDeviceFn, type f32, type Kernel1 } from "lanewise";
declare const x: Float32Array, y: Float32Array;
export const fade = ${declared};
export const fades: Kernel1 = (i) => { ${call} };
`,
      { folder: programFolder },
    );
    using _ = deviceDlopen(readFileSync(new URL("../foreign/plain.wasm", import.meta.url)), { trusted: true });
    expect(getNative(build(createKernelBundle(context, calling, { trusted: true })))).toEqual([]);
  });

  test("they make an executable again, of these kernels", async () => {
    const kernel = executable.getKernel("saxpy");
    const again = makeKernelBundle(context, getNative(kernel), "executable");
    expect(again.kernelNames).toEqual([kernel.symbol]);
    expect(await saxpyWith(again)).toEqual([3, 5, 7]);
    expect(getNative(again)[0]?.module).toBe(getNative(kernel)[0]?.module);
    const modules = getNative(executable).map(({ module }) => module);
    expect(makeKernelBundle(context, modules, "executable").kernelNames).toEqual(executable.kernelNames.slice(0, 2));
  });

  test("values of specialization constants stay with them", async () => {
    const program = await loadProgram({
      "main.ts": `import { type InputBundle, type i32, Queue, specConstant, thisModule } from "lanewise";
export const factor = specConstant<i32>(2);
export const q = new Queue({ device: "cpu", threads: 1 });
export const out = q.mallocShared(Int32Array, 2);
export const scale = (i: number) => { out[i] = (i + 1) * factor.value; };
export const other = () => q.parallelFor(2, scale);
export const input = () => thisModule.get(q.context, "input");
export const set = (bundle: InputBundle, value: i32) => bundle.setSpecializationConstant(factor, value);
`,
    });
    // What the text exports.
    const main = (await program.load("main.ts")) as unknown as {
      readonly q: Queue;
      readonly out: Int32Array;
      readonly scale: (i: number) => void;
      readonly input: () => InputBundle;
      readonly set: (bundle: InputBundle, value: number) => void;
    };
    const { lanewise } = program;
    const input = main.input();
    main.set(input, 5);
    const native = lanewise.getNative(lanewise.build(input).getKernel(main.scale));
    main.set(input, 7);
    const bundle = lanewise.makeKernelBundle(main.q.context, native, "executable");
    await main.q.submit((h) => {
      h.useModule(bundle);
      h.parallelFor(2, main.scale);
    });
    expect([...main.out]).toEqual([5, 10]);
    program.dispose();
  });
});

describe("M9: device images of WebAssembly", () => {
  const program = `import { type f32, type i32, type Kernel1, Queue } from "lanewise";
const q = new Queue();
declare const a: f32, x: Float32Array, y: Float32Array;
export const saxpy: Kernel1 = (i) => { y[i]! += a * x[i]!; };
export type Used = i32;
export { q };
`;
  const { compilation } = compileSource({ "main.ts": program }, programFolder, { targets: ["wasm"] });
  const ready = [...compilation.files.values()].flatMap((file) => file.images).map(encodeImage);

  test("are executables, of those whom one trusts", async () => {
    expect(compilation.diagnostics).toEqual([]);
    const bundle = makeKernelBundle(context, ready, "executable", { trusted: true });
    expect([bundle.state, [...bundle].map(({ format }) => format)]).toEqual(["executable", ["wasm"]]);
    expect(await saxpyWith(bundle)).toEqual([3, 5, 7]);
    expect(getNative(bundle)[0]?.module).toBeInstanceOf(WebAssembly.Module);
  });

  test("and nothing else", () => {
    expect(errorOf(() => makeKernelBundle(context, ready, "executable")).code).toBe("library_not_trusted");
    const error = errorOf(() => makeKernelBundle(context, ready, "object", { trusted: true }));
    expect([error.code, error.message]).toEqual([
      "invalid",
      expect.stringContaining(
        'native 0 is a device image of WebAssembly, of a bundle in the state "executable"; expected the state "object"',
      ),
    ]);
    expect(errorOf(() => createKernelBundle(context, ready)).message).toContain(
      "image 0 is WebAssembly, which needs no build",
    );
  });
});

describe("M9: a native object's state is checked", () => {
  const [module] = getNative(executable).map((native) => native.module);
  test.each([
    [
      "a program as input",
      getNative(executable),
      "input",
      'native 0 is a program, of a bundle in the state "executable"; expected the state "input"',
    ],
    ["a module as object", [module ?? {}], "object", 'expected the state "object"'],
    [
      "an image as executable",
      images,
      "executable",
      'native 0 is a device image, of a bundle in the state "input" or "object"; expected the state "executable"',
    ],
    ["one of several", [...images, module ?? {}], "input", "native 1 is a program"],
    [
      "a module of nobody's",
      [new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))],
      "executable",
      "that belongs to no kernel bundle of this process",
    ],
    ["something else", [{}], "executable", "native 0 is an object (Object); expected a result of getNative"],
  ] as const)("%s", (_, native, state, message) => {
    const error = errorOf(() => makeKernelBundle(context, native as NativeBundle, state));
    expect([error.code, error.message]).toEqual(["invalid", expect.stringContaining(message)]);
  });

  test("programs of another context", () => {
    const error = errorOf(() => makeKernelBundle(new Context(), getNative(executable), "executable"));
    expect([error.code, error.message]).toEqual(["invalid", expect.stringContaining("another context")]);
    expect(errorOf(() => makeKernelBundle(context, [], "executable")).code).toBe("invalid_object");
  });

  test("in types: bytes of what is not linked, programs of executables", () => {
    const program = `import { build, createKernelBundle, getNative, makeKernelBundle, Queue } from "lanewise";
const { context } = new Queue();
const input = createKernelBundle(context, []);
export const bytes: Uint8Array | undefined = getNative(input)[0];
export const module: WebAssembly.Module | undefined = getNative(build(input))[0]?.module;
export const again: "executable" = makeKernelBundle(context, getNative(build(input)), "executable").state;
// @ts-expect-error: an input bundle has no programs
getNative(input)[0]?.module;
`;
    expect(compileSource({ "main.ts": program }).typeErrors.map(({ messageText }) => messageText)).toEqual([]);
  });
});

describe("M9: built-in kernels", () => {
  test("devices have none; a bundle of none is empty", () => {
    expect(getDevices().flatMap(({ builtInKernels }) => builtInKernels)).toEqual([]);
    const bundle = createKernelBundle(context, { builtInKernels: [] });
    expect([bundle.state, bundle.isEmpty]).toEqual(["input", true]);
  });

  test("another name is an error that says which there are", () => {
    const error = errorOf(() => createKernelBundle(context, { builtInKernels: ["fill"] }));
    expect([error.code, error.message]).toEqual([
      "invalid",
      expect.stringContaining('no built-in kernel "fill"; the devices have none'),
    ]);
  });
});
