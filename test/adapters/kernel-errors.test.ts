// What a failing kernel says, whatever has built the program: the line of the user's source with a mark, and a stack trace whose
// topmost frame is the user's line (spec, FAIL3, FAIL4).

import { cpSync, realpathSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { type Outcome, removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";
import { bundlers } from "./bundlers/bundlers.js";
import { command, compilers, project, run, smallNode, write } from "./projects.js";

afterAll(removeTemporaryFolders);
// Compilers in processes of their own, on machines that do other things too.
vi.setConfig({ testTimeout: 300_000 });

/** Types above the function and in it: what is emitted has other lines and columns. */
const files = {
  "src/value-at.ts": `export interface Unused {
  readonly x: number;
}

export function valueAt(values: Float32Array, i: number) { return (values[i + 1]! satisfies number) * 2; }
`,
  "src/main.ts": `import { Queue } from "lanewise";
import { valueAt } from "./value-at.js";

const q = new Queue({ device: "cpu", threads: 1 });
const data = new Float32Array([1, 2, 3]);
q.parallelFor(3, (i) => { data[i] = valueAt(data, i); }).then(
  () => console.log("it did not fail"),
  (error: unknown) => console.log(error instanceof Error ? error.stack : error),
);
`,
};
const options = { types: smallNode };
const forBundlers = { ...options, module: "esnext", moduleResolution: "bundler", rootDir: undefined };

const lines = Object.values(files).map((text) => text.split("\n"));
const excerpt = `  5 | ${lines[0]?.[4]}\n    | ${" ".repeat(67)}^^^^^^\n`;
const column = (lines[1]?.[5]?.indexOf("valueAt(") ?? 0) + 1;
const what =
  "KernelError: LW4012: Kernel main.ts:6: values[3] is out of bounds, the length is 3 (src/value-at.ts:5:68, work-item 2).";
const help = `  called from src/main.ts:6:${column}\n  help: Guard the access, or make the range or the array fit.`;

/** The stack trace down to the kernel's frame. */
function topOf({ stdout, stderr }: Outcome): string {
  const [, top] = /^([\s\S]*?\n {4}at kernel .*)\n/.exec(stdout) ?? [];
  return top?.replace(/^Error: /, "KernelError: ") ?? stdout + stderr;
}

function expected(folder: string, shown = excerpt): string {
  const source = join(realpathSync(folder), "src/");
  const frames = `    at valueAt (${source}value-at.ts:5:68)\n    at kernel main.ts:6 (${source}main.ts:6:${column})`;
  return `${what}\n${shown}${help}\n${frames}`;
}

describe("from memory", () => {
  test.each(["module", "commonjs"])("lanewise run, register: %s", (type) => {
    const folder = project(files, options, type);
    expect(topOf(command(folder, "run", "src/main.ts"))).toBe(expected(folder));
    expect(topOf(run(folder, ["--import", "@lanewise/transformer/register", "src/main.ts"]))).toBe(expected(folder));
  });
});

describe("output of tsc", () => {
  /** How the engine itself names places makes no difference. */
  const outcomes = (folder: string): readonly string[] =>
    [[], ["--enable-source-maps"]].map((flags) => topOf(run(folder, [...flags, "dist/main.js"])));
  const built = (changed: Readonly<Record<string, unknown>>, type = "module"): string => {
    const folder = project(files, { ...options, ...changed }, type);
    expect(compilers.tspc(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    return folder;
  };

  test.each([
    ["with source maps", { sourceMap: true }, "module"],
    ["with source maps in it", { sourceMap: undefined, inlineSourceMap: true }, "commonjs"],
    ["without source maps", { sourceMap: false }, "module"],
    ["with other roots", { sourceMap: true, sourceRoot: "https://example.org/" }, "module"],
  ])("%s", (_, changed, type) => {
    const folder = built(changed, type);
    expect(outcomes(folder)).toEqual([expected(folder), expected(folder)]);
  });

  test("of a project without a name, without source maps", () => {
    const folder = project({ ...files, "package.json": '{ "type": "module" }' }, { ...options, sourceMap: false });
    expect(compilers.tspc(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(outcomes(folder)).toEqual([expected(folder), expected(folder)]);
  });

  test("a source that was edited since is not shown", () => {
    const folder = built({});
    const future = Date.now() / 1000 + 1000;
    utimesSync(join(folder, "src/value-at.ts"), future, future);
    expect(outcomes(folder)).toEqual([expected(folder, ""), expected(folder, "")]);
  });

  test("without the sources, their text stands in the map", () => {
    const folder = built({ inlineSources: true });
    rmSync(join(folder, "src"), { recursive: true });
    const relative = expected(folder).replaceAll(`${realpathSync(folder)}/`, "");
    expect(outcomes(folder)).toEqual([relative, relative]);
  });

  test("without sources and maps, or with maps that are none, there is only the place", () => {
    const folder = built({});
    rmSync(join(folder, "src"), { recursive: true });
    const relative = expected(folder, "").replaceAll(`${realpathSync(folder)}/`, "");
    expect(outcomes(folder)).toEqual([relative, relative]);
    write(folder, { "dist/main.js.map": "none", "dist/value-at.js.map": "{}" });
    expect(outcomes(folder)).toEqual([relative, relative]);
  });

  test("programs that freeze Error run, and show the place", () => {
    const folder = built({});
    write(folder, { "freeze.cjs": "Object.freeze(Error);\n" });
    expect(topOf(run(folder, ["--require", "./freeze.cjs", "dist/main.js"]))).toContain(
      "at valueAt (src/value-at.ts:5:68)",
    );
  });
});

/** Those that bundle for browsers unless they are told otherwise: what reads files is not in their bundles. */
const forBrowsers = ["rolldown", "vite"];

describe.for(Object.entries(bundlers))("%s", ([name, bundler]) => {
  test.each(["esm", "cjs"] as const)("%s", async (format) => {
    const folder = project(files, forBundlers);
    await bundler.build(folder, format);
    const file = format === "esm" ? "out/main.mjs" : "out/main.cjs";
    for (const flags of [[], ["--enable-source-maps"]])
      expect(topOf(run(folder, [...flags, file]))).toBe(expected(folder));
  });

  test("a bundle alone in a folder, with its map", async () => {
    const folder = project(files, forBundlers);
    await bundler.build(folder, "esm", "whole");
    const alone = temporaryFolder();
    for (const file of ["main.mjs", "main.mjs.map"]) cpSync(join(folder, "out", file), join(alone, file));
    expect(topOf(run(alone, ["main.mjs"]))).toBe(
      expected(folder, forBrowsers.includes(name) ? "" : excerpt).replaceAll(`${realpathSync(folder)}/`, ""),
    );
  });
});
