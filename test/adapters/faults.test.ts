// Whatever a source or a project makes the compiler throw ends as a diagnostic or a typed error with its place, what helps and no stack: sources that
// nest too deep, package.json files and images that are damaged, files that cannot be used, and bugs of ours.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeImage, decodeWasmCode, encodeImage, encodeWasmCode } from "@lanewise/ir";
import lanewise from "@lanewise/transformer/esbuild";
import * as esbuild from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { embeddedImages, imageBytes } from "../../transformer/src/link/image-text.js";
import { removeTemporaryFolders, runNode } from "../examples/programs.js";
import { type CompilerName, command, compilerNames, compilers, kernelFiles, project, projectWith } from "./projects.js";

afterAll(removeTemporaryFolders);

const DEPTH = 20_000;
const nested = (open: string, close: string, inner = "1") => open.repeat(DEPTH) + inner + close.repeat(DEPTH);
const kernel = (body: string) => `import { Queue } from "lanewise";
const q = new Queue();
const x = q.mallocShared(Float32Array, 4);
q.parallelFor(4, (i) => { ${body} });
`;

/** Each stands in the last line but one. */
const sources: Readonly<Record<string, string>> = {
  "lists of the host": `export const x: unknown =\n${nested("[", "]")};\n`,
  "parentheses of the host": `export const x =\n${nested("(", ")")};\n`,
  "objects of the host": `export const x: unknown =\n${nested("{a:", "}")};\n`,
  "choices of the host": `declare const b: boolean; export const x =\n${nested("b ? 1 : ", "")};\n`,
  "templates of the host": `export const x =\n${nested("`${", "}`")};\n`,
  "calls of the host": `declare function f(x: number): number; export const x =\n${nested("f(", ")")};\n`,
  "blocks of the host": `export {};\n${nested("{", "}", "")}\n`,
  "parentheses of a kernel": kernel(`\nx[i] = ${nested("(", ")")};`),
  "choices of a kernel": kernel(`\nx[i] = ${nested("i > 2 ? 1 : ", "")};`),
  "blocks of a kernel": kernel(`\n${nested("{", "}", "")}`),
};

const isStack = /^ +at .*\d\)?$|RangeError|SyntaxError|TypeError/m;

describe("what nests too deep is a diagnostic at the place", () => {
  test.each(Object.entries(sources))("%s", (_, text) => {
    const folder = project({ "src/main.ts": text });
    const { code, stdout, stderr } = compilers.build(folder);
    expect(code).toBe(1);
    const line = text.slice(0, text.search(/(\W{1,3}|f\(|b \? 1 : |i > 2 \? 1 : |\{a:)\1{9}/)).split("\n").length;
    expect(stdout).toMatch(
      new RegExp(`^src/main\\.ts\\(${line},\\d{2,}\\): error LW1943: .*\\n  help: Give inner parts names`),
    );
    expect(stdout + stderr).not.toMatch(isStack);
    expect(existsSync(join(folder, "dist"))).toBe(false);
  });

  const text = sources["blocks of a kernel"] ?? "";
  const loader = ["--import", "@lanewise/transformer/register", "src/main.ts"];
  test.each<[string, (folder: string) => { stdout: string; stderr: string; code: number | null }]>([
    ["check", (folder) => command(folder, "check")],
    ["build -b", (folder) => command(folder, "build", "-b")],
    ["run", (folder) => command(folder, "run", "src/main.ts")],
    ["inspect", (folder) => command(folder, "inspect", "src/main.ts")],
    ["the loader", (folder) => runNode(loader, folder, { NO_COLOR: "1" })],
  ])("%s", (_, tool) => {
    const { code, stdout, stderr } = tool(project({ "src/main.ts": text }));
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/^src\/main\.ts\(5,\d{2,}\): error LW1943: /m);
    expect(stdout + stderr).not.toMatch(isStack);
  });

  test("esbuild's plugin, also for JavaScript that has kernels", async () => {
    const script = `import { Queue } from "lanewise";\n${nested("[", "]")};\n`;
    const folder = project({ "src/main.ts": text, "src/script.js": script });
    expect(await bundled(folder, "src/main.ts")).toEqual([["LW1943", 5]]);
    expect(await bundled(folder, "src/script.js")).toEqual([["LW1943", 2]]);
  });

  test("from depths that compile to those that no parser follows: each compiles, or is told", () => {
    const told = [100, 600, 900, 1200, 1500, 1800, 2400, 4000].map((depth) => {
      const folder = project({ "src/main.ts": `export {};\n${"{".repeat(depth)}${"}".repeat(depth)}\n` });
      const { code, stdout, stderr } = compilers.build(folder);
      expect(stderr).toBe("");
      if (code !== 0) expect(stdout).toMatch(/^src\/main\.ts\(2,\d+\): error LW1943: .*\n.*\n$/);
      expect(existsSync(join(folder, "dist/main.js"))).toBe(code === 0);
      return code !== 0;
    });
    expect([told.at(0), told.at(-1)]).toEqual([false, true]);
  });
});

async function bundled(folder: string, entry: string): Promise<unknown> {
  const failure = await esbuild
    .build({
      absWorkingDir: folder,
      entryPoints: [entry],
      bundle: true,
      write: false,
      logLevel: "silent",
      external: ["lanewise"],
      plugins: [lanewise()],
    })
    .catch((error: esbuild.BuildFailure) => error);
  return failure.errors.map(({ text, location }) => [text.slice(0, "LW1943".length), location?.line]);
}

const manifests = [
  ['{ "name": ', "it is no JSON"],
  ["", "it is no JSON"],
  ["[1]", "it is a list, not an object"],
  ["null", "it is null, not an object"],
  ['{\n  "name": 5 }', "`name` is 5, not a string"],
  ['{ "name": "app", "version": [] }', "`version` is a list, not a string"],
] as const;

describe("a package.json that cannot be read is a diagnostic in it", () => {
  test.each(manifests)("%j", (text, found) => {
    const folder = project({ ...kernelFiles, "package.json": text });
    const place = `package.json(${text.includes("\n") ? 2 : 1},`;
    for (const name of compilerNames) {
      const { code, stdout, stderr } = compilers[name](folder);
      expect(code).not.toBe(0);
      expect(stdout).toContain(place);
      expect(stdout).toContain(`LW1944: This package.json cannot be read: ${found}`);
      expect(stdout + stderr).not.toMatch(/^ +at /m);
    }
  });

  test("run, inspect and the plugin of esbuild", async () => {
    const folder = project({ ...kernelFiles, "package.json": "[1]" });
    for (const name of ["run", "inspect"]) {
      const { code, stderr } = command(folder, name, "src/main.ts");
      expect({ name, code }).toEqual({ name, code: 1 });
      expect(stderr).toMatch(
        /package\.json\(1,1\): error LW1944: .*it is a list, not an object\.\n {2}help: Correct the file/,
      );
    }
    expect(await bundled(folder, "src/main.ts")).toEqual([["LW1944", 1]]);
  });

  test.each(["tspc", "build"] satisfies CompilerName[])("of a dependency: %s", (name) => {
    const main = `import "dependency";\n${kernelFiles["src/main.ts"]}`;
    const folder = projectWith({}, { ...kernelFiles, "src/main.ts": main });
    const dependency = join(folder, "node_modules/dependency");
    mkdirSync(dependency);
    writeFileSync(join(dependency, "index.d.ts"), "export declare const a: number;\n");
    writeFileSync(join(dependency, "package.json"), '{ "name": "dependency",\n  "types": "index.d.ts", }');
    const { code, stdout } = compilers[name](folder);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/node_modules\/dependency\/package\.json\(2,\d+\): error .*LW1944: /);
  });

  test("a folder in its place", () => {
    const folder = project({ ...kernelFiles, "src/package.json/file": "" });
    expect(compilers.build(folder).stdout).toMatch(/src\/package\.json\(1,1\): error LW1944: .*EISDIR/);
  });
});

describe("damaged images", () => {
  const folder = project(kernelFiles);
  const imageIn = (name: string) => {
    const [text = ""] = embeddedImages(readFileSync(join(folder, name), "utf8"));
    return imageBytes(text);
  };
  const told = (bytes: Uint8Array) => {
    writeFileSync(join(folder, "damaged.image"), bytes);
    writeFileSync(join(folder, "damaged.js"), `register("${Buffer.from(bytes).toString("base64")}");\n`);
    return ["damaged.image", "damaged.js"].map((name, index) => {
      const { code, stderr } = command(folder, index === 0 ? "inspect" : "link", name);
      expect({ name, code }).toEqual({ name, code: 1 });
      expect(stderr).not.toMatch(/^ +at |bug in Lanewise/m);
      expect(stderr).toContain(`lanewise: ${join(folder, name)}: `);
      return stderr;
    });
  };

  test("every byte of the code that is another one: read all the same, or told", () => {
    expect(compilers.build(folder)).toMatchObject({ code: 0 });
    const good = imageIn("dist/main.js");
    const image = decodeImage(good);
    let refused = 0;
    for (let at = 0; at < image.code.length; at += 9) {
      const code = Uint8Array.from(image.code);
      code[at] = (code[at] ?? 0) ^ 3;
      writeFileSync(join(folder, "damaged.image"), encodeImage({ ...image, code }));
      const { code: exit, stderr } = command(folder, "inspect", "damaged.image");
      expect(stderr).not.toMatch(/^ +at |bug in Lanewise/m);
      if (exit === 1) refused++;
    }
    expect(refused).toBeGreaterThan(5);
    told(good.subarray(0, good.length - 5));
  });

  test("a header with other parts than it should have, at every depth", () => {
    expect(compilers.build(folder, "--targets", "wasm")).toMatchObject({ code: 0 });
    const image = decodeImage(imageIn("dist/main.js"));
    const { header, modules } = decodeWasmCode<Record<string, unknown>>(image.code);
    const withHeader = (changed: object) => encodeImage({ ...image, code: encodeWasmCode(changed, modules) });
    writeFileSync(join(folder, "whole.image"), withHeader(header));
    expect(command(folder, "inspect", "whole.image")).toMatchObject({ code: 0, stderr: "" });
    for (const kernels of [5, [null], [{}], [{ symbol: "k", missing: "", programs: [{}] }]]) {
      const all = told(withHeader({ ...header, kernels }));
      for (const message of all) expect(message).toContain("its header has no `kernels` that can be read");
    }
    const form = { shape: "rows", columns: [], reductions: "", local: 5 };
    const programs = [{ form, one: [], many: null, shared: null }];
    expect(told(withHeader({ ...header, kernels: [{ symbol: "k", missing: "", programs }] }))[0]).toContain(
      "`kernels`",
    );
    expect(told(withHeader({ ...header, functions: [{}] }))[0]).toContain("`functions`");
    expect(told(withHeader({ ...header, tables: [{}] }))[0]).toContain("`tables`");
    // For those behind.
    expect(compilers.build(folder)).toMatchObject({ code: 0 });
  });

  test("a header that is none", () => {
    const image = decodeImage(imageIn("dist/main.js"));
    for (const header of [{}, { module: 5 }]) {
      const [inspected] = told(encodeImage({ ...image, format: "wasm", code: encodeWasmCode(header, []) }));
      expect(inspected).toContain("its header has no `module` that can be read");
    }
  });

  test("files that cannot be written: the system's words, and what to do", () => {
    mkdirSync(join(folder, "linked.js"));
    const { code, stderr } = command(folder, "link", "dist", "-o", "linked.js");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^lanewise: EISDIR: .*linked\.js'\.\n {2}help: Name a file; this is a folder\.\n$/);
  });
});
