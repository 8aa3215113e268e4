// Kernels that call functions of other packages, generated ahead of time (requirements X6, X9): a colour library stands on a noise library, and
// an app on both. Each is built by itself; the app's build links what it finds, the program has no code generator.

import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilers, type Files, project, projectOn, run } from "./projects.js";

const manifest = (name: string, version: string) =>
  JSON.stringify({
    ...{ name, version, type: "module" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  });

const noise = (factor: number, version: string): Files => ({
  "package.json": manifest("noise", version),
  "src/index.ts": `import { atomicRef, deviceFn, deviceGlobal, type i32, type u32 } from "lanewise";
import { mix } from "./mix.js";
export const calls = deviceGlobal<i32>(10);
export const noise = deviceFn((x: u32): u32 => { atomicRef(calls).fetchAdd(1); return mix(x + 1); });
`,
  "src/mix.ts": `import { deviceFn, type u32 } from "lanewise";
export const mix = deviceFn((x: u32): u32 => Math.imul(x ^ (x >>> 16), ${factor}) >>> 0);
`,
});

const colour: Files = {
  "package.json": manifest("colour", "3.0.0"),
  "src/index.ts": `import { deviceFn, type f32, type u32 } from "lanewise";
import { noise } from "noise";
export const luma = deviceFn((r: f32, g: f32, b: f32): f32 => 0.25 * r + 0.5 * g + 0.25 * b);
export const grain = deviceFn((pixels: Float32Array, i: u32): f32 => pixels[i]! + (noise(i) % 4));
`,
};

const app = (entry: string): Files => ({
  "src/main.ts": `import { LanewiseError, Queue, type u32 } from "${entry}";
import * as colour from "colour";
import { calls, noise } from "noise";
const q = new Queue({ device: "cpu" });
const pixels = q.mallocShared(Float32Array, [1, 2, 3, 4]);
const out = q.mallocShared(Float32Array, 4);
try {
  await q.parallelFor(4, (i) => {
    out[i] = colour.grain(pixels, (i >>> 0) as u32) + colour.luma(4, 8, 12) + noise((i >>> 0) as u32);
  });
  console.log(out.join(), await q.read(calls));
} catch (error) {
  console.log(error instanceof LanewiseError ? error.message : error);
}
`,
});

function expected(factor: number, ofColour = factor): string {
  const noise = (x: number, by: number) => Math.imul((x + 1) ^ ((x + 1) >>> 16), by) >>> 0;
  return [0, 1, 2, 3].map((i) => i + 1 + (noise(i, ofColour) % 4) + 8 + noise(i, factor)).join();
}

function built(folder: string, ...args: string[]): string {
  expect(compilers.build(folder, ...args)).toEqual({ code: 0, stdout: "", stderr: "" });
  return folder;
}

const packages = { noise: "", newer: "", colour: "" };
beforeAll(() => {
  packages.noise = built(project(noise(5, "1.2.0"), { declarationMap: undefined }));
  packages.newer = built(project(noise(7, "2.0.0"), { declarationMap: undefined }));
  packages.colour = built(projectOn(colour, "module", { noise: packages.noise }));
});
afterAll(removeTemporaryFolders);

const appOf = (entry: string, targets: string) =>
  built(projectOn(app(entry), "module", { noise: packages.noise, colour: packages.colour }), ...["--targets", targets]);

/** Puts what was built over what is there. */
function replace(folder: string, library: string, at: string): void {
  mkdirSync(join(folder, at), { recursive: true });
  for (const part of ["dist", "package.json"]) cpSync(join(library, part), join(folder, at, part), { recursive: true });
}

test.each(["lanewise/aot", "lanewise"])("X9: %s runs what was linked at the build", (entry) => {
  const folder = appOf(entry, "wasm");
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: `${expected(5)} 18\n`, stderr: "" });
});

test("X9: where another version is loaded, the image is refused, and IR counts", () => {
  const folder = appOf("lanewise/aot", "wasm");
  replace(folder, packages.newer, "node_modules/noise");
  const { code, stdout } = run(folder, ["dist/main.js"]);
  expect(code).toBe(0);
  expect(stdout).toContain("LW4032");
  expect(stdout).toContain(
    "it was linked with noise@1.2.0/src/index.ts:noise; the import of noise:noise leads to another one",
  );
  const both = appOf("lanewise", "ir,wasm");
  replace(both, packages.newer, "node_modules/noise");
  expect(run(both, ["dist/main.js"])).toEqual({ code: 0, stdout: `${expected(7)} 18\n`, stderr: "" });
});

test("Y2: of two versions of a package each module's functions call the one that it imports", () => {
  const folder = projectOn(app("lanewise/aot"), "module", { noise: packages.newer, colour: packages.colour });
  replace(folder, packages.noise, "node_modules/colour/node_modules/noise");
  built(folder, "--targets", "wasm");
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: `${expected(7, 5)} 14\n`, stderr: "" });
});

test("Y4: a reference to a function of a package is kept in another and called in a third, without IR", () => {
  const shop: Files = {
    "package.json": manifest("shop", "1.0.0"),
    "src/index.ts": `import { deviceFn, deviceGlobal, type f32, type FunctionRef } from "lanewise";
export type Luma = (r: f32, g: f32, b: f32) => f32;
export const chosen = deviceGlobal<FunctionRef<Luma>>();
export const ask = deviceFn((x: f32): f32 => chosen.value(x, x, x));
`,
  };
  const main: Files = {
    "src/main.ts": `import { deviceFn, f32, functionRef, Queue } from "lanewise/aot";
import { luma } from "colour";
import { ask, chosen } from "shop";
export const darkest = deviceFn((r: f32, g: f32, b: f32): f32 => Math.min(r, g, b));
const q = new Queue({ device: "cpu" });
const out = q.mallocShared(Float32Array, 4);
await q.singleTask(() => { chosen.value = functionRef(luma); });
await q.parallelFor(4, (i) => { out[i] = ask(f32(i)); });
await q.write(chosen, functionRef(luma));
await q.parallelFor(4, (i) => { out[i] = out[i]! + chosen.value(1, 2, 3); });
const refs = functionRef(darkest);
await q.parallelFor(4, (i) => { out[i] = out[i]! + (i < 2 ? refs(5, 4, 3) : chosen.value(2, 2, 2)) + (refs === functionRef(luma) ? 100 : 0); });
console.log(out.join());
`,
  };
  const owner = built(project(shop, { declarationMap: undefined }));
  const folder = projectOn(main, "module", { noise: packages.noise, colour: packages.colour, shop: owner });
  built(folder, "--targets", "wasm");
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "5,6,6,7\n", stderr: "" });
});

test("X8: `lanewise link` generates code of what it links, by the names of imports", () => {
  const [[file, text = ""] = ["", ""]] = Object.entries(app("lanewise"));
  const counting = `${text.replace("LanewiseError, Queue", "codeCache, LanewiseError, Queue")}
const { generated, loaded } = codeCache.times;
console.log(generated.programs + loaded.programs);
`;
  const libraries = { noise: packages.noise, colour: packages.colour };
  const folder = built(projectOn({ [file]: counting }, "module", libraries));
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: `${expected(5)} 18\n1\n`, stderr: "" });
  const all = ["dist", "node_modules/noise/dist", "node_modules/colour/dist"];
  expect(command(folder, "link", ...all, "--targets", "wasm")).toMatchObject({ code: 0, stderr: "" });
  const linked = ["--import", "./lanewise-linked.js", "dist/main.js"];
  expect(run(folder, linked)).toEqual({ code: 0, stdout: `${expected(5)} 18\n0\n`, stderr: "" });
});

test("X8: `lanewise link` generates code of kernels with reductions", () => {
  const main: Files = {
    "src/main.ts": `import { codeCache, Queue, reduction, type u32 } from "lanewise";
import { noise } from "noise";
const q = new Queue({ device: "cpu" });
const sums = q.mallocShared(Float32Array, 3);
const [most, product] = [q.mallocShared(Uint32Array, 1), q.mallocShared(Int32Array, [1])];
await q.parallelFor(9, reduction(sums, "add"), reduction(most, "max"), (i, sums, most) => {
  sums.at(i % 3).combine(i / 2);
  most.combine(noise((i % 2) as u32));
});
await q.parallelFor(5, reduction(product, (a, b) => (a * b) % 1009, { identity: 1 }), (i, p) => p.combine(i + 1));
const { generated, loaded } = codeCache.times;
console.log([...sums, ...most, ...product].join(), generated.programs + loaded.programs > 0);
`,
  };
  const folder = built(projectOn(main, "module", { noise: packages.noise }));
  const sums = [0, 1, 2].map((k) => (3 * k + 9) / 2);
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: `${sums},10,120 true\n`, stderr: "" });
  const all = ["dist", "node_modules/noise/dist"];
  expect(command(folder, "link", ...all, "--targets", "wasm")).toMatchObject({ code: 0, stderr: "" });
  const linked = ["--import", "./lanewise-linked.js", "dist/main.js"];
  expect(run(folder, linked)).toEqual({ code: 0, stdout: `${sums},10,120 false\n`, stderr: "" });
});
