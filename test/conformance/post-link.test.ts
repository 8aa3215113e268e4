// Conformance of the post-link step: how kernels are split into images, what an image has, and its property sets. Titles begin
// with the ids of the requirements they show, or with the case they port.

import { type DeviceImage, decodeModule } from "@lanewise/ir";
import type { BuildOptions } from "@lanewise/transformer";
import { describe, expect, test } from "vitest";
import { compileSource, programFolder, type Sources } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const head = `import { deviceFn, deviceGlobal, type FixedArray, type f32, type i32, type Queue } from "lanewise";
export type Used = [FixedArray<i32, 2>, f32, Queue];
export const used = [deviceFn, deviceGlobal] as const;
`;

const runHead = 'import { deviceGlobal, type i32, Queue } from "lanewise";';

function compile(sources: Sources, asked: Parameters<typeof compileSource>[2] = {}) {
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
function fail(): never {
  throw new Error("there is such an image");
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
    expect(Object.keys(compile({ "a.ts": text }).images[0]?.properties ?? {})).toEqual(["lanewise/fingerprint"]);
  });
});

describe("device_image_scope", () => {
  const scoped = (split: BuildOptions["split"], checkOnly = false) =>
    compile(
      {
        "a.ts": `export const gain = deviceGlobal<i32, { deviceImageScope: true }>(2);
export const here = (q: Queue) => q.singleTask(() => { gain.value += 1; });`,
        "b.ts": `import { gain } from "./a.js";
const helper = () => { gain.value *= 2; };
export const there = (q: Queue) => q.singleTask(() => { helper(); });`,
      },
      { checkOnly, ...(split && { split }) },
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
  test("what is only checked has the same errors, and no images", () => {
    expect(scoped(undefined, true).diagnostics).toEqual(scoped(undefined).diagnostics);
    const alone = "export const f = (q: Queue, x: Int32Array) => q.parallelFor(2, (i) => { x[i] = i; });";
    expect(compile({ "a.ts": alone }, { checkOnly: true })).toMatchObject({ diagnostics: [], images: [] });
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

const symbolsOf = (image: DeviceImage, set: "imported" | "exported") =>
  Object.keys(image.properties[`SYCL/${set} symbols`] ?? {});
const linkages = (image: DeviceImage | undefined) =>
  image ? decodeModule(image.code).functions.map(({ name, linkage }) => `${name.replace(/ \(.*/, "")} ${linkage}`) : [];

describe("device functions", () => {
  const library = {
    "a.ts": `import { twice } from "./b.js";
export const own = deviceFn((x: i32): i32 => x + 1);
export const first = (q: Queue, x: Int32Array) => q.parallelFor(2, (i) => { x[i] = own(i) + twice(i); });
export const second = (q: Queue, x: Int32Array) => q.parallelFor(2, (i) => { x[i] = own(i); });`,
    "b.ts": `const plain = (x: i32): i32 => x * 2;
export const twice = deviceFn((x: i32): i32 => plain(x));
export const __hidden = deviceFn((x: i32): i32 => plain(x) + 1);
export const third = (q: Queue, x: Int32Array) => q.parallelFor(2, (i) => { x[i] = __hidden(i); });`,
  };
  const twice = "app@1.0.0/b.ts:twice";
  const own = "app@1.0.0/a.ts:own";

  test("L7, L9, case 24: P emit_exported_symbols: a source's image exports its device functions", () => {
    const { images, diagnostics, typeErrors } = compile(library);
    expect({ diagnostics, typeErrors }).toEqual({ diagnostics: [], typeErrors: [] });
    expect(images.map((image) => symbolsOf(image, "exported"))).toEqual([[own], [twice]]);
    expect(images[0]?.properties["SYCL/exported symbols"]).toEqual({ [own]: 1 });
  });
  test("L8, L9, case 24: of images for each kernel those with kernels export nothing", () => {
    const { images } = compile(library, { split: "per_kernel" });
    expect(images.map((image) => [kernelNames(image), symbolsOf(image, "exported")])).toEqual([
      [["first"], []],
      [["second"], []],
      [[], [own]],
      [["third"], []],
      [[], [twice]],
    ]);
    expect(linkages(images[1])).toEqual(["second kernel", "own internal"]);
  });
  test("L9, case 24: one image of the whole program exports all", () => {
    const { images } = compile(library, { split: "off" });
    expect(images.map((image) => symbolsOf(image, "exported"))).toEqual([[own, twice]]);
    expect(images.map((image) => symbolsOf(image, "imported"))).toEqual([[]]);
  });
  test("L6, L7, case 25: P emit_imported_symbols: imports are those of the image after the split", () => {
    const perSource = compile(library).images.map((image) => symbolsOf(image, "imported"));
    expect(perSource).toEqual([[twice], []]);
    const perKernel = compile(library, { split: "per_kernel" }).images.map((image) => symbolsOf(image, "imported"));
    expect(perKernel).toEqual([[twice], [], [], [], []]);
  });
  test("L6, case 25: a name that begins with `__` is no symbol: the function is copied", () => {
    const [, image] = compile(library).images;
    expect(linkages(image)).toContain("__hidden internal");
    expect(symbolsOf(image ?? fail(), "exported")).toEqual([twice]);
  });
  test("L7, L10, case 26: P exclude_external_functions_source: a device function of another file stays a declaration", () => {
    const { images } = compile({
      "a.ts": `import { twice } from "./b.js";
export const fourfold = deviceFn((x: i32): i32 => twice(twice(x)));`,
      "b.ts": "export const twice = deviceFn((x: i32): i32 => x * 2);",
    });
    expect(images.map(linkages)).toEqual([["twice imported", "fourfold exported"], ["twice exported"]]);
    expect(images.map((image) => symbolsOf(image, "imported"))).toEqual([[twice], []]);
  });
  test("L8: a plain function is copied into each image that uses it, and exported from none", () => {
    const { images } = compile({
      "a.ts": `import { plain } from "./b.js";
export const f = (q: Queue, x: Int32Array) => q.parallelFor(2, (i) => { x[i] = plain(i); });`,
      "b.ts": `export const plain = (x: i32): i32 => x * 2;
export const g = (q: Queue, x: Int32Array) => q.parallelFor(2, (i) => { x[i] = plain(i); });`,
    });
    expect(images.map(linkages)).toEqual(Array(2).fill(expect.arrayContaining(["plain internal"])));
    expect(images.flatMap((image) => symbolsOf(image, "exported"))).toEqual([]);
  });
  test("D11: symbols name the definition, also of namespaces and static members", () => {
    const { images, diagnostics } = compile({
      "a.ts": `export namespace N { export const f = deviceFn((x: f32): f32 => x); }
export class C { static readonly g = deviceFn((x: f32): f32 => N.f(x)); }
export const use = (q: Queue, x: Float32Array) => q.parallelFor(2, (i) => { x[i] = C.g(1); });`,
    });
    expect(diagnostics).toEqual([]);
    expect(images.map((image) => symbolsOf(image, "exported").sort())).toEqual([
      ["app@1.0.0/a.ts:C.g", "app@1.0.0/a.ts:N.f"],
    ]);
  });
});

test("L2: what kernels print is theirs in images of their own, too", async () => {
  const loaded = await loadProgram(
    {
      "main.ts": `import { Queue } from "lanewise";
const q = new Queue({ device: "cpu", threads: 1 });
export const texts = async () => {
  const found: string[] = [];
  q.onLog = (message) => { found.push(message.text); };
  await q.parallelFor(1, (i) => { console.log("first", i); });
  await q.parallelFor(1, (i) => { console.log("second", i); });
  return found;
};`,
    },
    { asked: { split: "per_kernel" } },
  );
  try {
    const { texts } = await loaded.load("main.ts");
    expect(await (texts as () => Promise<string[]>)()).toEqual(["first 0", "second 0"]); // the module's own function
  } finally {
    loaded.dispose();
  }
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

test("F1, F3, L2, S1 (declaration): images list the specialization constants that their kernels use, with their defaults", () => {
  const { images, edits } = compile({
    "a.ts": `import { specConstant } from "lanewise";
export const radius = specConstant<i32>(3);
export const unused = specConstant<f32>(0.5);
namespace Hidden {
  const isOn = specConstant<boolean>(true);
  export const launch = (q: Queue, x: Float32Array) => q.parallelFor(4, (i) => { if (isOn.value) x[i] = radius.value; });
}
export { Hidden };`,
  });
  expect(images.map(({ properties }) => properties["SYCL/specialization constants"])).toEqual([
    { "app@1.0.0/a.ts:Hidden.isOn": Uint8Array.of(1), "app@1.0.0/a.ts:radius": Uint8Array.of(3, 0, 0, 0) },
  ]);
  expect(images.map(globalsOf)).toEqual([[]]);
  const text = edits("a.ts").join("");
  expect(text).toContain('__lanewise.shim("app@1.0.0/a.ts:Hidden.isOn", () => isOn);');
  expect(text).toContain('"app@1.0.0/a.ts:unused": { object: () => unused, type: "f32", initial: "AAAAPw==" }');
});
