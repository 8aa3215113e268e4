// The sections that are programs of their own: launch latency, compile times, device globals, work-groups, linking. Each is run as a child and leaves its figures in
// results/, from where they are taken.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { benchFolder, resultsFolder, rootFolder } from "./folders.js";
import type { Figure } from "./results.js";

/** What launch.json and its like have in common. */
interface SectionResult {
  readonly goals: readonly { readonly what: string; readonly unit: string; readonly value: number }[];
}

/** No figures where the program is missing or failed: a goal on them is then "not measured". */
export function measureSection(section: Exclude<Figure["section"], "chain">): readonly Figure[] {
  const main = join(benchFolder, section, "main.ts");
  if (!existsSync(main)) return [];
  const file = join(resultsFolder, `${section}.json`);
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  rmSync(file, { force: true }); // so that an older run's figures are never taken for this one's
  const lanewise = join(rootFolder, "transformer/bin/lanewise.js");
  // Its exit code tells about its own goals; whether it finished is told by its file.
  spawnSync(process.execPath, [lanewise, "run", main], { cwd: rootFolder, stdio: ["ignore", 2, 2] });
  if (!existsSync(file)) {
    if (before !== undefined) writeFileSync(file, before);
    return [];
  }
  // Written by the program just now.
  const { goals } = JSON.parse(readFileSync(file, "utf8")) as SectionResult;
  return goals.map(({ what, unit, value }) => ({ section, what, unit, value }));
}
