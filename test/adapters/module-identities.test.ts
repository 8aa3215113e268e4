// Which module is meant by an id: projects whose package.json has no name, or that have none, and two modules that would have one id.

import { cpSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, runNode } from "../examples/programs.js";
import { command, type Files, project, read, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const scaling = (factor: number) => `import { type i32, Queue } from "lanewise";
export async function scaled(x: i32): Promise<number> {
  const q = new Queue({ device: "host" });
  const out = q.mallocShared(Int32Array, 1);
  await q.parallelFor(1, (i) => { out[i] = x * ${factor}; });
  return out[0]!;
}
`;

/** Two modules of one name in folders of their own; their kernels differ. */
const twins: Files = {
  "src/c/index.ts": scaling(3),
  "src/d/index.ts": scaling(100),
  "src/main.ts": `import { scaled as c } from "./c/index.js";
import { scaled as d } from "./d/index.js";
declare const console: { log(...values: number[]): void };
void (async () => console.log(await c(5), await d(5)))();
`,
};
const unnamed = '{ "type": "module" }';

/** The ids of modules that the built JavaScript registers. */
const idsIn = (folder: string): string[] =>
  Object.values(read(join(folder, "dist"))).flatMap((text) => /module: "([^"]*)"/.exec(text)?.[1] ?? []);

describe("a module's id without a package's name is its path from", () => {
  test("the nearest package.json", () => {
    const folder = project({ ...twins, "package.json": unnamed });
    expect(command(folder, "build")).toMatchObject({ code: 0, stdout: "" });
    expect(idsIn(folder)).toEqual(["local@0.0.0/src/c/index.ts", "local@0.0.0/src/d/index.ts"]);
    expect(runNode(["dist/main.js"], folder, {})).toMatchObject({ code: 0, stdout: "15 500\n" });
  });

  test("the nearest tsconfig.json, where there is no package.json", () => {
    const folder = project(twins);
    rmSync(join(folder, "package.json"));
    expect(command(folder, "build")).toMatchObject({ code: 0, stdout: "" });
    expect(idsIn(folder)).toEqual(["local@0.0.0/src/c/index.ts", "local@0.0.0/src/d/index.ts"]);
    expect(runNode(["dist/main.js"], folder, {})).toMatchObject({ code: 0, stdout: "15 500\n" });
  });

  test("a package.json above that has a name, whatever a nearer one sets", () => {
    const folder = project({ ...twins, "src/package.json": unnamed });
    expect(command(folder, "build")).toMatchObject({ code: 0, stdout: "" });
    expect(idsIn(folder)).toEqual(["app@1.0.0/src/c/index.ts", "app@1.0.0/src/d/index.ts"]);
  });
});

describe("two modules of one program with one id are LW1942, which names both files and what to write", () => {
  const same = '{ "name": "part", "version": "1.0.0", "type": "module" }';
  const message = (id: string) =>
    `error LW1942: The modules c/index.ts and d/index.ts have the same id, ${id}, so the kernels and device globals of one would be mistaken for the other's.`;
  const help = 'Give their packages different names: write `"name": "…"` in c/package.json and d/package.json.';

  test.each([
    ["of equal packages", same, "part@1.0.0/index.ts"],
    ["of packages without names", unnamed, "local@0.0.0/index.ts"],
  ])("%s", (_, manifest, id) => {
    const nested = { "src/c/package.json": manifest, "src/d/package.json": manifest };
    const folder = project({ ...twins, ...nested, "package.json": manifest });
    for (const split of ["per_source", "off", "auto", "per_kernel"]) {
      const { code, stdout, stderr } = command(folder, "build", "--split", split);
      expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
      expect(stdout).toContain(`src/c/index.ts(1,1): ${message(id)}`);
      expect(stdout).toContain(`src/d/index.ts(1,1): ${message(id)}`);
      expect(stdout).toContain(help);
    }
    expect(command(folder, "check")).toMatchObject({ code: 2, stdout: expect.stringContaining(message(id)) });
    write(folder, { "src/d/package.json": '{ "name": "other", "version": "1.0.0", "type": "module" }' });
    expect(command(folder, "build", "--split", "off")).toMatchObject({ code: 0, stdout: "" });
    expect(runNode(["dist/main.js"], folder, {})).toMatchObject({ code: 0, stdout: "15 500\n" });
  });

  test("only of modules that have kernels or device objects; others are compiled", () => {
    const plain = "export const scaled = async (x: number) => x;\n";
    const nested = { "src/c/package.json": same, "src/d/package.json": same };
    const folder = project({ ...twins, ...nested, "src/d/index.ts": plain });
    expect(command(folder, "build")).toMatchObject({ code: 0, stdout: "" });
    expect(runNode(["dist/main.js"], folder, {})).toMatchObject({ code: 0, stdout: "15 5\n" });
  });
});

describe("two loaded modules that differ in code and have one id", () => {
  const folder = project({ "src/index.ts": scaling(3) });
  const main = `import { scaled as c } from "./one/index.js";
import { scaled as d } from "./two/index.js";
console.log(await c(5), await d(5));
`;
  /** The package as it is built now, in a folder of its own. */
  const buildAs = (name: string, factor: number): void => {
    write(folder, { "src/index.ts": scaling(factor) });
    expect(command(folder, "build")).toMatchObject({ code: 0, stdout: "" });
    cpSync(join(folder, "dist"), join(folder, name), { recursive: true });
  };
  beforeAll(() => {
    buildAs("one", 3);
    buildAs("same", 3);
    buildAs("two", 100);
    write(folder, { "main.js": main, "both.js": main.replace("two", "same") });
  });

  test("are module_conflict, with the files of both", () => {
    const { code, stdout, stderr } = runNode(["main.js"], folder, {});
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    const [one, two] = ["one", "two"].map((name) => pathToFileURL(join(realpathSync(folder), name, "index.js")).href);
    expect(stderr).toContain(
      `LW4064: Two different modules have the id app@1.0.0/src/index.ts: one in ${one}, which is loaded, and one in ${two}.`,
    );
    expect(stderr).toContain('write `"name": "…"` into package.json');
  });

  test("are that in a bundle of both, too", async () => {
    const bundled = await build({
      absWorkingDir: folder,
      entryPoints: ["main.js"],
      bundle: true,
      format: "esm",
      platform: "node",
      external: ["lanewise"],
      write: false,
    });
    write(folder, { "bundle.js": bundled.outputFiles[0]?.text ?? "" });
    const { code, stderr } = runNode(["bundle.js"], folder, {});
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /LW4064: Two different modules .*: one in \S*bundle\.js, which is loaded, and one in \S*bundle\.js\./,
    );
  });

  test("of one code are one module", () => {
    expect(runNode(["both.js"], folder, {})).toMatchObject({ code: 0, stdout: "15 15\n" });
  });

  test("are none when a file is loaded again: the module replaces what it was", () => {
    const reload = `import { cpSync } from "node:fs";
const c = await import("./three/index.js");
console.log(await c.scaled(5));
cpSync("two/index.js", "three/index.js");
const d = await import("./three/index.js?v=2");
console.log(await d.scaled(5));
`;
    cpSync(join(folder, "one"), join(folder, "three"), { recursive: true });
    write(folder, { "reload.js": reload });
    expect(runNode(["reload.js"], folder, {})).toMatchObject({ code: 0, stdout: "15\n500\n" });
  });

  test("are none either when CommonJS loads a file again at once", () => {
    const common = project({ "src/index.ts": scaling(3) }, {}, "commonjs");
    expect(command(common, "build")).toMatchObject({ code: 0, stdout: "" });
    const again = `const { readFileSync, writeFileSync } = require("node:fs");
const file = require.resolve("./dist/index.js");
require(file);
delete require.cache[file];
writeFileSync(file, readFileSync("dist/later.js"));
require(file).scaled(5).then((value) => console.log(value));
`;
    const first = readFileSync(join(common, "dist/index.js"), "utf8");
    write(common, { "src/index.ts": scaling(100) });
    expect(command(common, "build")).toMatchObject({ code: 0, stdout: "" });
    const later = readFileSync(join(common, "dist/index.js"), "utf8");
    write(common, { "dist/index.js": first, "dist/later.js": later, "again.js": again });
    expect(runNode(["again.js"], common, {})).toMatchObject({ code: 0, stdout: "500\n" });
  });
});
