// The command itself: help, versions, its errors, and what check, inspect and devices print.

import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeImage } from "@lanewise/ir";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { imageOf } from "../runtime/emitted.js";
import { module } from "../runtime/struct-kernels.js";
import { command, compilers, faultyFile, kernelFiles, project } from "./projects.js";

afterAll(removeTemporaryFolders);

const start = join(root, "transformer/dist/cli/start.js");
const commands = ["init", "build", "check", "run", "inspect", "devices", "cache", "worker", "cluster"];

test("--version is the package's", () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "transformer/package.json"), "utf8"));
  expect(command(root, "--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("--help lists the commands, each has its own", () => {
  const { stdout } = command(root, "--help");
  for (const name of commands) {
    expect(stdout).toMatch(new RegExp(`^ {2}${name} .*\\w`, "m"));
    expect(command(root, name, "--help")).toMatchObject({ code: 0 });
  }
});

describe("mistakes in the call: a message without a stack, exit code 1", () => {
  const folder = () =>
    project({ ...kernelFiles, "src/plain.ts": "export {};\n", "notes.txt": "no image", "types.d.ts": "export {};\n" });
  test.each([
    ["an unknown command", ["chek"], "Did you mean check?"],
    ["run without a file", ["run"], "missing required argument 'file'"],
    ["a file that is not there", ["run", "nope.ts"], "nope.ts: no such file (looked at "],
    ["a folder", ["run", "src"], "src is a folder"],
    ["JavaScript", ["run", "node_modules/vitest/index.cjs"], "run JavaScript with `node "],
    ["declarations", ["run", "types.d.ts"], "holds declarations only"],
    ["a tsconfig that is not there", ["build", "-p", "nowhere"], "Create one with `npx lanewise init`"],
    ["a tsconfig file that is not there", ["check", "-p", "tsconfig.nope.json"], "tsconfig.nope.json does not exist"],
    ["nothing to inspect", ["inspect", "src/plain.ts"], "has no device images"],
    ["no image", ["inspect", "notes.txt"], 'expected it to begin with "LWIM"'],
    ["a file to inspect that is not there", ["inspect", "nope.js"], "nope.js: no such file"],
  ])("%s", (_, args, message) => {
    const { code, stdout, stderr } = command(folder(), ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test("no tsconfig.json anywhere above: says where it looked", () => {
    const empty = temporaryFolder();
    const { code, stderr } = command(empty, "build");
    expect(code).toBe(1);
    expect(stderr).toContain(empty);
    expect(stderr).toContain("npx lanewise init");
  });

  test("devices under a LANEWISE_DEVICE that is none", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [start, "devices"], {
      cwd: project({}),
      encoding: "utf8",
      env: { ...process.env, LANEWISE_DEVICE: "abacus" },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^lanewise: LW\d+: LANEWISE_DEVICE: /m);
    expect(stderr).not.toMatch(/^ +at .*\.js:/m);
  });

  test("an output that nobody reads: one line", async () => {
    const child = spawn(process.execPath, [start, "devices", "--json"], { cwd: project({}) });
    child.stdout.destroy();
    let said = "";
    child.stderr.on("data", (text) => {
      said += String(text);
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    // Dawn may warn of a driver that is missing, above.
    expect({ code, said: said.slice(said.indexOf("lanewise:")) }).toEqual({
      code: 1,
      said: "lanewise: what reads its output has closed it.\n",
    });
  });

  test("devices where lanewise is not installed", () => {
    const { code, stderr } = command(temporaryFolder(), "devices");
    expect(code).toBe(1);
    expect(stderr).toContain("npm install lanewise");
  });
});

test("a mistake in the tsconfig is reported like tsc's", () => {
  const folder = project(kernelFiles, { modul: "nodenext" });
  const { code, stdout } = command(folder, "check");
  expect(code).toBe(2);
  expect(stdout).toContain("error TS5025: Unknown compiler option 'modul'.");
});

test("check reports and writes nothing", () => {
  const folder = project({ ...kernelFiles, "src/faulty.ts": faultyFile });
  const { code, stdout } = command(folder, "check");
  expect(code).toBe(2);
  expect(stdout).toMatch(/^src\/faulty\.ts\(5,33\): error LW1203: .*\n {2}help: .*\n$/);
  expect(() => readFileSync(join(folder, "dist/main.js"))).toThrow();
});

test("--pretty shows the source line, marks the place, and counts", () => {
  const folder = project({ "src/faulty.ts": faultyFile });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  const text = command(folder, "check", "--pretty").stdout.replace(/\u001b\[\d+m/g, "");
  expect(text).toMatch(/^src\/faulty\.ts:5:33 - error LW1203: /);
  expect(text).toContain("5   queue.parallelFor(3, (i) => { sum = i; });\n                                  ~~~");
  expect(text).toMatch(/\n {2}help: \S.*\n/);
  expect(text).toMatch(/Found 1 error in src\/faulty\.ts:5\n/);
});

describe("inspect", () => {
  test("shows the same images in the source, in built JavaScript and in a file of their own", () => {
    const folder = project(kernelFiles);
    const ofSource = command(folder, "inspect", "src/main.ts");
    expect(ofSource).toMatchObject({ code: 0, stderr: "" });
    for (const part of [
      "app@1.0.0/src/main.ts",
      "data: span<f32>, readWrite",
      'module "app@1.0.0/src/main.ts"',
      "(module",
    ]) {
      expect(ofSource.stdout).toContain(part);
    }
    compilers.build(folder);
    expect(command(folder, "inspect", "dist/main.js")).toEqual(ofSource);
    const [, base64 = ""] = /images: \["([^"]+)"/.exec(readFileSync(join(folder, "dist/main.js"), "utf8")) ?? [];
    writeFileSync(join(folder, "main.image"), Buffer.from(base64, "base64"));
    expect(command(folder, "inspect", "main.image")).toEqual(ofSource);
  });

  test("--set shows kernels for values of specialization constants and specialized captures", () => {
    const folder = project({
      "src/main.ts": `import { type FixedArray, type i32, type i64, Queue, specConstant, specialized } from "lanewise";
const rounds = specConstant<i32>(2);
const table = specConstant<FixedArray<i32, 4>>([1, 2, 3, 4]);
const big = specConstant<i64>(5n);
export const launch = (q: Queue, out: Int32Array, size: number) => q.singleTask(() => {
  let sum = 0;
  for (let k = 0; k < rounds.value; k++) sum = sum * 10 + table.value[k]!;
  if (big.value > 4n) out[0] = sum; else out[1] = specialized(size);
});`,
    });
    const inspect = (...args: string[]) => command(folder, "inspect", "src/main.ts", ...args);
    expect(inspect("--ir").stdout).toMatch(/load\(\$0\.rounds\).*%\d\.size/s);
    const { stdout } = inspect("--ir", "--set", "rounds=1", "--set", "table=[7,8,9,0]", "--set", "big=5");
    expect(stdout).not.toMatch(/loop|load/);
    expect(stdout).toContain("f64(7)");
    expect(inspect("--ir", "--set", "size=41", "--set", "big=1").stdout).toContain("= i32(41)");
    expect(inspect("--set", "other=1").stderr).toContain("Constants and captures: rounds, table, big, size.");
    expect(inspect("--set", "rounds=1.5").stderr).toContain("rounds cannot be 1.5: expected i32.");
    expect(inspect("--set", "rounds=x").stderr).toContain("The value of rounds is no JSON: x");
    expect(inspect("--set", "rounds").stderr).toContain("expected name=value");
  });

  test("--why says how kernels are vectorised, as text and as JSON, under the options asked for", () => {
    const folder = project(kernelFiles);
    const why = (...args: string[]) => command(folder, "inspect", "--why", ...args, "src/main.ts").stdout;
    expect(why()).toMatch(
      /^src\/main\.ts:6:\d+: kernel launch \(.*: gangs of \d+: .*\n {2}src\/main\.ts:6:\d+: store data: vector/,
    );
    expect(why("--features", "scalar")).toContain(": scalar: the engine has no vectors");
    expect(why("--unchecked", "--gang", "4")).toMatch(/gangs of 4: asked for\n.*vector, not checked\n/);
    const [kernel] = JSON.parse(why("--json"));
    expect(kernel.accesses[0]).toMatchObject({ name: "data", kind: "store", form: "vector", check: "hoisted" });
    expect(kernel.accesses[0].at).toMatchObject({ file: "src/main.ts", line: 6 });
    expect(command(folder, "inspect", "--gang", "5", "src/main.ts").stderr).toContain("Allowed choices are 4, 8, 16.");
  });

  test("--ir, --wat, --wgsl and --json select", () => {
    const folder = project(kernelFiles);
    expect(command(folder, "inspect", "src/main.ts", "--ir").stdout).toMatch(/^module "app@1\.0\.0/);
    expect(command(folder, "inspect", "src/main.ts", "--wat").stdout).toMatch(/^;; .*\n\(module\n/);
    const wgsl = command(folder, "inspect", "src/main.ts", "--wgsl").stdout;
    expect(wgsl.match(/^\/\/ launch .*/gm)).toEqual([
      expect.stringMatching(/: launches whose indices are in their arrays$/),
      expect.stringMatching(/: all other launches$/),
    ]);
    expect(wgsl).toContain("@compute");
    expect(wgsl).not.toContain("(module");
    const [image] = JSON.parse(command(folder, "inspect", "src/main.ts", "--json").stdout);
    expect(image).toMatchObject({
      format: "ir",
      symbols: [{ dimensions: 1, parameters: [{ name: "data", type: "span<f32>" }] }],
    });
  });

  test("structs: where fields and padding lie", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "structs.image"), encodeImage(imageOf(module)));
    const text = command(folder, "inspect", "structs.image").stdout;
    expect(text).toContain(`structs:
  Vec: 8 bytes, aligned to 4
       0  x: f32, 4 bytes, aligned to 4
       4  y: f32, 4 bytes, aligned to 4
  Body: 40 bytes, aligned to 8
       0  id: u8, 1 bytes, aligned to 1
       1  (padding), 3 bytes
       4  pos: struct<"Vec">, 8 bytes, aligned to 4
      12  weights: array<i16, 3>, 6 bytes, aligned to 2
      18  alive: bool, 1 bytes, aligned to 1
      19  (padding), 5 bytes
      24  mass: f64, 8 bytes, aligned to 8
      32  big: i64, 8 bytes, aligned to 8
`);
    const [image] = JSON.parse(command(folder, "inspect", "--json", "structs.image").stdout);
    expect(image.structs[1]).toMatchObject({ name: "Body", size: 40, align: 8 });
    expect(image.structs[1].fields[3]).toEqual({
      name: "alive",
      type: "bool",
      offset: 18,
      size: 1,
      align: 1,
      padding: 5,
    });
  });

  test("an image of a later major version is refused with both versions", () => {
    const folder = project(kernelFiles);
    compilers.build(folder);
    const [, base64 = ""] = /images: \["([^"]+)"/.exec(readFileSync(join(folder, "dist/main.js"), "utf8")) ?? [];
    const bytes = Buffer.from(base64, "base64");
    bytes[4] = 99;
    writeFileSync(join(folder, "later.image"), bytes);
    const { code, stderr } = command(folder, "inspect", "later.image");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^lanewise: .*later\.image: .*99/);
  });

  test("reports the errors of a source that does not compile", () => {
    const { code, stderr } = command(project({ "src/faulty.ts": faultyFile }), "inspect", "src/faulty.ts");
    expect(code).toBe(1);
    expect(stderr).toContain("error LW1203: ");
  });
});

describe("devices", () => {
  test("lists what the project's lanewise offers", () => {
    const { code, stdout } = command(project({}), "devices");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cpu +\S.*thread.*\(default\)$/m);
  });

  test("--json", () => {
    const devices = JSON.parse(command(project({}), "devices", "--json").stdout);
    expect(devices).toContainEqual(expect.objectContaining({ kind: "cpu", isDefault: true }));
  });
});
