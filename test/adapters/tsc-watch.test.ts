// Watching compilers: `tspc --watch` and `lanewise build --watch`, with and without what --incremental keeps. A called function in another
// file is edited three times, a mistake comes and goes (rule TSC3).

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lanewise, removeTemporaryFolders, tspc } from "../examples/programs.js";
import { project, run, write } from "./projects.js";
import { faultAt, faulty, files, printed, scaleBy } from "./tsc-modes/modes.js";
import { watchedRounds } from "./tsc-modes/watcher.js";

afterAll(removeTemporaryFolders);

const watchers = {
  tspc: [tspc, "-w", "-p", "."],
  build: [lanewise, "build", "-w", "-p", "."],
} as const;

describe.each(Object.entries(watchers))("%s --watch", (_, watcher) => {
  test.each([
    ["ES modules", {}, "module"],
    ["CommonJS, incremental", { incremental: true }, "commonjs"],
    [
      "split off",
      { plugins: [{ transform: "@lanewise/transformer/tsc", transformProgram: true, split: "off" }] },
      "module",
    ],
  ])(
    "%s",
    async (_, options, type) => {
      const folder = project(files, options, type);
      const isPrinted = (factor: number) => () => expect(run(folder, ["dist/main.js"]).stdout).toBe(printed(factor));
      const edits = [4, 5, 6].map((factor) => ({ files: scaleBy(factor), check: isPrinted(factor) }));
      const mistake = {
        files: faulty,
        check: (text: string) => {
          expect(text).toContain(`${faultAt}: error `);
          expect(text).toContain("LW1102");
          expect(text).toContain("Found 1 error.");
        },
      };
      const args = [...watcher, "--preserveWatchOutput"];
      await watchedRounds(folder, args, {
        first: isPrinted(3),
        edits: [...edits, mistake, { files: scaleBy(7), check: isPrinted(7) }],
      });
      // And again, with what was kept.
      rmSync(join(folder, "dist"), { recursive: true });
      for (const file of ["tsconfig.tsbuildinfo"]) rmSync(join(folder, file), { force: true });
      write(folder, scaleBy(8));
      await watchedRounds(folder, args, { first: isPrinted(8), edits: [] });
    },
    120_000,
  );
});

test("lanewise check --watch reports and writes nothing", async () => {
  const folder = project({ ...files, ...faulty });
  const isReported = (count: number) => (text: string) => expect(text).toContain(`Found ${count} error`);
  await watchedRounds(folder, [lanewise, "check", "-w", "--preserveWatchOutput"], {
    edits: [
      { files: scaleBy(3), check: isReported(0) },
      { files: faulty, check: isReported(1) },
    ],
  });
  expect(() => rmSync(join(folder, "dist"), { recursive: true })).toThrow("ENOENT");
}, 60_000);
