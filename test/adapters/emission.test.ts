// What tspc and `lanewise build` write and how they end, against plain tsc.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { compilerNames, compilers, faultyFile, kernelFiles, plainTsc, project, read, typeError } from "./projects.js";

afterAll(removeTemporaryFolders);

const globalsFile = `import { deviceGlobal, type i32, Queue } from "lanewise";
export const total = deviceGlobal<i32>(3);
namespace Hidden {
  const count = deviceGlobal<i32>();
  export const launch = (q: Queue) => q.singleTask(() => { count.value = total.value; });
}
export class Camera {
  static readonly exposure = deviceGlobal<i32, { hostAccess: "read" }>(5);
}
export const q = new Queue();
export const launch = (x: Int32Array) => q.parallelFor(3, (i) => { x[i] = Camera.exposure.value; });
Hidden.launch(q);
`;

/** The JavaScript without what the compiler has inserted, in one line. */
function withoutInsertions(text: string): string {
  return text
    .replace(/import \* as __lanewise from "lanewise\/internal";\s*/, "")
    .replace(/const __lanewise = [^\n]*require\("lanewise\/internal"\)\)?;\s*/, "")
    .replace(/var __createBinding[\s\S]*?(?=Object\.defineProperty\(exports, "__esModule")/, "")
    .replace(/__lanewise\.register\(__lanewise_footer\(\)\);\s*/, "")
    .replace(/__lanewise\.shim\([^\n]*\);\s*/g, "")
    .replace(/__lanewise\.kernel\("[^"]*", \(\) => \[[^\]]*\], (\(\w*\) => \{[^}]*\})\)/g, "$1")
    .replace(/;?\s*function __lanewise_footer\(\) \{ return [^\n]*\n/, "")
    .replace(/\s+/g, " ");
}

const plainFiles = {
  "src/shape.ts": `export interface Shape { readonly area: number }
export enum Kind { Square = 1, Circle }
export class Square implements Shape {
  constructor(readonly side: number) {}
  get area() { return this.side ** 2; }
}
`,
  "src/main.ts": `import { Kind, Square, type Shape } from "./shape.js";
export const shapes: Shape[] = [new Square(2)];
export const kind = shapes.length > 1 ? Kind.Circle : Kind.Square;
`,
};

describe.each(compilerNames)("%s", (name) => {
  const compile = compilers[name];

  test.each([
    ["ES modules", {}, "module"],
    ["CommonJS", {}, "commonjs"],
    ["maps inside", { sourceMap: false, inlineSourceMap: true, inlineSources: true, declarationMap: false }, "module"],
    ["incremental", { incremental: true }, "module"],
  ])("writes what tsc writes where there are no kernels: %s", (_, options, type) => {
    const folder = project(plainFiles, options, type);
    expect(compile(folder)).toMatchObject({ code: 0, stdout: "" });
    const ours = read(join(folder, "dist"));
    expect(plainTsc(folder, "--outDir", "plain").code).toBe(0);
    const plain = read(join(folder, "plain"));
    expect(Object.keys(ours).length).toBeGreaterThan(3);
    expect(ours).toEqual(plain);
  });

  test("leaves declarations and files without kernels as tsc writes them", () => {
    const folder = project(kernelFiles);
    expect(compile(folder)).toMatchObject({ code: 0, stdout: "" });
    plainTsc(folder, "--outDir", "plain");
    const ours = read(join(folder, "dist"));
    const plain = read(join(folder, "plain"));
    const edited = ["main.js", "main.js.map"];
    expect(Object.keys(ours)).toEqual(Object.keys(plain));
    for (const file of Object.keys(plain)) {
      if (edited.includes(file)) expect(ours[file], file).not.toBe(plain[file]);
      else expect(ours[file], file).toBe(plain[file]);
    }
  });

  test.each(["module", "commonjs"] as const)(
    "F2, F3: nothing but header, footer, shims and kernel arguments differs from what tsc writes: %s",
    (type) => {
      const folder = project({ "src/main.ts": globalsFile }, { sourceMap: false }, type);
      expect(compile(folder)).toMatchObject({ code: 0, stdout: "" });
      plainTsc(folder, "--outDir", "plain");
      const ours = read(join(folder, "dist"))["main.js"] ?? "";
      const plain = read(join(folder, "plain"))["main.js"] ?? "";
      expect(ours).toContain("__lanewise.shim(");
      expect(ours).toContain("__lanewise.kernel(");
      expect(withoutInsertions(ours)).toBe(plain.replace(/\s+/g, " "));
    },
  );

  test.each([
    ["nothing is wrong", {}, {}, 0, true],
    ["our error", { "src/faulty.ts": faultyFile }, {}, 2, true],
    ["a type error", { "src/wrong.ts": typeError }, {}, 2, true],
    ["our error, noEmitOnError", { "src/faulty.ts": faultyFile }, { noEmitOnError: true }, 1, false],
    ["a type error, noEmitOnError", { "src/wrong.ts": typeError }, { noEmitOnError: true }, 1, false],
    ["our error, noEmit", { "src/faulty.ts": faultyFile }, { noEmit: true }, 2, false],
    [
      "our error, noEmitOnError and incremental",
      { "src/faulty.ts": faultyFile },
      { noEmitOnError: true, incremental: true },
      1,
      false,
    ],
    ["nothing is wrong, noEmit", {}, { noEmit: true }, 0, false],
  ])("exit code and output: %s", (_, more, options, code, isWritten) => {
    const folder = project({ ...kernelFiles, ...more }, options);
    expect(compile(folder).code).toBe(code);
    expect(existsSync(join(folder, "dist/main.js"))).toBe(isWritten);
  });

  test("reports type errors and ours together, in the order of files and positions", () => {
    const folder = project({ "src/a.ts": typeError, "src/b.ts": faultyFile, "src/c.ts": typeError });
    const found = compile(folder)
      .stdout.split("\n")
      .filter((line) => line.includes("error"));
    const ours = name === "tspc" ? "error TS91203: LW1203: " : "error LW1203: ";
    expect(found.map((line) => line.replace(/(\d+,\d+\): \w+ (TS91203: )?\w+: ).*/, "$1"))).toEqual([
      "src/a.ts(1,14): error TS2322: ",
      `src/b.ts(5,33): ${ours}`,
      "src/c.ts(1,14): error TS2322: ",
    ]);
  });

  test("prints help behind our errors", () => {
    expect(compile(project({ "src/b.ts": faultyFile })).stdout).toMatch(/LW1203: .*\n {2}help: \S/);
  });

  test("finds a syntax error like tsc, and nothing of ours beside it", () => {
    const folder = project({ "src/a.ts": "export const = 1;\n", "src/b.ts": faultyFile });
    expect(compile(folder)).toEqual(plainTsc(folder));
  });

  test.each([
    ["beside the source map", {}],
    ["with sourceRoot and mapRoot", { sourceRoot: "https://example.com/src", mapRoot: "https://example.com/maps" }],
    ["with sources inside", { inlineSources: true }],
    ["inside the JavaScript", { sourceMap: false, inlineSourceMap: true, inlineSources: true }],
  ])("maps lead to the user's text: %s", (_, options) => {
    const folder = project(kernelFiles, options);
    expect(compile(folder).code).toBe(0);
    const map = readMap(folder, "dist");
    plainTsc(folder, "--outDir", "plain");
    const plain = readMap(folder, "plain");
    expect({ ...map, mappings: "" }).toEqual({ ...plain, mappings: "" });
    const source = kernelFiles["src/main.ts"] ?? "";
    for (const text of ["new Float32Array", "scale(data", "throw new", "Error(reason"]) {
      const found = originalPositionFor(
        new TraceMap(map),
        position(readFileSync(join(folder, "dist/main.js"), "utf8"), text),
      );
      expect({ text, line: found.line, column: found.column }).toEqual({ text, ...position(source, text) });
    }
  });

  test("declaration maps lead to the user's text", () => {
    const folder = project(kernelFiles);
    expect(compile(folder).code).toBe(0);
    const declarations = readFileSync(join(folder, "dist/main.d.ts"), "utf8");
    const map = JSON.parse(readFileSync(join(folder, "dist/main.d.ts.map"), "utf8"));
    const found = originalPositionFor(new TraceMap(map), position(declarations, "fail"));
    expect(found).toMatchObject({ source: "../src/main.ts", ...position(kernelFiles["src/main.ts"] ?? "", "fail") });
  });

  test("an error in a declaration is reported at the user's text", () => {
    const file = `import { Queue } from "lanewise";
export const launch = (queue: Queue, x: Float32Array) => queue.parallelFor(1, (i) => { x[i] = 1; });
export const make = () => class { private secret = 1; };
`;
    const folder = project({ "src/main.ts": file });
    expect(compile(folder)).toEqual(plainTsc(folder));
  });
});

/** Line from 1, column from 0, as source maps count. */
function position(text: string, part: string): { line: number; column: number } {
  const before = text.slice(0, text.indexOf(part)).split("\n");
  return { line: before.length, column: before.at(-1)?.length ?? 0 };
}

function readMap(folder: string, output: string) {
  const inline = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(
    readFileSync(join(folder, output, "main.js"), "utf8"),
  );
  if (inline?.[1] !== undefined) return JSON.parse(Buffer.from(inline[1], "base64").toString("utf8"));
  return JSON.parse(readFileSync(join(folder, output, "main.js.map"), "utf8"));
}
