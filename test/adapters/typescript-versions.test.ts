// Projects that have TypeScript 7, whose package has no compiler to call: all but ts-patch works there, with the TypeScript 6 that comes
// along. And the option `typescript` of the plugins, with the versions that it takes.

import { createRequire } from "node:module";
import { join } from "node:path";
import esbuildPlugin from "@lanewise/transformer/esbuild";
import transformProgram from "@lanewise/transformer/tsc";
import vitePlugin from "@lanewise/transformer/vite";
import * as esbuild from "esbuild";
import typescript from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, root } from "../examples/programs.js";
import { bundlers } from "./bundlers/bundlers.js";
import { command, type Files, faultyFile, project, projectWith, run, typeError } from "./projects.js";

afterAll(removeTemporaryFolders);

const place = (version: 5 | 7) => join(root, "test/typescript-versions", `${version}`);
const installed = (version: 5 | 7) => join(place(version), "node_modules/typescript");
const load = (version: 5 | 7) => createRequire(join(place(version), "package.json"))("typescript");
const versionOf = (folder: string): string => createRequire(import.meta.url)(join(folder, "package.json")).version;

const files: Files = {
  "src/main.ts": `import { deviceGlobal, type i32, Queue } from "lanewise";
import { scale } from "./scale.js";
export const count = deviceGlobal<i32>();
const q = new Queue({ device: "cpu" });
const data = q.mallocShared(Float32Array, [1, 2, 3]);
const launched = q.parallelFor(3, (i) => { data[i] = scale(data[i]!); });
launched.then(() => console.log(data.join()));
`,
  "src/scale.ts": `import type { f32 } from "lanewise";
export const scale = (x: f32): number => x * 3;
`,
};

/** The project has options that only TypeScript 7 knows, and no other TypeScript. */
function projectWith7(more: Files = {}): string {
  const options = { types: ["node"], checkers: 2, singleThreaded: true, deduplicatePackages: true };
  return projectWith({ typescript: installed(7) }, { ...files, ...more }, options);
}

const tsc7 = (folder: string, ...args: string[]) => run(folder, ["node_modules/typescript/bin/tsc", ...args]);

describe("a project with TypeScript 7", { timeout: 300_000 }, () => {
  test("PK1: that is what it has", () => {
    expect(versionOf(join(projectWith7(), "node_modules/typescript"))).toMatch(/^7\./);
    expect(tsc7(projectWith7(), "--version").stdout).toMatch(/^Version 7\./);
    // The workspace's command stays that of its own TypeScript.
    expect(run(root, ["node_modules/.bin/tsc", "--version"]).stdout).toMatch(/^Version 6\./);
  });

  test("its own tsc finds no errors, neither in the program nor in what `build` declares", () => {
    const folder = projectWith7();
    expect(tsc7(folder, "--noEmit", "-p", ".")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(command(folder, "build")).toEqual({ code: 0, stdout: "", stderr: "" });
    const strict = ["--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext", "--target", "es2023"];
    expect(tsc7(folder, ...strict, "--types", "node", "dist/main.d.ts")).toMatchObject({ code: 0, stdout: "" });
  });

  test("build and run", () => {
    const folder = projectWith7();
    expect(command(folder, "build")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "3,6,9\n", stderr: "" });
    expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: "3,6,9\n", stderr: "" });
  });

  test("check: our errors and TypeScript's", () => {
    const { code, stdout } = command(projectWith7({ "src/faulty.ts": faultyFile, "src/wrong.ts": typeError }), "check");
    expect(code).toBe(2);
    expect(stdout).toMatch(/^src\/faulty\.ts\(5,33\): error LW1203: /m);
    expect(stdout).toMatch(/^src\/wrong\.ts\(1,14\): error TS2322: /m);
  });

  test.each(Object.keys(bundlers))("%s", async (name) => {
    const folder = projectWith7();
    await bundlers[name]?.build(folder);
    expect(run(folder, ["out/main.mjs"])).toEqual({ code: 0, stdout: "3,6,9\n", stderr: "" });
  });
});

describe("PK2: the option `typescript`", { timeout: 300_000 }, () => {
  const options = { types: ["node"], module: "esnext", moduleResolution: "bundler", rootDir: undefined };
  const build = (folder: string, given: typeof typescript) =>
    esbuild.build({
      absWorkingDir: folder,
      entryPoints: ["src/main.ts"],
      outfile: join(folder, "out/main.mjs"),
      bundle: true,
      format: "esm",
      platform: "node",
      external: ["lanewise"],
      logLevel: "silent",
      plugins: [esbuildPlugin({ typescript: given })],
    });

  test("compiles with the module that it is given", async () => {
    const folder = project(files, options);
    let programs = 0;
    const createProgram: typeof typescript.createProgram = (...args: unknown[]) => {
      programs += 1;
      return Reflect.apply(typescript.createProgram, undefined, args);
    };
    await build(folder, { ...typescript, createProgram });
    expect(programs).toBeGreaterThan(0);
    expect(run(folder, ["out/main.mjs"]).stdout).toBe("3,6,9\n");
  });

  test("takes TypeScript 5.7", async () => {
    const folder = project(files, options);
    expect(versionOf(installed(5))).toMatch(/^5\.7\./);
    await build(folder, load(5));
    expect(run(folder, ["out/main.mjs"]).stdout).toBe("3,6,9\n");
    const faulty = project({ ...files, "src/main.ts": faultyFile }, options);
    await expect(build(faulty, load(5))).rejects.toThrow("LW1203");
  });

  test.each([
    ["an older one", { ...typescript, version: "5.6.3" }, "it is TypeScript 5.6.3."],
    ["TypeScript 7's package", load(7), "it is TypeScript 7.0.2, and has no createProgram,"],
    ["something else", { version: "new" }, "it has no version: it is not TypeScript's."],
  ])("refuses %s", async (_, given, reason) => {
    const message = new RegExp(`^LW1925: The module of the option \`typescript\` cannot compile kernels: ${reason}`);
    expect(() => vitePlugin({ typescript: given })).toThrow(message);
    expect(() => vitePlugin({ typescript: given })).toThrow("\n  help: Give the whole module of TypeScript 5.7 to 6");
    await expect(build(project(files, options), given)).rejects.toThrow("LW1925: ");
  });

  test("ts-patch's is looked at, too", () => {
    const program = typescript.createProgram([], {});
    const old = { ...typescript, version: "5.4.5" };
    expect(() => transformProgram(program, undefined, {}, { ts: old })).toThrow(
      "LW1925: The TypeScript that ts-patch runs cannot compile kernels: it is TypeScript 5.4.5.",
    );
  });
});
