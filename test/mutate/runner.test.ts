// The process that runs tests for mutants answers for the files that it is asked about, and no others.

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = { failing: "expect(1).toBe(2)", passing: "expect(1).toBe(1)", sum: "expect(add(1, 2)).toBe(3)" };

test("a failure of one run is none of the next, of other files or of the same one mended", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lanewise-runner-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, body] of Object.entries(files)) {
    const imports = 'import { describe, expect, test } from "vitest";\nimport { add } from "./add.js";\n';
    write(
      `${name}.test.js`,
      `${imports}test("${name}", () => { void add; ${body}; });\ndescribe("of", () => test("(names)", () => {}));\n`,
    );
  }
  write("add.js", "export const add = (a, b) => a - b;\n");
  write("runner.mjs", transformSync(readFileSync(join(root, "test/mutate/runner.ts"), "utf8"), { loader: "ts" }).code);
  const runner = fork(join(folder, "runner.mjs"), { cwd: folder, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const run = async (name: string, changed: readonly string[] = [], names?: readonly string[]): Promise<unknown> => {
    const answer = once(runner, "message");
    runner.send({ tests: [{ file: `${name}.test.js`, names }], changed });
    const [failure] = await answer;
    return failure;
  };
  try {
    await once(runner, "message");
    expect(await run("failing")).toContain("expected 1 to be 2");
    expect(await run("passing")).toBe("");
    expect(await run("sum")).toContain("expected -1 to be 3");
    write("add.js", "export const add = (a, b) => a + b;\n");
    expect(await run("sum", [join(folder, "add.js")])).toBe("");
    expect(await run("failing")).toContain("expected 1 to be 2");
    expect(await run("failing", [], ["failing"])).toContain("expected 1 to be 2");
    expect(await run("failing", [], ["of (names)"])).toBe("");
  } finally {
    runner.kill();
    rmSync(folder, { recursive: true });
  }
});
