// `npm run bench:build`: how long users wait for tools. Measures each file of rows/, writes bench/results/build.json and prints the goals with what
// was measured; exits 1 where a goal is missed. Arguments select rows whose file name contains one of them; then nothing is written.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeMachine } from "../machine.js";
import type { Measured, Row } from "./row.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const rowsFolder = new URL("rows/", import.meta.url);
const asked = process.argv.slice(2);

async function measureRow(row: Row): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "lanewise-bench-"));
  try {
    return await row.measure({ root, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const results: (Omit<Row, "measure"> & Measured)[] = [];
for (const name of readdirSync(rowsFolder).sort()) {
  if (asked.length > 0 && !asked.some((part) => name.includes(part))) continue;
  // Every file there exports its rows.
  const { rows } = (await import(new URL(name, rowsFolder).href)) as { readonly rows: readonly Row[] };
  for (const row of rows) {
    const { value, details } = await measureRow(row);
    const { what, unit, goal } = row;
    console.log(`${value <= goal ? "met " : "MISS"} ${what}: ${value.toFixed(2)} ${unit} (goal: at most ${goal})`);
    results.push({ what, unit, goal, value, details });
  }
}
if (asked.length === 0) {
  const text = JSON.stringify({ machine: describeMachine(), rows: results }, null, 2);
  writeFileSync(join(root, "bench/results/build.json"), `${text}\n`);
}
process.exitCode = results.every(({ value, goal }) => value <= goal) ? 0 : 1;
