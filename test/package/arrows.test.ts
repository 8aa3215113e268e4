// An import against the arrows between the packages does not compile: the file it leads to is in no project that the importing
// one references. Tried with the packages' own configuration and one more source file.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** What tsc says of a package that imports `specifier` as well. */
function compileWith(folder: string, specifier: string): string {
  const temporary = mkdtempSync(join(tmpdir(), "arrows-"));
  try {
    writeFileSync(join(temporary, "more.ts"), `import * as other from "${specifier}";\nexport const more = other;\n`);
    const config = {
      extends: join(root, folder, "tsconfig.json"),
      compilerOptions: {
        rootDir: "/",
        outDir: join(temporary, "dist"),
        tsBuildInfoFile: join(temporary, "info"),
        typeRoots: [join(root, "node_modules/@types")],
      },
      include: [join(root, folder, "src"), join(temporary, "more.ts")],
      references: folder === "ir" ? [] : [{ path: join(root, "ir") }, { path: join(root, "codegen") }],
    };
    writeFileSync(join(temporary, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    return spawnSync(process.execPath, [tsc, "-p", temporary], { encoding: "utf8" }).stdout;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

test.each([
  ["ir", "@lanewise/codegen"],
  ["transformer", "lanewise"],
  ["runtime", "@lanewise/transformer"],
])("%s cannot import %s", (folder, specifier) => {
  expect(compileWith(folder, specifier)).toContain("TS6307");
});

test("runtime can import @lanewise/codegen", () => {
  expect(compileWith("runtime", "@lanewise/codegen")).not.toContain("TS6307");
});
