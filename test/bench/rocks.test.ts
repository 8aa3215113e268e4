// The workloads of gpu.rocks at small sizes: the command ends with an error if a kernel does not compute what plain JavaScript does.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Row } from "../../bench/rocks/measure.js";
import { lanewise, mustRun, root } from "../examples/programs.js";

test("npm run bench:rocks -- --quick", () => {
  const lines = mustRun([lanewise, "run", "bench/rocks/main.ts", "--quick", "--no-gpu-js"], root).trim().split("\n");
  const results = readFileSync(new URL("../../bench/results/rocks.json", import.meta.url), "utf8");
  // The measured workloads: bench/rocks/main.ts writes them.
  const { rows } = JSON.parse(results) as { readonly rows: readonly Row[] };
  expect(lines.slice(0, -1).map((line) => line.split(":")[0])).toEqual(rows.map(({ name }) => name));
  expect(lines.at(-1)).toMatch(/^geometric mean of \d+: /);
});
