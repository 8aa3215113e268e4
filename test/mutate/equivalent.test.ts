// Each row of the table of equivalents is about a mutant that there still is.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { equivalent, reasonOf } from "./equivalent.js";
import { mutantsOf } from "./mutations.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

test.each(equivalent.map((row) => [`${row.file}: ${row.line ?? row.before}`, row] as const))("%s", (_, row) => {
  const source = readFileSync(join(root, row.file), "utf8");
  const reasons = mutantsOf(row.file, source).map((mutant) => reasonOf(mutant, source));
  expect(reasons).toContain(row.reason);
});
