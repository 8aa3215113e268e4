// A Vite plugin: the module "virtual:compiler-files" has the files that the compiler reads in the page, by path: TypeScript's libraries of ECMAScript,
// the declarations of lanewise, and the sources of those entries whose functions kernels call. TypeScript itself says which files a program needs.

import { existsSync, readFileSync } from "node:fs";
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

/** What a program of the playground can import, as src/edit/run-worker.ts has it. */
const declared = [
  "index",
  "algorithms/index",
  "diagnostics/races/index",
  "diagnostics/overflow/index",
  "device/gpu/index",
];
/** Kernels have copies of these functions, so the compiler reads their sources, too. */
const copied = ["random/index", "vec/index"];

function compilerFiles(): Readonly<Record<string, string>> {
  const entries = [
    ...[...declared, ...copied].map((entry) => join(root, `runtime/dist/${entry}.d.ts`)),
    ...copied.map((entry) => join(root, `runtime/src/${entry}.ts`)),
  ];
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
    .map(({ fileName }) => ts.sys.realpath?.(fileName) ?? fileName);
  // The compiler finds a declaration's source by its map.
  const maps = sources
    .filter((file) => file.startsWith(join(root, "runtime/dist")))
    .map((file) => `${file}.map`)
    .filter((file) => existsSync(file));
  return Object.fromEntries(
    [...sources, ...maps, ...manifests].flatMap((file) => {
      const place = placeOf(file);
      return place === undefined ? [] : [[place, file.endsWith(".map") ? sourcesOf(file) : readFileSync(file, "utf8")]];
    }),
  );
}

/** A map without its mappings, which nobody reads in the page. */
function sourcesOf(map: string): string {
  const { version, sources }: { readonly version: number; readonly sources: readonly string[] } = JSON.parse(
    readFileSync(map, "utf8"),
  );
  return JSON.stringify({ version, sources });
}

export function compilerFilesPlugin(): Plugin {
  return {
    name: "lanewise-playground-compiler-files",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(compilerFiles())};` : undefined),
  };
}
