// Device functions of packages of which only the declarations are visible: kernels of another package call them by symbol, linked at
// the first launch (requirements Y1, L7, D11). A colour library stands on a noise library, and an app on both, each built by itself.

import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilerNames, compilers, type Files, plainTsc, project, projectOn, run, write } from "./projects.js";

const manifest = (name: string, version: string, type: string) =>
  JSON.stringify({
    name,
    version,
    type,
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  });

const noise = (factor: number): Files => ({
  "src/index.ts": `import { deviceFn, deviceGlobal, type i32, type u32 } from "lanewise";
export const calls = deviceGlobal<i32>(0);
const mix = (x: u32): u32 => Math.imul(x ^ (x >>> 16), ${factor}) >>> 0;
export const noise = deviceFn((x: u32): u32 => mix(x + 1));
export namespace Rare {
  export const twice = deviceFn((x: u32): u32 => x * 2);
}
`,
});

const colour: Files = {
  "src/index.ts": `import { deviceFn, type f32, type u32 } from "lanewise";
import { noise } from "noise";
export const luma = deviceFn((r: f32, g: f32, b: f32): f32 => 0.25 * r + 0.5 * g + 0.25 * b);
export const grain = deviceFn((pixels: Float32Array, i: u32): f32 => pixels[i]! + (noise(i) % 4));
`,
};

const app: Files = {
  "src/main.ts": `import { Queue, type u32 } from "lanewise";
import * as colour from "colour";
import { grain as film } from "colour";
import { calls, noise, Rare } from "noise";
async function main() {
  const q = new Queue();
  const pixels = q.mallocShared(Float32Array, [1, 2, 3, 4]);
  const out = q.mallocShared(Float32Array, 4);
  const numbers = q.mallocShared(Uint32Array, 4);
  await q.parallelFor(4, (i) => {
    out[i] = film(pixels, (i >>> 0) as u32) + colour.luma(4, 8, 12);
    numbers[i] = noise((i >>> 0) as u32) + Rare.twice(3);
  });
  await q.singleTask(() => { calls.value += 1; });
  console.log(out.join(), numbers.join(), await q.read(calls));
}
void main();
`,
};

function expected(factor: number): string {
  const noise = (x: number) => Math.imul((x + 1) ^ ((x + 1) >>> 16), factor) >>> 0;
  const out = [0, 1, 2, 3].map((i) => i + 1 + (noise(i) % 4) + 8);
  return `${out.join()} ${[0, 1, 2, 3].map((i) => noise(i) + 6).join()} 1\n`;
}

function build(folder: string): string {
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  return folder;
}

const built = new Map<string, Record<"noise" | "colour", string>>();
const packageOf = (type: string) => built.get(type) ?? { noise: "", colour: "" };
beforeAll(() => {
  for (const type of ["module", "commonjs"]) {
    const noisy = build(
      project({ ...noise(5), "package.json": manifest("noise", "1.2.0", type) }, { declarationMap: undefined }, type),
    );
    const files = { ...colour, "package.json": manifest("colour", "3.0.0", type) };
    built.set(type, { noise: noisy, colour: build(projectOn(files, type, { noise: noisy })) });
  }
});
afterAll(removeTemporaryFolders);

describe.each(["module", "commonjs"])("Y1: packages of type %s", (type) => {
  test.each(compilerNames)("%s", (name) => {
    const folder = projectOn(app, type, packageOf(type));
    expect(compilers[name](folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: expected(5), stderr: "" });
  });

  test("run", () => {
    const folder = projectOn(app, type, packageOf(type));
    expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: expected(5), stderr: "" });
  });
});

test("Y1: a library that was built anew counts, with no change to those who use it", () => {
  const folder = build(projectOn(app, "module", packageOf("module")));
  const files = { ...noise(7), "package.json": manifest("noise", "1.2.1", "module") };
  const newer = build(project(files, { declarationMap: undefined }, "module"));
  cpSync(join(newer, "dist"), join(folder, "node_modules/noise/dist"), { recursive: true });
  cpSync(join(newer, "package.json"), join(folder, "node_modules/noise/package.json"));
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: expected(7), stderr: "" });
});

test("Y4: a reference to a function of a package is kept in another and called in a third", () => {
  const shop: Files = {
    "src/index.ts": `import { deviceFn, deviceGlobal, type f32, type FunctionRef } from "lanewise";
export type Luma = (r: f32, g: f32, b: f32) => f32;
export const chosen = deviceGlobal<FunctionRef<Luma>>();
export const ask = deviceFn((x: f32): f32 => chosen.value(x, x, x));
`,
  };
  const files = { ...shop, "package.json": manifest("shop", "1.0.0", "module") };
  const owner = build(project(files, { declarationMap: undefined }, "module"));
  const main = {
    "src/main.ts": `import { f32, functionRef, Queue } from "lanewise";
import { luma } from "colour";
import { ask, chosen } from "shop";
async function main() {
  const q = new Queue();
  const out = q.mallocShared(Float32Array, 4);
  await q.singleTask(() => { chosen.value = functionRef(luma); });
  await q.parallelFor(4, (i) => { out[i] = ask(f32(i)); });
  await q.write(chosen, functionRef(luma));
  await q.parallelFor(4, (i) => { out[i]! += chosen.value(1, 2, 3); });
  console.log(out.join());
}
void main();
`,
  };
  const folder = build(projectOn(main, "module", { ...packageOf("module"), shop: owner }));
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "2,3,4,5\n", stderr: "" });
});

test("Y2: two versions of a package: each module calls the one that it imports", () => {
  const files = { ...noise(7), "package.json": manifest("noise", "2.0.0", "module") };
  const newer = build(project(files, { declarationMap: undefined }, "module"));
  const folder = build(projectOn(app, "module", packageOf("module")));
  const own = join(folder, "node_modules/colour/node_modules/noise");
  mkdirSync(own, { recursive: true });
  for (const part of ["dist", "package.json"]) cpSync(join(newer, part), join(own, part), { recursive: true });
  const grain = (i: number) => (Math.imul((i + 1) ^ ((i + 1) >>> 16), 7) >>> 0) % 4;
  const numbers = expected(5).split(" ")[1];
  const out = [0, 1, 2, 3].map((i) => i + 1 + grain(i) + 8).join();
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: `${out} ${numbers} 1\n`, stderr: "" });
});

test("X9: a build that links all device code says what it has not, at the kernel", () => {
  const { code, stdout } = command(projectOn(app, "module", packageOf("module")), "build", "--rdc", "off");
  expect(code).toBe(2);
  const missing = [...stdout.matchAll(/main\.ts\((\d+),\d+\): error LW1534: (\S+) is not in the program/g)];
  expect(missing.map(([, line, symbol]) => `${line} ${symbol}`).toSorted()).toEqual([
    "10 colour:grain",
    "10 colour:luma",
    "10 noise:Rare.twice",
    "10 noise:noise",
  ]);
});

test("X8: lanewise link leaves them to the launch", () => {
  const folder = build(projectOn(app, "module", packageOf("module")));
  expect(command(folder, "link", "dist", "node_modules/colour/dist", "-o", "linked.js")).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(run(folder, ["--import", "./linked.js", "dist/main.js"])).toEqual({
    code: 0,
    stdout: expected(5),
    stderr: "",
  });
});

test("X8: lanewise link warns of names that no given image of their package exports", () => {
  const folder = build(projectOn(app, "module", packageOf("module")));
  const noisy = join(folder, "node_modules/noise/dist/index.js");
  const older = { "src/index.ts": (noise(5)["src/index.ts"] ?? "").replace("const noise =", "const sound =") };
  const files = { ...older, "package.json": manifest("noise", "1.1.0", "module") };
  cpSync(join(build(project(files, { declarationMap: undefined }, "module")), "dist/index.js"), noisy);
  const { code, stderr } = command(folder, "link", "dist", "node_modules/noise/dist", "-o", "linked.js");
  expect(code).toBe(0);
  expect(stderr).toContain(
    "warning LW1459: No image of noise that is linked here exports noise:noise, which app@1.0.0/src/main.ts calls at src/main.ts:12:18.",
  );
  expect(stderr.match(/LW1459/g)).toHaveLength(1);
});

test("Y3, X8: a package that was not compiled is said so when it is used, and at the launch", () => {
  const files = { ...noise(5), "package.json": manifest("noise", "1.2.0", "module") };
  const plain = project(files, { plugins: undefined, declarationMap: undefined });
  expect(plainTsc(plain).code).toBe(0);
  const folder = projectOn(app, "module", { ...packageOf("module"), noise: plain });
  const { code: built, stdout } = compilers.build(folder);
  expect(built).toBe(0);
  expect(stdout.split("\n").filter((line) => line.includes("LW1458"))).toEqual([
    "src/main.ts(12,18): warning LW1458: Kernels that are launched will not find `noise`: noise@1.2.0/dist/index.js does not register it.",
    "src/main.ts(12,44): warning LW1458: Kernels that are launched will not find `Rare.twice`: noise@1.2.0/dist/index.js does not register it.",
    "src/main.ts(14,30): warning LW1458: Kernels that are launched will not find `calls`: noise@1.2.0/dist/index.js does not register it.",
  ]);
  const { code, stderr } = run(folder, ["dist/main.js"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/LW4020: .*No device image found for external symbol noise:noise, which kernel main/);
});

test("X8: what another file of the package registers is no matter for a warning", () => {
  const folder = projectOn(app, "module", packageOf("module"));
  const dist = join(folder, "node_modules/noise/dist");
  cpSync(join(dist, "index.js"), join(dist, "whole.js"));
  write(folder, { "node_modules/noise/dist/index.js": 'export * from "./whole.js";\n' });
  expect(build(folder)).toBe(folder);
  expect(run(folder, ["dist/main.js"])).toMatchObject({ code: 0, stdout: expected(5) });
});

test("a device function that the kernel's module does not import", () => {
  const files = {
    "src/helper.ts": `import type { f32 } from "lanewise";
import { luma } from "colour";
export const brightness = (x: f32): f32 => luma(x, x, x);
`,
    "src/main.ts": `import { Queue } from "lanewise";
import { brightness } from "./helper.js";
const q = new Queue();
const x = q.mallocShared(Float32Array, 4);
q.parallelFor(4, (i) => { x[i] = brightness(x[i]!); });
`,
  };
  const { code, stdout } = compilers.build(projectOn(files, "module", packageOf("module")));
  expect(code).toBe(2);
  expect(stdout).toContain(
    "helper.ts(3,44): error LW1434: `luma` is a device function of another package, and main.ts",
  );
});
