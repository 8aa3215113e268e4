// Most tests run compilers without a process of their own (test/support/warm-tools). Here each does the same things in one: it prints the same,
// ends with the same code and writes the same files.

import { afterAll, describe, expect, test } from "vitest";
import { lanewise, type Outcome, removeTemporaryFolders, runNode, tsc, tspc } from "../examples/programs.js";
import { type Files, faultyFile, kernelFiles, project, read, run, typeError, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const faulty: Files = { ...kernelFiles, "src/faulty.ts": faultyFile, "src/wrong.ts": typeError };
const written = (folder: string) =>
  Object.entries(read(folder)).filter(([name]) => !name.startsWith("node_modules") && !name.endsWith(".tsbuildinfo"));

describe.each([
  ["tsc", [tsc, "-p", "."], faulty, 2],
  ["tspc", [tspc, "-p", "."], faulty, 2],
  ["tspc -b", [tspc, "-b", "--verbose"], kernelFiles, 0],
  ["lanewise build", [lanewise, "build"], faulty, 2],
  ["lanewise build -b", [lanewise, "build", "-b", "--verbose"], faulty, 1],
  ["lanewise build where there is no project", [lanewise, "build", "-p", "nowhere"], faulty, 1],
  ["lanewise check --help", [lanewise, "check", "--help"], {}, 0],
  ["lanewise inspect", [lanewise, "inspect", "src/main.ts"], kernelFiles, 0],
] as const)("%s", (_, call, files, code) => {
  test("does in a process what it does without one, also the second time", () => {
    const own = project(files, { incremental: true });
    const expected = runNode(call, own, { NO_COLOR: "1" });
    expect(expected.code).toBe(code);
    for (let round = 0; round < 2; round += 1) {
      const folder = project(files, { incremental: true });
      expect(comparable(run(folder, call), folder)).toEqual(comparable(expected, own));
      expect(written(folder)).toEqual(written(own));
    }
  });
});

// The thread keeps declaration files while their text stays the same.
test.each([
  ["tsc", [tsc, "-p", "."]],
  ["tspc", [tspc, "-p", "."]],
  ["lanewise build", [lanewise, "build"]],
] as const)("%s sees what changes in a declaration file", (_, call) => {
  const folder = project({
    "src/limit.d.ts": "export declare const limit: number;\n",
    "src/main.ts": 'import type { limit } from "./limit.js";\nexport const most: typeof limit = 3;\n',
  });
  expect(run(folder, call).code).toBe(0);
  write(folder, { "src/limit.d.ts": "export declare const limit: string;\n" });
  expect(run(folder, call)).toMatchObject({ code: 2, stdout: expect.stringContaining("error TS2322") });
  write(folder, { "src/limit.d.ts": "export declare const limit: number;\n" });
  expect(run(folder, call)).toEqual({ code: 0, stdout: "", stderr: "" });
});

/** Without the folder's name, and the time, which `--verbose` prints. */
function comparable(outcome: Outcome, folder: string): Outcome {
  const text = (printed: string) => printed.replaceAll(folder, "FOLDER").replace(/\d+:\d+:\d+ [AP]M/g, "TIME");
  return { ...outcome, stdout: text(outcome.stdout), stderr: text(outcome.stderr) };
}
