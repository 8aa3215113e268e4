// Ahead of time, as projects build it: `targets` and `wasm` of the tsconfig's plugin entry or the command's options, files beside the
// JavaScript, hosts that compile nothing at run time, and what is wrong with a project.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilerNames, compilers, project, read, run, smallNode } from "./projects.js";

afterAll(removeTemporaryFolders);

const plugins = (entry: Readonly<Record<string, unknown>>) => ({
  types: smallNode,
  plugins: [{ transform: "@lanewise/transformer/tsc", transformProgram: true, ...entry }],
});

const files = {
  "src/main.ts": `import { atomicRef, codeCache, Queue } from "lanewise";
const q = new Queue({ device: "cpu", threads: 2 });
const x = q.mallocShared(Float32Array, [1, 2, 3]);
await q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
const bins = q.mallocShared(Uint32Array, 4);
await q.parallelFor(1 << 20, (i) => { atomicRef(bins, i % 4).fetchAdd(1); });
const { generated, loaded } = codeCache.times;
console.log([...x].join(), [...bins].join(), generated.programs + loaded.programs);
`,
};
const output = "2,4,6 262144,262144,262144,262144 0\n";

/** Makes WebAssembly.Module of imported files, as hosts do that let nobody else make any. */
const host = `import { register } from "node:module";
const hooks = \`import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
export async function load(url, context, next) {
  if (!url.endsWith(".wasm")) return next(url, context);
  const bytes = readFileSync(fileURLToPath(url)).toString("base64");
  return { format: "module", shortCircuit: true, source: "export default hostModule('" + bytes + "');" };
}\`;
register("data:text/javascript," + encodeURIComponent(hooks));
const Module = WebAssembly.Module;
globalThis.hostModule = (base64) => new Module(Buffer.from(base64, "base64"));
const refuse = () => { throw new WebAssembly.CompileError("Wasm code generation disallowed by embedder"); };
WebAssembly.Module = new Proxy(Module, { construct: refuse });
for (const name of ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]) WebAssembly[name] = async () => refuse();
`;

describe.each(compilerNames)("%s", (name) => {
  test("the plugin entry's targets", () => {
    const folder = project(
      files,
      plugins({ targets: ["ir", "wasm", { target: "wasm", features: [], workGroups: [[64]] }] }),
    );
    expect(compilers[name](folder)).toMatchObject({ code: 0, stdout: "" });
    expect(run(folder, ["dist/main.js"])).toMatchObject({ code: 0, stdout: output });
    const shown = command(folder, "inspect", "dist/main.js").stdout;
    expect(shown.match(/^image \d: format \w+/gm)).toEqual([
      "image 1: format ir",
      "image 2: format wasm",
      "image 3: format wasm",
    ]);
  });

  test.each(["files", "modules"] as const)("wasm as %s beside the JavaScript", (wasm) => {
    const folder = project({ ...files, "host.mjs": host }, plugins({ targets: ["wasm"], wasm }));
    expect(compilers[name](folder)).toMatchObject({ code: 0, stdout: "" });
    const names = Object.keys(read(join(folder, "dist"))).filter((file) => file.endsWith(".wasm"));
    expect(names.length).toBeGreaterThan(1);
    expect(names[0]).toBe("main.0.wasm");
    expect(readFileSync(join(folder, "dist/main.0.wasm")).subarray(0, 4).toString("latin1")).toBe("\0asm");
    const hooks = wasm === "modules" ? ["--import", "./host.mjs"] : [];
    expect(run(folder, [...hooks, "dist/main.js"])).toMatchObject({ stdout: output });
  });

  test("points at targets that are none", () => {
    const folder = project(files, plugins({ targets: ["wasm", { target: "wasm", features: ["avx"] }] }));
    const { code, stdout } = compilers[name](folder);
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^tsconfig\.json\(\d+,\d+\): error .*LW1901: `targets` of the plugin in tsconfig\.json is \["wasm",/,
    );
  });
});

test("build's own targets go before the plugin entry's", () => {
  const folder = project(files, plugins({ targets: ["ir"] }));
  expect(command(folder, "build", "--targets", "wasm+scalar,wasm")).toMatchObject({ code: 0 });
  expect(run(folder, ["dist/main.js"])).toMatchObject({ stdout: output });
  expect(command(folder, "build", "--targets", "avx")).toMatchObject({ code: 1 });
});

test("without the files' host, a program of modules compiles nothing", () => {
  const inline = project({ ...files, "host.mjs": host }, plugins({ targets: ["wasm"] }));
  expect(compilers.build(inline)).toMatchObject({ code: 0 });
  expect(run(inline, ["--import", "./host.mjs", "dist/main.js"]).stderr).toContain("disallowed by embedder");
});

test("link builds what the files were built for", () => {
  const folder = project(files, plugins({ targets: ["ir", "wasm"] }));
  expect(compilers.build(folder)).toMatchObject({ code: 0 });
  expect(command(folder, "link", "dist")).toMatchObject({
    code: 0,
    stdout: "lanewise-linked.js: 2 images of 1 module\n",
  });
  expect(run(folder, ["--import", "./lanewise-linked.js", "dist/main.js"])).toMatchObject({ stdout: output });
});
