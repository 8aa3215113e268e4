// A Vite plugin: the module "virtual:compiler-files" has the files that the compiler reads in the page, by path: TypeScript's libraries of ECMAScript,
// and the declarations of lanewise. TypeScript itself says which declarations a program needs.

import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-6";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const name = "virtual:compiler-files";
const packages = { runtime: "lanewise", ir: "@lanewise/ir", codegen: "@lanewise/codegen" } as const;

/** In the page, packages are in /node_modules, as a program's are; the libraries are in /lib. */
function placeOf(file: string): string | undefined {
  const [folder = "", ...rest] = relative(root, file).split(sep);
  if (folder in packages) return ["/node_modules", packages[folder as keyof typeof packages], ...rest].join("/");
  return file.includes("typescript") ? `/lib/${file.split("/").at(-1)}` : undefined;
}

function compilerFiles(): Readonly<Record<string, string>> {
  const entries = ["index", "algorithms/index"].map((entry) => join(root, `runtime/dist/${entry}.d.ts`));
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
    types: [],
  };
  const manifests = Object.keys(packages).map((folder) => join(root, folder, "package.json"));
  const sources = ts
    .createProgram(entries, options)
    .getSourceFiles()
    .map(({ fileName }) => fileName);
  return Object.fromEntries(
    [...sources, ...manifests].flatMap((file) => {
      const place = placeOf(ts.sys.realpath?.(file) ?? file);
      return place === undefined ? [] : [[place, readFileSync(file, "utf8").replace(/^\/\/# source.*$/m, "")]];
    }),
  );
}

export function compilerFilesPlugin(): Plugin {
  return {
    name: "lanewise-playground-compiler-files",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(compilerFiles())};` : undefined),
  };
}
