// `lanewise run`: modules of both kinds from memory, errors before anything runs, stack traces in the user's lines.

import { existsSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { command, faultyFile, kernelFiles, project, smallNode, typeError, write } from "./projects.js";

afterAll(removeTemporaryFolders);
// Compilers in processes of their own, on machines that do other things too.
vi.setConfig({ testTimeout: 300_000 });

const node = { types: smallNode };
const json = (stdout: string): unknown => JSON.parse(stdout);

describe("ES modules", () => {
  test("resolves imports as TypeScript does, and gives modules their source's location", () => {
    const folder = project(
      {
        "package.json": JSON.stringify({
          name: "app",
          version: "1.0.0",
          type: "module",
          imports: { "#four": "./src/four.ts" },
        }),
        "src/one.ts": "export const one = 1;\n",
        "src/two.mts": "export const two: number = 2;\n",
        "src/three.cts":
          "import four = require('./four.cjs');\nexport const three = 3;\nexport const { file } = four;\n",
        "src/four.cts": "export const file = __filename;\n",
        "src/four.ts": "export const four = 4;\n",
        "src/main.ts": `import { one } from "./one.js";
import { one as sameOne } from "./one.ts";
import { one as mapped } from "@app/one.js";
import { two } from "./two.mjs";
import { file, three } from "./three.cjs";
import { four } from "#four";
enum Ending { None, Some }
const name: string = "./one.js";
const dynamic = await import(name);
console.log(JSON.stringify([one, sameOne, mapped, dynamic.one, two, three, four, Ending.Some, file, import.meta.url, import.meta.dirname]));
`,
      },
      { ...node, paths: { "@app/*": ["./src/*"] }, allowImportingTsExtensions: true, noEmit: true },
    );
    const source = join(realpathSync(folder), "src");
    const { code, stdout, stderr } = command(folder, "run", "src/main.ts");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const url = pathToFileURL(join(source, "main.ts")).href;
    expect(json(stdout)).toEqual([1, 1, 1, 1, 2, 3, 4, 1, join(source, "four.cts"), url, source]);
  });

  test("loads each module once, whichever way it is imported", () => {
    const folder = project({
      "src/counter.ts": "export const instance = {};\n",
      "src/main.ts": `import { instance } from "./counter.js";
const again = await import("./counter.js");
if (again.instance !== instance) throw new Error("twice");
`,
    });
    expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("writes nothing", () => {
    const folder = project({ "src/main.ts": "export {};\n" }, { incremental: true });
    expect(command(folder, "run", "src/main.ts").code).toBe(0);
    expect(existsSync(join(folder, "dist"))).toBe(false);
    expect(existsSync(join(folder, "tsconfig.tsbuildinfo"))).toBe(false);
  });
});

describe("CommonJS", () => {
  test("the file is the main module, and its modules are TypeScript", () => {
    const folder = project(
      {
        "src/one.ts": "export const one: number = 1;\n",
        "src/two.mts": "import { one } from './one.js';\nexport const two = one + 1;\n",
        "src/main.ts": `import { one } from "./one";
console.log(JSON.stringify([require.main === module, one, __dirname, require.resolve("./one")]));
import("./two.mjs").then(({ two }) => console.log(two));
`,
      },
      node,
      "commonjs",
    );
    const source = join(realpathSync(folder), "src");
    const { code, stdout, stderr } = command(folder, "run", "src/main.ts");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [first = "", second = ""] = stdout.split("\n");
    expect(json(first)).toEqual([true, 1, source, join(source, "one.ts")]);
    expect(second).toBe("2");
  });
});

test("the program sees its own arguments, options among them", () => {
  const folder = project({ "src/main.ts": "console.log(JSON.stringify(process.argv.slice(1)));\n" }, node);
  const { stdout } = command(folder, "run", "src/main.ts", "a", "--help", "-p", "--", "b");
  expect(json(stdout)).toEqual([join(realpathSync(folder), "src/main.ts"), "a", "--help", "-p", "--", "b"]);
});

test("the file is found from the current folder, and the project from the file", () => {
  const folder = project({ "src/main.ts": "console.log(process.cwd());\n", "else/.keep": "" }, node);
  const { stdout } = command(join(folder, "else"), "run", "../src/main.ts");
  expect(stdout).toBe(`${realpathSync(join(folder, "else"))}\n`);
});

test("a file that the tsconfig does not include runs with its options", () => {
  const folder = project(
    { "scripts/tool.ts": "const x: string = undefined;\nconsole.log(typeof x);\n" },
    { ...node, strict: false },
  );
  expect(command(folder, "run", "scripts/tool.ts")).toEqual({ code: 0, stdout: "undefined\n", stderr: "" });
});

test("without a tsconfig.json the rules are strict", () => {
  const loose = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(loose, "node_modules"));
  write(loose, {
    "package.json": '{ "type": "module" }',
    "good.ts": "await 1;\nconsole.log(process.platform.length > 0);\n",
  });
  expect(command(loose, "run", "good.ts")).toEqual({ code: 0, stdout: "true\n", stderr: "" });
  write(loose, { "bad.ts": "export const f = (x) => x;\n" });
  expect(command(loose, "run", "bad.ts").stderr).toContain("TS7006");
});

/** An explicit device: a kernel that is not compiled throws. */
const kernelFile = {
  "src/kernel.ts": `import { Queue } from "lanewise";
const out = new Int32Array(3);
await new Queue({ device: "cpu" }).parallelFor(3, (i) => { out[i] = i; });
console.log(out.join());
`,
};

test.each([
  ["a type error", typeError, "error TS2322: "],
  ["our error", faultyFile, "error LW1203: "],
])("%s in an imported file: reported, and nothing runs; elsewhere it stops no other file", (_, faulty, message) => {
  const main = 'console.log("ran");\nif (process.argv[2]) await import(process.argv[2]);\n';
  const importing = `import "./faulty.js";\n${main}`;
  const files = { "src/main.ts": main, "src/importing.ts": importing, "src/faulty.ts": faulty, ...kernelFile };
  const folder = project(files, node);
  const refused = command(folder, "run", "src/importing.ts");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(message);
  expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: "ran\n", stderr: "" });
  expect(command(folder, "run", "src/kernel.ts")).toEqual({ code: 0, stdout: "0,1,2\n", stderr: "" });
  expect(command(folder, "inspect", "--why", "src/kernel.ts").stdout).toContain("gangs of");
  expect(command(folder, "inspect", "--why", "src/importing.ts").stderr).toContain(message);
  // What is loaded is not run uncompiled.
  const loading = command(folder, "run", "src/main.ts", "./faulty.ts");
  expect(loading.stdout).toBe("ran\n");
  expect(loading.stderr).toContain("LW1912");
});

test.each(["module", "commonjs"])("an uncaught error is shown at the user's line: %s", (type) => {
  const folder = project(
    {
      "src/main.ts":
        'import { fail } from "./fail.js";\n\ninterface Reason { text: string }\n\nfail({ text: "so" } satisfies Reason);\n',
      "src/fail.ts":
        "type Reason = { text: string };\n\nexport function fail(reason: Reason): never {\n  throw new RangeError(reason.text);\n}\n",
    },
    node,
    type,
  );
  const { code, stderr } = command(folder, "run", "src/main.ts");
  const source = join(realpathSync(folder), "src");
  expect(code).toBe(1);
  expect(stderr).toContain(`${join(source, "fail.ts")}:4\n  throw new RangeError(reason.text);\n`);
  expect(stderr).toContain("RangeError: so\n");
  expect(stderr).toContain(`(${join(source, "fail.ts")}:4:9)`);
  expect(stderr).toMatch(new RegExp(`${join(source, "main.ts")}:5:\\d`));
});

test("a file with kernels keeps its lines", () => {
  const main = `${kernelFiles["src/main.ts"]}fail("so");\n`;
  const folder = project({ ...kernelFiles, "src/main.ts": main });
  const line = main.split("\n").indexOf("  throw new Error(reason);") + 1;
  const { stderr } = command(folder, "run", "src/main.ts");
  expect(stderr).toContain(`main.ts:${line}\n  throw new Error(reason);`);
});
