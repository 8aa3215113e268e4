// Conformance of device link when modules are compiled (requirement X9: no relocatable device code), the option `rdc: "off"`: every image has
// all that it calls. Titles begin with the id of the requirement.

import { type DeviceImage, decodeModule } from "@lanewise/ir";
import type { BuildOptions } from "@lanewise/transformer";
import type { Queue } from "lanewise";
import { expect, test } from "vitest";
import { compileSource, programFolder, type Sources } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const library = {
  "main.ts": `import { type i32, Queue } from "lanewise";
import { twice } from "./lib.js";
export const q = new Queue({ device: "cpu", threads: 1 });
export const x = q.mallocShared(Int32Array, 2);
export const run = () => q.parallelFor(2, (i) => { x[i] = twice(i + 1); });
export type Used = i32;
`,
  "lib.ts": `import { deviceFn, deviceGlobal, type i32, type Queue } from "lanewise";
import { more } from "./deep.js";
export const calls = deviceGlobal<i32>(40);
export const twice = deviceFn((v: i32): i32 => more(v) * 2 + calls.value);
export const set = (q: Queue, to: i32) => q.singleTask(() => { calls.value = to; });
`,
  "deep.ts": 'import { deviceFn, type i32 } from "lanewise";\nexport const more = deviceFn((v: i32): i32 => v + 1);\n',
};
const [twice, more] = ["app@1.0.0/lib.ts:twice", "app@1.0.0/deep.ts:more"];

function compile(sources: Sources, asked: BuildOptions) {
  const { compilation, typeErrors, pathOf } = compileSource(sources, programFolder, asked);
  return {
    typeErrors: typeErrors.map(({ messageText }) => messageText),
    diagnostics: compilation.diagnostics,
    file: (name: string) => compilation.files.get(pathOf(name)),
    images: [...compilation.files.values()].flatMap(({ images }) => images),
  };
}
const symbolsOf = (image: DeviceImage, set: "imported" | "exported") =>
  Object.keys(image.properties[`SYCL/${set} symbols`] ?? {});

test("X9, L9: images import nothing: what they call is copied in, and its own image alone exports it", () => {
  const { images, diagnostics, file } = compile(library, { rdc: "off" });
  expect(diagnostics).toEqual([]);
  expect(images.map((image) => symbolsOf(image, "imported"))).toEqual([[], [], []]);
  const exported = (name: string) => (file(name)?.images ?? []).flatMap((image) => symbolsOf(image, "exported"));
  expect(["main.ts", "lib.ts", "deep.ts"].map(exported)).toEqual([[], [twice], [more]]);
  const linkages = (file("main.ts")?.images ?? []).flatMap(({ code }) =>
    decodeModule(code).functions.map(({ linkage }) => linkage),
  );
  expect(linkages.toSorted()).toEqual(["internal", "internal", "kernel"]);
});

test("X9, L2: an image's copies bring the device globals that they use, which stay those of the program", async () => {
  for (const rdc of ["on", "off"] as const) {
    const program = await loadProgram(library, { asked: { rdc } });
    // What the texts export.
    const main = (await program.load("main.ts")) as { q: Queue; x: Int32Array; run: () => Promise<void> };
    const { set } = (await program.load("lib.ts")) as { set: (q: Queue, to: number) => Promise<void> };
    for (const to of [40, 100]) {
      await set(main.q, to);
      await main.run();
      expect([rdc, ...main.x]).toEqual([rdc, to + 4, to + 6]);
    }
    program.dispose();
  }
});

test("X9: an image with a copy hangs on the file that it is from", () => {
  const dependencies = (rdc: "on" | "off") => compile(library, { rdc }).file("main.ts")?.dependencies ?? [];
  const names = (rdc: "on" | "off") => dependencies(rdc).map((name) => name.slice(programFolder.length));
  expect([names("on"), names("off").toSorted()]).toEqual([["lib.ts"], ["deep.ts", "lib.ts"]]);
});

test("X9, X8: what is not in the program is missing when it is built, at each kernel that wants it", () => {
  const sources = {
    "main.ts": library["main.ts"],
    "lib.d.ts":
      'import type { DeviceFn, i32 } from "lanewise";\nexport declare const twice: DeviceFn<(v: i32) => i32>;\n',
  };
  expect(compile(sources, {}).diagnostics).toEqual([]);
  const [missing, ...others] = compile(sources, { rdc: "off" }).diagnostics;
  expect(others).toEqual([]);
  expect([missing?.code, missing?.message]).toEqual([
    "LW1534",
    expect.stringContaining("app/lib.js:twice is not in the program"),
  ]);
  expect(library["main.ts"].slice(missing?.start, (missing?.start ?? 0) + (missing?.length ?? 0))).toContain(
    "x[i] = twice(i + 1)",
  );
});

test("X9: a function of a library that is loaded when the program runs is an error of its own, through functions and targets, too", () => {
  const sources = {
    "main.ts": library["main.ts"],
    "lib.ts": `import { deviceFn, externalDeviceFn, type i32 } from "lanewise";
const deep = externalDeviceFn<(v: i32) => i32>("deep");
export const twice = deviceFn((v: i32): i32 => deep(v) * 2);
`,
  };
  expect(compile(sources, {}).diagnostics).toEqual([]);
  expect(compile(sources, { targets: ["ir", "wasm"] }).diagnostics).toEqual([]);
  for (const targets of [["ir"], ["ir", "wasm"]]) {
    const { diagnostics } = compile(sources, { rdc: "off", targets });
    const places = diagnostics.map(({ code, file, start, length, message }) => [
      ...[code, file.slice(programFolder.length), message],
      Object.entries(sources)
        .find(([name]) => file.endsWith(name))?.[1]
        .slice(start, start + length),
    ]);
    const message = expect.stringContaining("`deep` is a function of a library that is loaded when the program runs");
    expect(places).toEqual([
      ["LW1525", "lib.ts", message, "twice"],
      ["LW1525", "main.ts", message, "(i) => { x[i] = twice(i + 1); }"],
    ]);
  }
});

test("X9, L3: a device global with deviceImageScope whose function is copied is in two images", () => {
  const sources = {
    ...library,
    "lib.ts": library["lib.ts"].replace("deviceGlobal<i32>", "deviceGlobal<i32, { deviceImageScope: true }>"),
  };
  expect(compile(sources, {}).diagnostics).toEqual([]);
  expect(compile(sources, { rdc: "off" }).diagnostics.map(({ code }) => code)).toEqual(["LW2001"]);
});

test.each(["per_kernel", "off", "auto"] as const)("X9, L1: with split %s, too", (split) => {
  const { images, diagnostics } = compile(library, { rdc: "off", split });
  expect(diagnostics).toEqual([]);
  expect(images.flatMap((image) => symbolsOf(image, "imported"))).toEqual([]);
});
