// An import against the arrows between the packages does not compile: the file it leads to is in no project that the importing
// one references. Tried with the packages' own configuration and one more source file.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** TS6307: the file is in no project that may be used. */
const notListed = 6307;
const root = resolve(import.meta.dirname, "../..");
/** What several programs read, with the same options of the language: the packages' sources and declarations. */
const files = new Map<string, ts.SourceFile | undefined>();

/** The codes of what tsc says of a file in a package that imports `specifier`. */
function codesOf(folder: string, specifier: string): number[] {
  const temporary = mkdtempSync(join(tmpdir(), "arrows-"));
  try {
    const more = join(temporary, "more.mts");
    writeFileSync(more, `import * as other from "${specifier}";\nexport const more = other;\n`);
    const config = {
      extends: join(root, folder, "tsconfig.json"),
      compilerOptions: {
        rootDir: "/",
        outDir: join(temporary, "dist"),
        tsBuildInfoFile: join(temporary, "info"),
        typeRoots: [join(root, "node_modules/@types")],
      },
      include: [join(root, folder, "src"), more],
      references: folder === "ir" ? [] : [{ path: join(root, "ir") }, { path: join(root, "codegen") }],
    };
    const { fileNames, options, projectReferences } = ts.parseJsonConfigFileContent(config, ts.sys, temporary);
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (path, ...others) => {
      if (path === more) return read(path, ...others);
      if (!files.has(path)) files.set(path, read(path, ...others));
      return files.get(path);
    };
    const program = ts.createProgram({
      rootNames: fileNames,
      options,
      host,
      ...(projectReferences && { projectReferences }),
    });
    // The packages' own files are checked by their build.
    return program.getSemanticDiagnostics(program.getSourceFile(more)).map(({ code }) => code);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

test.each([
  ["ir", "@lanewise/codegen"],
  ["transformer", "lanewise"],
  ["runtime", "@lanewise/transformer"],
])("%s cannot import %s", (folder, specifier) => {
  expect(codesOf(folder, specifier)).toContain(notListed);
});

test("runtime can import @lanewise/codegen", () => {
  expect(codesOf("runtime", "@lanewise/codegen")).toEqual([]);
});
