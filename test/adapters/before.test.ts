// The classic transformer through each host that it is for: right results, exact places, edits of a called function, maps, and what it says
// of its limits (rules TSC8 to TSC11).

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import lanewise, { type BeforeConfig } from "@lanewise/transformer/before";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import { removeTemporaryFolders, root, tspc } from "../examples/programs.js";
import { compilers, type Files, project, run, write } from "./projects.js";
import { faultAt, faulty, files, printed, scaleBy } from "./tsc-modes/modes.js";

afterAll(removeTemporaryFolders);

const { resolve } = createRequire(import.meta.url);

interface Host {
  /** Files and options that a project of this host has. */
  readonly files?: Files;
  readonly options?: Readonly<Record<string, unknown>>;
  /** What the program prints; throws with what the host says of a program that is no good. */
  run(folder: string, ...args: readonly string[]): Promise<string>;
}

const isGiven = { plugins: undefined, sourceMap: true };

function programOf(folder: string): ts.Program {
  const config = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile).config;
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    folder,
    {},
    join(folder, "tsconfig.json"),
  );
  return ts.createProgram({ rootNames: fileNames, options });
}

function emit(folder: string, config?: BeforeConfig): void {
  const program = programOf(folder);
  program.emit(undefined, undefined, undefined, false, { before: [lanewise(program, config)] });
}

function output(folder: string, file: string, args: readonly string[]): string {
  const { stdout, stderr } = run(folder, ["--enable-source-maps", file, ...args]);
  return stdout + stderr;
}

function bundle(folder: string): Promise<void> {
  const getCustomTransformers = (_: ts.Program, getProgram: () => ts.Program) => ({ before: [lanewise(getProgram)] });
  const compiler = webpack({
    context: folder,
    mode: "none",
    target: "node20",
    devtool: "source-map",
    entry: join(folder, "src/main.ts"),
    output: { path: join(folder, "dist"), filename: "main.js", library: { type: "module" }, module: true },
    experiments: { outputModule: true },
    externalsType: "module",
    externals: [/^lanewise(\/|$)/],
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    module: { rules: [{ test: /\.ts$/, loader: resolve("ts-loader"), options: { getCustomTransformers } }] },
  });
  return new Promise((done, fail) => {
    compiler?.run((error, stats) => {
      const errors = stats?.toJson({ all: false, errors: true }).errors?.map(({ message }) => message) ?? [];
      compiler.close(() => {
        if (error || errors.length > 0) fail(error ?? new Error(errors.join("\n")));
        else done();
      });
    });
  });
}

const jestTest = `declare const test: (name: string, run: () => Promise<void>) => void;
test("prints", async () => {
  const lines: unknown[] = [];
  console.log = (line: unknown) => { lines.push(line); };
  await import("./main.js");
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  process.stdout.write("printed " + lines.join("\\n") + "\\n");
  if (process.env.FAIL) throw new Error("failed");
});
`;

const hosts: Readonly<Record<string, Host>> = {
  "program.emit, ES modules": {
    async run(folder, ...args) {
      emit(folder);
      return output(folder, "dist/main.js", args);
    },
  },
  "ts-patch's source transformers": {
    options: { plugins: [{ transform: "@lanewise/transformer/before" }] },
    async run(folder, ...args) {
      const { code, stdout, stderr } = run(folder, [tspc, "-p", "."]);
      if (code !== 0) throw new Error(stdout + stderr);
      return output(folder, "dist/main.js", args);
    },
  },
  "ts-loader": {
    async run(folder, ...args) {
      await bundle(folder);
      return output(folder, "dist/main.js", args);
    },
  },
  "ts-jest": {
    files: {
      "src/main.test.ts": jestTest,
      "jest.config.json": JSON.stringify({
        testEnvironment: "node",
        extensionsToTreatAsEsm: [".ts"],
        moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
        watchman: false,
        testTimeout: 120_000,
        transform: {
          "^.+\\.ts$": ["ts-jest", { useESM: true, astTransformers: { before: ["@lanewise/transformer/before"] } }],
        },
      }),
    },
    options: { types: ["node"], module: "esnext", moduleResolution: "bundler", isolatedModules: false },
    async run(folder, ...args) {
      const jest = join(root, "node_modules/jest/bin/jest.js");
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ["--experimental-vm-modules", jest, "--runInBand"],
        {
          cwd: folder,
          encoding: "utf8",
          env: { ...process.env, NO_COLOR: "1", ...(args.includes("fail") && { FAIL: "1" }) },
        },
      );
      if (status !== 0 && !args.includes("fail")) throw new Error(stdout + stderr);
      return stdout.replace(/^[\s\S]*?printed /, "").replace(/\n[\s\S]*/, "\n") + stderr;
    },
  },
};

describe.each(Object.entries(hosts))("%s", (name, host) => {
  const create = (more: Files = {}) => project({ ...files, ...host.files, ...more }, { ...isGiven, ...host.options });

  test("good programs, and three edits of a called function", async () => {
    const folder = create();
    for (const factor of [3, 4, 5, 6]) {
      write(folder, scaleBy(factor));
      expect(await host.run(folder)).toContain(printed(factor));
    }
    expect(await host.run(folder, "fail")).toMatch(name === "ts-jest" ? /main\.test\.ts:8:/ : /src\/main\.ts:12:\d+/);
  }, 240_000);

  test("a mistake in a kernel has its place and help", async () => {
    const message = await host.run(create(faulty)).then(
      (text) => `it ran: ${text}`,
      (error: Error) => error.message,
    );
    expect(message).toContain(`${faultAt}: error `);
    expect(message).toContain("LW1102: throw and try are not supported in kernels");
    expect(message).toContain("help: ");
  }, 120_000);
});

const everything = `"use strict";
/* of the file */
import { atomicRef, deviceGlobal, type i32, Queue } from "lanewise";
import { scale } from "./scale.js";
import * as lib from "./scale.js";
declare const console: { log(...values: unknown[]): void };
// Exported, so that CommonJS has other names for them.
export const data: Float32Array = new Float32Array([1, 2, 3]);
export let factor = 10;
export const total = deviceGlobal<i32>(3);
namespace Hidden {
  export const bias = 100;
  const count = deviceGlobal<i32>();
  export const visible = deviceGlobal<i32>(4);
  export const launch = (q: Queue) => q.singleTask(() => {
    count.value = total.value + visible.value;
    atomicRef(total).fetchAdd(count.value);
  });
  export const add = (q: Queue) => q.parallelFor(3, (i) => { data[i] = data[i]! + bias; });
}
export class Camera {
  static readonly exposure = deviceGlobal<i32, { hostAccess: "read" }>(5);
  gain = 2;
  apply(q: Queue) {
    const { gain } = this;
    return q.parallelFor(3, (i) => { data[i] = data[i]! / gain; });
  }
}
export const q = new Queue({ device: "cpu", threads: 1 });
/* before the launch */
const launched = q.parallelFor(3, /* the kernel */ (i) => { data[i] = scale(data[i]!) * lib.gain + factor + Camera.exposure.value; }); // behind
q.parallelFor(3, double);
function double(i: number) { data[i] = data[i]! * 2; }
async function main() {
  await launched;
  await Hidden.launch(q);
  await Hidden.add(q);
  await new Camera().apply(q);
  console.log(data.join(), await q.read(total), factor);
}
void main();
`;
const library = `${scaleBy(3)["src/scale.ts"]}export const gain = 2;\n`;

describe.each(["module", "commonjs"])("program.emit: %s", (type) => {
  test.each([
    ["plain", {}],
    ["an older target", { target: "es2018", lib: ["es2023", "esnext.disposable"] }],
    [
      "verbatimModuleSyntax, inlineSourceMap",
      { verbatimModuleSyntax: type === "module", inlineSourceMap: true, sourceMap: undefined },
    ],
  ])(
    "captures, device globals and imports in their new names: %s",
    (_, options) => {
      const folder = project({ "src/main.ts": everything, "src/scale.ts": library }, { ...isGiven, ...options }, type);
      emit(folder);
      expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "71,77,83 10 10\n", stderr: "" });
      const comments = ["/* of the file */", "// Exported", "/* before the launch */", "/* the kernel */", "// behind"];
      const text = ts.sys.readFile(join(folder, "dist/main.js")) ?? "";
      for (const comment of comments) expect(text.split(comment)).toHaveLength(2);
      // And what the program transformer makes of it does the same.
      const other = project({ "src/main.ts": everything, "src/scale.ts": library }, options, type);
      expect(compilers.build(other)).toMatchObject({ code: 0 });
      expect(run(other, ["dist/main.js"]).stdout).toBe("71,77,83 10 10\n");
    },
    60_000,
  );
});

describe("what it cannot do", () => {
  const emitted = (folder: string, script: string) => {
    writeFileSync(join(folder, "emit.mjs"), script);
    return run(folder, ["emit.mjs"]);
  };
  const script = (config = "{}") => `import ts from "typescript";
import lanewise from "@lanewise/transformer/before";
const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd(), {}, process.cwd() + "/tsconfig.json");
for (const round of [1, 2]) {
  const program = ts.createProgram({ rootNames: fileNames, options });
  program.emit(undefined, undefined, undefined, false, { before: [lanewise(program, ${config}, { ts })] });
}
`;

  test.each([
    ["LW1920", { noEmitOnError: true }],
    ["LW1921", { incremental: true }],
    ["LW1921", { composite: true }],
    ["LW1923", { plugins: [{ transform: "@lanewise/transformer/before", split: "off" }] }],
    ["LW1923", { plugins: [{ transform: "@lanewise/transformer/before", targets: ["wasm"], wasm: "files" }] }],
  ])("%s is said once, and the program works: %j", (code, options) => {
    const folder = project(files, { ...isGiven, ...options });
    const { stderr } = emitted(folder, script());
    expect(stderr.match(/warning LW\d+/g)).toEqual([`warning ${code}`]);
    expect(run(folder, ["dist/main.js"]).stdout).toBe(printed(3));
  });

  test("LW1922: a host without types", () => {
    const transpile = `import ts from "typescript";
import { readFileSync } from "node:fs";
import lanewise from "@lanewise/transformer/before";
ts.transpileModule(readFileSync("src/main.ts", "utf8"), { fileName: "src/main.ts", transformers: { before: [lanewise(undefined, {}, { ts })] } });
`;
    const { code, stderr } = emitted(project(files, isGiven), transpile);
    expect(code).toBe(1);
    expect(stderr).toContain("src/main.ts(1,1): error LW1922: ");
  });

  test("LW1924: another transformer was there before", () => {
    const folder = project(files, isGiven);
    const program = programOf(folder);
    const rename: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
      const visit = (node: ts.Node): ts.Node =>
        ts.isNumericLiteral(node) ? context.factory.createNumericLiteral(1) : ts.visitEachChild(node, visit, context);
      return ts.visitEachChild(file, visit, context);
    };
    const both = (before: ts.TransformerFactory<ts.SourceFile>[]) => () =>
      program.emit(undefined, undefined, undefined, false, { before });
    expect(both([rename, lanewise(program)])).toThrow(/src\/main\.ts\(1,1\): error LW1924: /);
    expect(both([lanewise(program), rename])).not.toThrow();
  });

  test("errors go to who asks for them", () => {
    const found: string[] = [];
    const folder = project({ ...files, ...faulty }, isGiven);
    emit(folder, {
      onDiagnostic: ({ code, file }) => found.push(`${code} ${file?.fileName.slice(folder.length + 1)}`),
    });
    // Each file that has it in a kernel tells of it.
    expect([...new Set(found)]).toEqual(["91102 src/scale.ts"]);
    expect(run(folder, ["dist/main.js"]).code).not.toBe(0);
  });
});
