// Functions that a package's functions return, `createNoise2D(random)`: the compiler copies the maker into the program, where it marks what it
// returns (docs/decisions/0087-copies-of-makers.md). What the copies compute, and where there is none.

import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompilerMemory, compileProgram, createMemory } from "@lanewise/transformer";
import esbuildPlugin from "@lanewise/transformer/esbuild";
import * as esbuild from "esbuild";
import ts from "typescript-6";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, root } from "../examples/programs.js";
import { command, compilerNames, compilers, type Files, project, run, smallNode, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const javascript = `const limit = 10;
const weights = new Float64Array([1, 2, 4, 8]);
const wrap = (x) => Math.floor(x) & 3;
function scaled(by) {
  const found = new Float64Array(weights.length);
  for (let k = 0; k < found.length; k++) found[k] = weights[k] * by;
  return found;
}
export function table(by, offset = limit) {
  const own = scaled(by);
  let uses = 0;
  uses++;
  return function at(x) {
    return own[wrap(x)] + offset * uses;
  };
}
export default table;
`;
const declarations = `export declare function table(by: number, offset?: number): (x: number) => number;
export default table;
`;

const main = `import { Queue, type Kernel1 } from "lanewise";
import other, { table } from "pack";
import * as pack from "pack";
import { four, half } from "./half.js";
const q = new Queue();
const out = q.mallocShared(Float64Array, 5);
export const two = table(2);
const helped = (x: number): number => two(x) + 1;
await q.parallelFor(5, (i) => { out[i] = two(i); });
console.log(out.join());
await q.parallelFor(5, (i) => { out[i] = helped(i + 1); });
console.log(out.join());
const map = (f: (x: number) => number): Kernel1 => (i) => { out[i] = f(i); };
for (const by of [3, 4]) await q.parallelFor(5, map(pack.table(by, by)));
console.log(out.join());
await q.parallelFor(5, map(other(5, 0)));
console.log(out.join());
await q.parallelFor(5, map(half(0)));
console.log(out.join());
await q.parallelFor(5, (i) => { out[i] = four(i) - two(i); });
console.log(out.join());
`;
const printed = "12,14,18,26,12\n15,19,27,13,15\n8,12,20,36,8\n5,10,20,40,5\n0.5,1,2,4,0.5\n2,4,8,16,2\n";

const installed = (text: string, types: string, manifest: Readonly<Record<string, unknown>>): Files => ({
  "src/node_modules/pack/package.json": JSON.stringify({ name: "pack", version: "1.0.0", ...manifest }),
  "src/node_modules/pack/index.js": text,
  "src/node_modules/pack/index.d.ts": types,
});

function app(files: Files, options: Readonly<Record<string, unknown>> = {}): string {
  const folder = project({}, { types: smallNode, ...options });
  mkdirSync(join(folder, "src/node_modules"), { recursive: true });
  mkdirSync(join(folder, "src/node_modules/pack"));
  write(folder, files);
  return folder;
}

/** What a compilation gives: its diagnostics, and the edits of its files. */
function compileIn(folder: string, memory?: CompilerMemory): string {
  const files = ["main.ts", "half.ts"].map((name) => join(folder, "src", name));
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipLibCheck: true,
    types: smallNode,
    lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
  };
  const program = ts.createProgram(files, options);
  const { diagnostics, files: compiled } = compileProgram(ts, program, {}, memory);
  const edits = [...compiled].map(([name, file]) => [name, file.edits] as const);
  return JSON.stringify([diagnostics, edits.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

const whole = (): Files => ({
  "src/main.ts": main,
  "src/half.ts": `import { table } from "pack";\nexport const four = table(4);\nexport const half = (offset: number) => {\n  const f = table(0.5, offset);\n  return (x: number): number => f(x);\n};\n`,
  ...installed(javascript, declarations, { type: "module", exports: "./index.js" }),
});

describe("a copy", () => {
  test("does in kernels what the package does", () => {
    const folder = app(whole(), { plugins: undefined });
    expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: printed, stderr: "" });
  });

  // Their declarations say what the maker's do.
  test.each(compilerNames)("is in what %s emits, with its types", (name) => {
    const folder = app(whole());
    expect(compilers[name](folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    cpSync(join(folder, "src/node_modules"), join(folder, "dist/node_modules"), { recursive: true });
    expect(readFileSync(join(folder, "dist/main.d.ts"), "utf8")).toContain(
      "export declare const two: (x: number) => number;",
    );
    expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: printed, stderr: "" });
  });

  test("is in a bundle", async () => {
    const folder = app(whole(), {
      module: "esnext",
      moduleResolution: "bundler",
      rootDir: undefined,
      plugins: undefined,
    });
    const outfile = join(folder, "out.mjs");
    const { warnings } = await esbuild.build({
      absWorkingDir: folder,
      entryPoints: ["src/main.ts"],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "node",
      external: ["lanewise"],
      plugins: [esbuildPlugin()],
      outfile,
      logLevel: "silent",
    });
    expect(warnings).toEqual([]);
    expect(run(folder, [outfile])).toEqual({ code: 0, stdout: printed, stderr: "" });
  });
});

describe("edits", () => {
  const index = "src/node_modules/pack/index.js";
  const half = "src/half.ts";

  test("of a package and of calls are seen by a compiler that stays, as by a new one", () => {
    const folder = app(whole(), { plugins: undefined });
    const original = whole();
    const memory = createMemory();
    const variants: Files[] = [
      {},
      { [index]: javascript.replace("1, 2, 4, 8", "1, 2, 4, 9") },
      { [index]: javascript.replace("uses++", "uses += 2") },
      { [index]: javascript.replace("const limit", "export let limit") },
      { [index]: javascript },
      { [half]: `${original[half] ?? ""}export const unused = table(9);\n` },
      { [half]: (original[half] ?? "").replace("table(4)", "(table)(5, 6)") },
      { [half]: original[half] ?? "", "src/main.ts": main.replace("out[i] = two(i);", "out[i] = i;") },
      { "src/main.ts": main.replace("const two = table(2)", "const two = table(2, 3)") },
      { "src/main.ts": `${main}const Math = 3;\nvoid Math;\n` },
      { "src/main.ts": main },
    ];
    const seen = variants.map((files) => {
      write(folder, files);
      const found = compileIn(folder, memory);
      expect(found).toEqual(compileIn(folder));
      return found;
    });
    expect(new Set(seen).size).toBeGreaterThanOrEqual(8);
    expect(seen[4]).toBe(seen[0]);
    expect(seen.at(-1)).toBe(seen[0]);
  });

  test("of a package are seen by the next start of a program that is kept", () => {
    const folder = app(whole(), { plugins: undefined });
    const start = () => run(folder, [join(root, "transformer/bin/lanewise.js"), "run", "src/main.ts"]).stdout;
    expect([start(), start()]).toEqual([printed, printed]);
    write(folder, { [index]: javascript.replace("const limit = 10", "const limit = 20") });
    expect(start()).toBe(
      printed.replace("12,14,18,26,12", "22,24,28,36,22").replace("15,19,27,13,15", "25,29,37,23,25"),
    );
  });
});

describe("there is no copy", () => {
  const said = (
    text: string,
    prelude = "",
    manifest: Readonly<Record<string, unknown>> = { type: "module", exports: "./index.js" },
  ) => {
    const folder = app(
      {
        "src/main.ts": `import { Queue, type Kernel1 } from "lanewise";
import { make } from "pack";
${prelude}
const out = new Float64Array(3);
const made = make(2);
const map = (f: (x: number) => number): Kernel1 => (i) => { out[i] = f(i); };
void new Queue().parallelFor(3, (i) => { out[i] = made(i); });
void new Queue().parallelFor(3, map(make(3)));
`,
        ...installed(text, "export declare function make(by: number): (x: number) => number;\n", manifest),
        "src/node_modules/pack/other.js": "export const three = 3;\n",
      },
      { plugins: undefined },
    );
    const { stdout, stderr, code } = command(folder, "check");
    expect(code).toBe(2);
    const found = `${stdout}${stderr}`;
    expect(found.match(/error LW\d+/g)).toEqual(["error LW1256", "error LW1256"]);
    return /(?:pack\/index\.js|main\.ts)\((\d+,\d+)\): note/.exec(found)?.[1];
  };
  const maker = (code: string, ofModule = "") =>
    `${ofModule}\nexport function make(by) {\n  ${code}\n  return (x) => x * by;\n}\n`;

  test.each([
    ["a variable that the module assigns", maker("by += calls++;", "let calls = 0;"), "1,5"],
    ["an array that a function changes", maker("by += list[0]++;", "const list = [1, 2];"), "1,7"],
    ["an exported array", maker("by += list[0];", "export const list = [1, 2];"), "1,14"],
    ["an object", maker("by += o.x;", "const o = { x: 1 };"), "1,7"],
    ["what was made from the time", maker("by += start;", "const start = Date.now();"), "1,7"],
    ["another module's", maker("by += three;", 'import { three } from "./other.js";'), "3,9"],
    ["a function as an object", maker("by += f.length;", "const f = (x) => x;"), "3,9"],
    ["a function that is passed on", maker("by += [1].map(f)[0];", "const f = (x) => x;"), "3,17"],
    ["a function that the module assigns", maker("by += f(1);", "function f(x) { return x; } f = (x) => 2;"), "1,1"],
    ["this", maker("by += this === undefined ? 1 : 2;"), "3,9"],
    ["arguments", maker("by += arguments.length;"), "3,9"],
    ["import.meta", maker("by += import.meta.url.length;"), "3,9"],
    ["eval", maker('by += eval("by");'), "3,9"],
    ["a class", maker("by += new C().x;", "class C { x = 1; }"), "3,13"],
    ["comparisons that are type arguments in TypeScript", maker("[by < by, by > (1)];"), "2,1"],
  ])("of %s", (_, text, at) => {
    expect(said(text)).toBe(at);
  });

  test("where the program's module gives a name of the language another meaning", () => {
    expect(said(maker("by += Math.abs(by);"), "const Math = { abs: (x: number) => x + 1 };\nMath.abs(1);")).toBe("3,7");
  });

  test("of a module that is not strict", () => {
    const text = "exports.make = make;\nfunction make(by) {\n  by++;\n  return (x) => x * by;\n}\n";
    expect(said(text, "", { main: "index.js" })).toBe("2,1");
  });
});
