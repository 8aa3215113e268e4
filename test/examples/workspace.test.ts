// The example 07-workspace as a user has it: packages that are built one by one, of which three are libraries, one of them in C. Kernels of
// the app call their device functions, linked at the first launch.

import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilers } from "../adapters/projects.js";
import { assemble } from "../support/wabt-tools.js";
import { mustRun, removeTemporaryFolders, root, temporaryFolder } from "./programs.js";

const example = join(root, "examples/07-workspace");
const libraries = ["noise", "colour", "light"] as const;
let folder: string;

function build(name: string): void {
  expect(compilers.build(join(folder, name))).toMatchObject({ code: 0, stderr: "" });
}

/** Builds a library and takes its sources away, so that others have its JavaScript and declarations alone. */
function buildLibrary(name: (typeof libraries)[number], change = (text: string) => text): void {
  const sources = join(folder, name, "src");
  renameSync(join(folder, `${name}-sources`), sources);
  for (const file of readdirSync(sources)) {
    writeFileSync(join(sources, file), change(readFileSync(join(sources, file), "utf8")));
  }
  build(name);
  renameSync(sources, join(folder, `${name}-sources`));
}

function contentsOf(directory: string): Record<string, string> {
  const names = readdirSync(directory).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), "utf8")]));
}

interface Run {
  readonly output: string;
  readonly picture: PNG;
}

function run(device = "cpu"): Run {
  const at = temporaryFolder();
  const output = mustRun([join(folder, "app/dist/main.js"), "192"], at, { LANEWISE_DEVICE: device });
  return { output, picture: PNG.sync.read(readFileSync(join(at, "out/terrain.png"))) };
}

const sharesIn = ({ output }: Run): readonly string[] => output.split("\n").filter((line) => line.endsWith("%"));

beforeAll(() => {
  folder = temporaryFolder();
  const isSource = (path: string) => !/node_modules|dist/.test(path.slice(example.length));
  cpSync(example, folder, { recursive: true, filter: isSource });
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@terrain"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  for (const name of libraries) {
    symlinkSync(join(folder, name), join(modules, "@terrain", name));
    renameSync(join(folder, name, "src"), join(folder, `${name}-sources`));
  }
  for (const name of libraries) buildLibrary(name);
  for (const name of ["sunlight.c", "build-wasm.sh"]) rmSync(join(folder, "light", name));
  build("app");
});
afterAll(removeTemporaryFolders);

describe("Y1, D11: a landscape, by functions and globals of packages that are JavaScript and declarations", () => {
  test.each(libraries)("%s has no sources, and nothing but JavaScript and declarations", (name) => {
    const binaries = name === "light" ? ["sunlight.wasm"] : [];
    expect(readdirSync(join(folder, name)).toSorted()).toEqual(["dist", "package.json", ...binaries, "tsconfig.json"]);
    const extensions = readdirSync(join(folder, name, "dist")).map((file) => file.replace(/^\w+/, ""));
    expect(new Set(extensions)).toEqual(new Set([".js", ".d.ts"]));
  });

  test("what is printed is what is in the picture", () => {
    const { output, picture } = run();
    expect([picture.width, picture.height]).toEqual([192, 120]);
    expect(output).toMatch(/^192 x 120 pixels, seed 5, on CPU/);
    const shares = sharesIn({ output, picture }).map((line) => Number(/([\d.]+) %/.exec(line)?.[1]));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    expect(shares.filter((share) => share > 1).length).toBeGreaterThan(4);
    const blue = Array.from({ length: 192 * 120 }, (_, i) => i).filter((i) => {
      const [red = 0, , blue = 0] = picture.data.subarray(4 * i, 4 * i + 3);
      return blue > 1.5 * red;
    });
    const [deep = 0, water = 0, , , , , snow = 0] = shares;
    // Deep water is blue, snow a little, shallow water the more the deeper.
    expect(blue.length / (192 * 120)).toBeGreaterThan(deep / 100);
    expect(blue.length / (192 * 120)).toBeLessThan((deep + water + snow) / 100);
  });

  test("the same on the device for debugging", () => {
    const [own, host] = [run(), run("host")];
    expect(sharesIn(host)).toEqual(sharesIn(own));
    const differences = own.picture.data.map((value, i) => Math.abs(value - (host.picture.data[i] ?? -1)));
    expect(Math.max(...differences)).toBeLessThan(3);
  });
});

test("Y1: a library that is built anew changes the picture, with no change to the app", () => {
  const app = contentsOf(join(folder, "app/dist"));
  const before = sharesIn(run());
  const flat = (text: string) => text.replace("return Math.SQRT2 * mix(", "return 0 * mix(");
  buildLibrary("noise", flat);
  const { output } = run();
  buildLibrary("noise", (text) => text.replace("return 0 * mix(", "return Math.SQRT2 * mix("));
  // Hills of 0, and of mountains the five layers' heights alone: 0.9 * 0.5 * (0.5 + 0.25 + … - 0.45).
  expect(output).toMatch(/^heights from 0\.233 to 0\.233$/m);
  expect(output).toMatch(/^forest +100\.0 %$/m);
  expect(sharesIn(run())).toEqual(before);
  expect(contentsOf(join(folder, "app/dist"))).toEqual(app);
});

test("Y1: another binary under the same name is what kernels call, with no change to any JavaScript", async () => {
  const binary = join(folder, "light/sunlight.wasm");
  const original = readFileSync(binary);
  const brightness = ({ picture }: Run): number =>
    picture.data.reduce((sum, value) => sum + value, 0) / picture.data.length;
  const before = brightness(run());
  const night = '(func (export "sunlight") (param i32 i32 i32 i32 f32) (result f32) (f32.const 0))';
  writeFileSync(binary, await assemble(`(module ${night})`));
  expect(brightness(run())).toBeLessThan(before - 10);
  writeFileSync(binary, original);
  expect(brightness(run())).toBe(before);
});
