// TypeScript refuses a mutant that leaves out what says that something is not undefined, and no other.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { mutantsOf } from "./mutations.js";
import { createTypeCheck } from "./type-errors.js";

test("a condition that says what is defined is needed, its bound is not", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const file = "codegen/src/analysis/polynomial.ts";
  const source = readFileSync(join(root, file), "utf8");
  const mutants = mutantsOf(file, source);
  const hasErrors = createTypeCheck(root);
  const refused = (before: string, text: string) => {
    const mutant = mutants.find((one) => one.before === before && one.text === text);
    if (!mutant) throw new Error(`${file} has no ${before}`);
    return hasErrors(mutant, source);
  };
  expect(refused("product && plus(product, one)", "plus(product, one)")).toBe(true);
  expect(refused("terms.length <= MAX_TERMS", "terms.length < MAX_TERMS")).toBe(false);
  expect(refused("product && plus(product, one)", "product")).toBe(false);
});
