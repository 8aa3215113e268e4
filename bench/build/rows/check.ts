// `lanewise check` of a project of 200 files beside `tsc --noEmit`, each in a process of its own that keeps nothing, in turn.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, timed } from "../../statistics.js";
import { generateProject, type Shape, shapes } from "../generate-project.js";
import type { Measured, Place, Row } from "../row.js";

const TURNS = 7;

function measureCheck({ root, folder }: Place, shape: Shape): Measured {
  const project = generateProject(join(folder, "project"), shape, 200, join(root, "node_modules"));
  // What bundlers' servers bring is none of tsc's business.
  writeFileSync(project.main, "export {};\n");
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project.folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stdout}${stderr}`);
  };
  const tsc = () => run(join(root, "node_modules/typescript/bin/tsc"), "--noEmit");
  const check = () => run(join(root, "transformer/bin/lanewise.js"), "check");
  for (const warmUp of [tsc, check]) warmUp();
  const times = Array.from({ length: TURNS }, () => [timed(tsc), timed(check)] as const);
  const ratios = times.map(([before, after]) => after / before);
  return {
    value: median(ratios),
    details: { tscMs: median(times.map(([ms]) => ms)), checkMs: median(times.map(([, ms]) => ms)), ratios },
  };
}

export const rows: readonly Row[] = shapes.map((shape) => ({
  what: `cold \`lanewise check\` of 200 files in ${shape}, against tsc --noEmit`,
  unit: "x",
  goal: 1.3,
  measure: async (place) => measureCheck(place, shape),
}));
