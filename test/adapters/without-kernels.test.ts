// Well-known projects without kernels, from the sources in their packages: with our plugin, and with `lanewise build`, each file has the bytes
// that plain tsc writes: JavaScript, declarations, both kinds of maps, and what --incremental keeps (rule TSC2).
// Parts that would only take longer are left out: zod's older versions.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, root, runNode } from "../examples/programs.js";
import { compilerNames, compilers, plainTsc, project, read } from "./projects.js";

/** The command's TypeScript. What --incremental keeps says whether libraries lie in node_modules: those of this one do for users, not here. */
const bundledTypeScript = join(root, "transformer/dist/typescript/typescript.cjs");
const bundledTsc = (folder: string) =>
  runNode(
    [
      "-e",
      `const ts = require(${JSON.stringify(bundledTypeScript)}); ts.executeCommandLine(ts.sys, () => {}, ["-p", "."])`,
    ],
    folder,
  );

afterAll(removeTemporaryFolders);

interface Library {
  readonly name: string;
  readonly type?: "commonjs";
  readonly options: Readonly<Record<string, unknown>>;
  /** At least so many files are written. */
  readonly written: number;
}

const libraries: readonly Library[] = [
  {
    name: "rxjs",
    type: "commonjs",
    options: {
      module: "commonjs",
      moduleResolution: "bundler",
      target: "es2015",
      importHelpers: true,
      paths: { rxjs: ["./src/index.ts"], "rxjs/*": ["./src/*"] },
      sourceMap: true,
      inlineSources: true,
    },
    written: 800,
  },
  {
    name: "zod",
    options: { module: "nodenext", target: "es2022", composite: true, inlineSourceMap: true, sourceMap: undefined },
    written: 200,
  },
  {
    name: "redux",
    options: {
      module: "esnext",
      moduleResolution: "bundler",
      target: "esnext",
      incremental: true,
    },
    written: 50,
  },
];

describe.each(libraries)("$name", ({ name, type = "module", options, written }) => {
  const create = () => {
    const all = { lib: ["es2023", "dom", "dom.iterable"], types: ["node"], incremental: true, ...options };
    const folder = project({}, { ...all, tsBuildInfoFile: "dist/kept.json", noUnusedLocals: false }, type);
    const isSource = (file: string) =>
      !/[\\/](tests|benchmarks|v3|mini|v4-mini)([\\/]|$)|\.test\.ts$|tsconfig\S*json$/.test(file);
    cpSync(join(root, "node_modules", name, "src"), join(folder, "src"), { recursive: true, filter: isSource });
    return folder;
  };
  const plain = create();
  const expected = plainTsc(plain);
  const files = read(join(plain, "dist"));
  const keptByBundled = (): string => {
    const folder = create();
    bundledTsc(folder);
    return read(join(folder, "dist"))["kept.json"] ?? "";
  };

  test.each(compilerNames)(
    "%s writes the same bytes",
    (compiler) => {
      expect(Object.keys(files).length).toBeGreaterThan(written);
      const folder = create();
      expect(compilers[compiler](folder)).toEqual(expected);
      const ours = read(join(folder, "dist"));
      const wanted: Record<string, string> = {
        ...files,
        ...(compiler === "build" && { "kept.json": keptByBundled() }),
      };
      expect(Object.keys(ours)).toEqual(Object.keys(wanted));
      expect(Object.keys(wanted).filter((file) => ours[file] !== wanted[file])).toEqual([]);
    },
    300_000,
  );
});
