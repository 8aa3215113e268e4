// types.ts, struct-types.ts and float16-types.ts type-check as a user's program would: with skipLibCheck off, without the DOM or
// Node's types, and under the strictest options that affect it.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const here = dirname(fileURLToPath(import.meta.url));
// Where neither git nor the checks look.
const directory = mkdtempSync(join(here, "../../node_modules/.lanewise-types-"));
afterAll(() => rmSync(directory, { recursive: true }));

test.each([
  ["types.ts", "ES2024"],
  ["struct-types.ts", "ES2024"],
  ["float16-types.ts", "ES2025"],
])("public types: %s with %s", (file, lib) => {
  const config = join(directory, "tsconfig.json");
  const compilerOptions = {
    target: "ES2022",
    lib: [lib],
    module: "NodeNext",
    types: [],
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [join(here, file)] }));
  const tsc = join(here, "../../node_modules/typescript/bin/tsc");
  let output = "";
  try {
    output = execFileSync(process.execPath, [tsc, "-p", config], { encoding: "utf8" });
  } catch (error) {
    output = String(Reflect.get(Object(error), "stdout"));
  }
  expect(output).toBe("");
});
