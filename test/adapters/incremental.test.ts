// Compiling again after an edit: a kernel depends on the bodies of the functions it calls, in whatever file they are.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, tspc } from "../examples/programs.js";
import { compilerNames, compilers, kernelFiles, project, run, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const scale = (body: string) => ({ "src/scale.ts": `export function scale(x: number): number {\n  ${body}\n}\n` });
const emitted = (folder: string) => readFileSync(join(folder, "dist/main.js"), "utf8");

describe.each(compilerNames)("%s --incremental", (name) => {
  const compile = (folder: string) => compilers[name](folder);

  test("compiles a kernel again when a function it calls changes, and leaves it alone otherwise", () => {
    const folder = project(kernelFiles, { incremental: true });
    expect(compile(folder)).toMatchObject({ code: 0 });
    const first = emitted(folder);
    write(folder, { "src/other.ts": "export const other = 1;\n" });
    write(folder, { "dist/main.js": `${first}// not written again\n` });
    expect(compile(folder)).toMatchObject({ code: 0 });
    expect(emitted(folder)).toBe(`${first}// not written again\n`);
    write(folder, scale("return x * 4;"));
    expect(compile(folder)).toMatchObject({ code: 0 });
    expect(emitted(folder)).not.toContain("// not written again");
    expect(emitted(folder)).not.toBe(first);
    write(folder, scale("return x * 3;"));
    expect(compile(folder)).toMatchObject({ code: 0 });
    expect(emitted(folder)).toBe(first);
  });

  test("reports an error again until it is gone, also one that an edit of a called function made", () => {
    const folder = project(kernelFiles, { incremental: true });
    expect(compile(folder)).toMatchObject({ code: 0 });
    write(folder, scale("throw new Error();"));
    const report = compile(folder);
    expect(report).toMatchObject({ code: 2 });
    expect(report.stdout).toContain("LW1");
    expect(compile(folder)).toEqual(report);
    write(folder, scale("return x * 3;"));
    expect(compile(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});

test("tspc -b builds, is up to date, and reports errors each time", () => {
  const folder = project(kernelFiles, { composite: true });
  const build = () => run(folder, [tspc, "-b", "--verbose"]);
  expect(build()).toMatchObject({ code: 0 });
  const first = emitted(folder);
  expect(build().stdout).toContain("is up to date");
  write(folder, scale("return x * 4;"));
  expect(build()).toMatchObject({ code: 0 });
  expect(emitted(folder)).not.toBe(first);
  write(folder, scale("throw new Error();"));
  for (const attempt of [1, 2]) {
    const { code, stdout } = build();
    expect({ attempt, code, isReported: stdout.includes("LW1") }).toEqual({ attempt, code: 1, isReported: true });
  }
});

test("tspc --watch compiles a kernel again when a function it calls changes", async () => {
  const folder = project(kernelFiles);
  const watcher = spawn(process.execPath, [tspc, "-w", "-p", ".", "--preserveWatchOutput"], { cwd: folder });
  let output = "";
  watcher.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const rounds = async (count: number) => {
    while (output.split("Watching for file changes.").length <= count) {
      if (watcher.exitCode !== null) throw new Error(`The watcher ended: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  try {
    await rounds(1);
    expect(output).toContain("Found 0 errors");
    const first = emitted(folder);
    write(folder, scale("return x * 4;"));
    await rounds(2);
    expect(emitted(folder)).not.toBe(first);
    write(folder, scale("throw new Error();"));
    await rounds(3);
    expect(output).toContain("LW1");
    write(folder, scale("return x * 3;"));
    await rounds(4);
    expect(emitted(folder)).toBe(first);
  } finally {
    watcher.kill();
  }
});
