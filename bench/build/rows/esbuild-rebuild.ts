// esbuild's rebuild after one edit, in a process that watches a project of 200 files.

import { join } from "node:path";
import lanewise from "@lanewise/transformer/esbuild";
import { context } from "esbuild";
import { median } from "../../statistics.js";
import { type Edit, edits, files, rounds, warmUp } from "../edits.js";
import { generateProject, type Shape, shapes } from "../generate-project.js";
import type { Measured, Row } from "../row.js";

export const rows: readonly Row[] = shapes.flatMap((shape) =>
  edits.map((edit) => ({
    what: `esbuild's rebuild of ${files} files in ${shape} after an edit of ${edit.what}`,
    unit: "ms",
    goal: 150,
    measure: ({ root, folder }) => measureRebuild(root, folder, shape, edit),
  })),
);

async function measureRebuild(root: string, folder: string, shape: Shape, { index, edits }: Edit): Promise<Measured> {
  const project = generateProject(join(folder, "project"), shape, files, join(root, "node_modules"));
  const build = await context({
    entryPoints: [project.main],
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["lanewise"],
    write: false,
    logLevel: "silent",
    plugins: [lanewise()],
  });
  try {
    await build.rebuild();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      project.edit(index, edits(round));
      const start = performance.now();
      await build.rebuild();
      times.push(performance.now() - start);
    }
    return { value: median(times.slice(warmUp)), details: { times } };
  } finally {
    await build.dispose();
  }
}
