// Every mode of tsc, by ts-patch's tspc with our plugin and by `lanewise build`: the good program runs, the bad one has its exact place
// and exit code, and of a project that was built before, edits of a called function in another file arrive (rules TSC1 to TSC3).

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { compilerNames, compilers, project, run, write } from "./projects.js";
import { faultAt, faulty, files, modes, printed, scaleBy } from "./tsc-modes/modes.js";

afterAll(removeTemporaryFolders);

describe.each(compilerNames)("%s", (name) => {
  const compile = compilers[name];

  test.each(Object.entries(modes))(
    "%s",
    (_, mode) => {
      const { options, type = "module", writes = [], failed = { code: 2, isWritten: true }, isKept = false } = mode;
      const main = "main" in mode ? mode.main : "dist/main.js";
      const folder = project({ ...files, ...faulty }, options, type);
      const isThere = (file: string) => existsSync(join(folder, file));

      const { code, stdout } = compile(folder);
      const ours = name === "tspc" ? "error TS91102: LW1102: " : "error LW1102: ";
      expect(stdout).toContain(`${faultAt}: ${ours}`);
      expect(stdout).toContain("help: ");
      expect(stdout.match(/: error /g)).toHaveLength(1);
      expect(code).toBe(failed.code);
      if (main !== undefined) expect(isThere(main)).toBe(failed.isWritten);

      for (const factor of isKept ? [3, 4, 5, 6] : [3]) {
        write(folder, scaleBy(factor));
        expect(compile(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
        expect(writes.filter((file) => !isThere(file))).toEqual([]);
        if (main === undefined) {
          expect(isThere("dist/main.js")).toBe(false);
          continue;
        }
        const { stdout, stderr } = run(folder, ["--enable-source-maps", main, "fail"]);
        expect(stdout).toBe(printed(factor));
        expect(stderr).toMatch(/src\/main\.ts:12:\d+/);
      }
      if (isKept) {
        // And a mistake that an edit makes.
        write(folder, faulty);
        expect(compile(folder)).toMatchObject({ code: failed.code });
      }
    },
    300_000,
  );
});
