// Conformance of the post-link step: how kernels are split into images, what an image has, and its property sets. Titles begin
// with the ids of the requirements they show, or with the case they port.

import { type DeviceImage, decodeModule } from "@lanewise/ir";
import type { BuildOptions } from "@lanewise/transformer";
import { describe, expect, test } from "vitest";
import { compileSource, programFolder, type Sources } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const head = `import { deviceGlobal, type FixedArray, type f32, type i32, type Queue } from "lanewise";
export type Used = [FixedArray<i32, 2>, f32, Queue];
export const used = [deviceGlobal] as const;
`;

const runHead = 'import { deviceGlobal, type i32, Queue } from "lanewise";';

function compile(sources: Sources, asked: BuildOptions = {}) {
  const texts = Object.fromEntries(Object.entries(sources).map(([name, text]) => [name, head + text]));
  const { compilation, typeErrors } = compileSource(texts, programFolder, asked);
  const ofFiles = [...compilation.files.values()].flatMap(({ images }) => images);
  const images = [...ofFiles, ...(compilation.added?.images ?? [])];
  return {
    diagnostics: compilation.diagnostics,
    typeErrors: typeErrors.map(({ messageText }) => messageText),
    images,
    added: compilation.added,
    edits: (name: string) => compilation.files.get(programFolder + name)?.edits.map(({ text }) => text) ?? [],
  };
}
const kernelNames = (image: DeviceImage) => image.symbols.map(({ name }) => name.replace(/ \(.*/, ""));
const globalsOf = (image: DeviceImage) =>
  Object.keys(image.properties["SYCL/device globals"] ?? {}).map((id) => id.replace(/.*:/, ""));
const globalNames = (image: DeviceImage) => decodeModule(image.code).globals.map(({ name }) => name);

const twoFiles = {
  "a.ts": `import { shared } from "./b.js";
export const own = deviceGlobal<i32>(7);
export const first = (q: Queue) => q.singleTask(() => { own.value += 1; });
export const second = (q: Queue) => q.singleTask(() => { shared.value += 1; });`,
  "b.ts": `export const shared = deviceGlobal<FixedArray<i32, 2>>();
export const third = (q: Queue) => q.singleTask(() => { shared[0] = 1; });`,
};
const program: Sources = {
  ...twoFiles,
  "a.ts": twoFiles["a.ts"].replace("shared.value += 1", "shared[1] = 2"),
};

describe("split", () => {
  test("L1: per_source, the default, has an image for each module", () => {
    const { images, diagnostics, typeErrors } = compile(program);
    expect({ diagnostics, typeErrors }).toEqual({ diagnostics: [], typeErrors: [] });
    expect(images.map(kernelNames)).toEqual([["first", "second"], ["third"]]);
  });
  test("L1: per_kernel has an image for each kernel", () => {
    const { images } = compile(program, { split: "per_kernel" });
    expect(images.map(kernelNames)).toEqual([["first"], ["second"], ["third"]]);
  });
  test("L1: off has one image, in a module of its own that the headers import", () => {
    const { images, added, edits } = compile(program, { split: "off" });
    expect(images.map(kernelNames)).toEqual([["first", "second", "third"]]);
    expect(added?.fileName).toBe(`${programFolder}lanewise-images.ts`);
    for (const name of ["a.ts", "b.ts"]) expect(edits(name)[0]).toContain('import "./lanewise-images.js";');
  });
  test("L1: auto keeps modules apart that share nothing", () => {
    expect(compile(program, { split: "auto" }).images.map(kernelNames)).toEqual([["first", "second"], ["third"]]);
  });
  test("L2: an image has the device globals that it references, and no others", () => {
    const { images } = compile(program, { split: "per_kernel" });
    expect(images.map(globalsOf)).toEqual([["own"], ["shared"], ["shared"]]);
    expect(images.map(globalNames)).toEqual([["own"], ["shared"], ["shared"]]);
  });
  test("L2: an image has the functions, files and failure sites that it references", () => {
    const text = `const twice = (x: i32): i32 => x * 2; const thrice = (x: i32): i32 => x * 3;
export const a = (q: Queue, x: Int32Array) => q.parallelFor(2, (i) => { x[i] = twice(i); });
export const b = (q: Queue, y: Int32Array) => q.parallelFor(2, (i) => { y[i] = thrice(i); });`;
    const modules = compile({ "a.ts": text }, { split: "per_kernel" }).images.map(({ code }) => decodeModule(code));
    expect(modules.map(({ functions }) => functions.map(({ name }) => name.replace(/ \(.*/, "")))).toEqual([
      ["twice", "a"],
      ["thrice", "b"],
    ]);
    expect(modules.map(({ sites }) => sites.map(({ name }) => name))).toEqual([["x"], ["y"]]);
  });
});

describe("property sets", () => {
  test("L4, case 21: P test_global_variable: { u32 size, u8 device_image_scope }, of device globals alone", () => {
    const text = `export const plain = deviceGlobal<FixedArray<f32, 3>>();
export const scoped = deviceGlobal<i32, { deviceImageScope: true }>();
const table = [3, 1, 4] as const;
export const use = (q: Queue) => q.parallelFor(3, (i) => { plain[i] = table[i]! + scoped.value; });`;
    const [image] = compile({ "a.ts": text }).images;
    expect(image?.properties["SYCL/device globals"]).toEqual({
      "app@1.0.0/a.ts:plain": Uint8Array.of(12, 0, 0, 0, 0),
      "app@1.0.0/a.ts:scoped": Uint8Array.of(4, 0, 0, 0, 1),
    });
  });
  test("L4: an image without device globals has no such set", () => {
    const text = "export const f = (q: Queue, x: Int32Array) => q.parallelFor(2, (i) => { x[i] = i; });";
    expect(compile({ "a.ts": text }).images[0]?.properties).toEqual({});
  });
});

describe("device_image_scope", () => {
  const scoped = (split: BuildOptions["split"]) =>
    compile(
      {
        "a.ts": `export const gain = deviceGlobal<i32, { deviceImageScope: true }>(2);
export const here = (q: Queue) => q.singleTask(() => { gain.value += 1; });`,
        "b.ts": `import { gain } from "./a.js";
const helper = () => { gain.value *= 2; };
export const there = (q: Queue) => q.singleTask(() => { helper(); });`,
      },
      { ...(split && { split }) },
    );
  test("L3, P5, case 22: P many_modules_one_var_error: an error that names kernels, images and the fix", () => {
    const [error, ...others] = scoped(undefined).diagnostics;
    expect(others).toEqual([]);
    expect(error).toMatchObject({
      code: "LW2001",
      category: "error",
      message: 'device_global variable gain with property "device_image_scope" is used in more than one device image.',
      help: expect.stringContaining('`split: "auto"`'),
      length: "gain".length,
    });
    expect(error?.notes.map(({ message }) => message)).toEqual([
      "used by kernel here (a.ts:5) in image 1 of 2, of app@1.0.0/a.ts",
      "used by kernel there (b.ts:6) in image 2 of 2, of app@1.0.0/b.ts",
    ]);
  });
  test('L3: per_kernel is an error, too, "off" and "auto" bring the kernels together', () => {
    expect(scoped("per_kernel").diagnostics.map(({ code }) => code)).toEqual(["LW2001"]);
    for (const split of ["off", "auto"] as const) {
      const { diagnostics, images } = scoped(split);
      expect(diagnostics).toEqual([]);
      expect(images.map(kernelNames)).toEqual([["here", "there"]]);
    }
  });
  test("L3, case 23: P no_dev_img_scope: the same variable in many images is fine without the property", () => {
    const { diagnostics, images } = compile(program, { split: "per_kernel" });
    expect(diagnostics).toEqual([]);
    expect(images.filter((image) => globalsOf(image).includes("shared"))).toHaveLength(2);
  });
});

describe.each(["per_source", "per_kernel", "off", "auto"] as const)('a program built with split "%s" runs', (split) => {
  test("L1: kernels of modules that import each other and launch while they load share the globals", async () => {
    const total = `total_${split}`; // modules of one name share their globals' storage
    const scoped = split === "off" || split === "auto" ? ", { deviceImageScope: true }" : "";
    const loaded = await loadProgram(
      {
        "main.ts": `${runHead}
import { twice } from "./other.js";
export const ${total} = deviceGlobal<i32${scoped}>(1);
const q = new Queue({ device: "cpu", threads: 1 });
export const early = q.singleTask(() => { ${total}.value += 1; });
export const sum = async () => { twice(q); q.singleTask(() => { ${total}.value += 100; }); const out = new Int32Array(1); await q.copy(${total}, out); return out[0]; };`,
        "other.ts": `${runHead}
import { ${total} as total } from "./main.js";
const half = deviceGlobal<i32>(8);
const q = new Queue({ device: "cpu", threads: 1 });
export const first = q.singleTask(() => { half.value += 1; });
export const twice = (q: Queue) => q.singleTask(() => { total.value *= 2; });`,
      },
      { asked: { split } },
    );
    try {
      const { sum } = await loaded.load("main.ts");
      expect(await (sum as () => Promise<number>)()).toBe(104); // the module's own function
    } finally {
      loaded.dispose();
    }
  });
});
