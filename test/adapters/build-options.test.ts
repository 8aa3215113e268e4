// `bounds` and `fp` of a build: from the tsconfig's plugin entry or the command's options, into the image, and at run time.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeImage } from "@lanewise/ir";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilerNames, compilers, kernelFiles, project, smallNode } from "./projects.js";

afterAll(removeTemporaryFolders);

const plugins = (entry: Readonly<Record<string, unknown>>) => ({
  plugins: [{ transform: "@lanewise/transformer/tsc", transformProgram: true, ...entry }],
});

function emittedOptions(folder: string): unknown {
  const text = readFileSync(join(folder, "dist/main.js"), "utf8");
  const [, base64 = ""] = /"(TFdJT[^"]*)"/.exec(text) ?? [];
  return decodeImage(Buffer.from(base64, "base64")).properties["lanewise/options"];
}

describe.each(compilerNames)("%s", (name) => {
  test("records the plugin entry's options in the image", () => {
    const folder = project(kernelFiles, plugins({ bounds: "unchecked", fp: "strict" }));
    expect(compilers[name](folder)).toMatchObject({ code: 0, stdout: "" });
    expect(emittedOptions(folder)).toEqual({ bounds: 1, fp: 1 });
  });

  test("records nothing that is the default", () => {
    const folder = project(kernelFiles, plugins({ bounds: "checked" }));
    expect(compilers[name](folder)).toMatchObject({ code: 0 });
    expect(emittedOptions(folder)).toBeUndefined();
  });

  test("points at a value that is none, and names the legal ones", () => {
    const folder = project(kernelFiles, plugins({ bounds: "off" }));
    const { code, stdout } = compilers[name](folder);
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^tsconfig\.json\(\d+,\d+\): error .*LW1901: `bounds` of the plugin in tsconfig\.json is "off"/,
    );
    expect(stdout).toContain('help: Write "checked" or "unchecked", or leave it out.');
  });
});

test("build's own options go before the plugin entry's", () => {
  const folder = project(kernelFiles, plugins({ bounds: "unchecked" }));
  expect(command(folder, "build", "--bounds", "checked", "--fp", "strict")).toMatchObject({ code: 0 });
  expect(emittedOptions(folder)).toEqual({ fp: 1 });
});

test.each(["build", "check", "run"])("%s names the legal values", (name) => {
  const { code, stderr } = command(project(kernelFiles), name, "--bounds", "off", "src/main.ts");
  expect(code).toBe(1);
  expect(stderr).toContain("argument 'off' is invalid. Allowed choices are checked, unchecked.");
});

test("run --bounds unchecked runs kernels without checks", () => {
  const main = `import { Queue } from "lanewise";
const q = new Queue({ device: "cpu" });
const space = q.mallocShared(Int32Array, 4);
const short = space.subarray(0, 2);
let failed = false;
try {
  await q.parallelFor(3, (i) => { short[i] = 7; });
} catch {
  failed = true;
}
console.log(failed, space[2]);
`;
  const folder = project({ "src/main.ts": main }, { types: smallNode });
  expect(command(folder, "run", "src/main.ts")).toMatchObject({ stdout: "true 0\n" });
  expect(command(folder, "run", "--bounds", "unchecked", "src/main.ts")).toMatchObject({ stdout: "false 7\n" });
});
