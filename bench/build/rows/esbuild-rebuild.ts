// esbuild's rebuild after one edit, in a process that watches a project of 200 files: the median of nine, after three that warm up.

import { join } from "node:path";
import lanewise from "@lanewise/transformer/esbuild";
import { context } from "esbuild";
import { median } from "../../statistics.js";
import { type Edits, generateProject, type Shape, shapes } from "../generate-project.js";
import type { Measured, Row } from "../row.js";

interface Edit {
  readonly what: string;
  /** Of the file: 199 is imported by the main module alone, 3 by some twenty others, whose kernels call its function. */
  readonly index: number;
  readonly edits: (round: number) => Edits;
}

const edits: readonly Edit[] = [
  { what: "a kernel", index: 199, edits: (round) => ({ kernel: round }) },
  { what: "the body of a function that many kernels call", index: 3, edits: (round) => ({ body: round }) },
  {
    what: "the signature of a function that many kernels call",
    index: 3,
    edits: (round) => ({ body: round, parameter: round % 2 === 0 ? "number" : "number | 0.25" }),
  },
];

export const rows: readonly Row[] = shapes.flatMap((shape) =>
  edits.map((edit) => ({
    what: `esbuild's rebuild of 200 files in ${shape} after an edit of ${edit.what}`,
    unit: "ms",
    goal: 150,
    measure: ({ root, folder }) => measureRebuild(root, folder, shape, edit),
  })),
);

async function measureRebuild(root: string, folder: string, shape: Shape, { index, edits }: Edit): Promise<Measured> {
  const project = generateProject(join(folder, "project"), shape, 200, join(root, "node_modules"));
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
    for (let round = 0; round < 12; round++) {
      project.edit(index, edits(round));
      const start = performance.now();
      await build.rebuild();
      times.push(performance.now() - start);
    }
    return { value: median(times.slice(3)), details: { times } };
  } finally {
    await build.dispose();
  }
}
