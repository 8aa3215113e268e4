// Resolves the imports of the project's files as TypeScript does: a .js name to its .ts source, path mappings, package imports,
// workspace packages. Lists only imports of compiled files; Node resolves the rest.

import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import type { LoadedModule, ModuleTable } from "./module-table.js";

export function resolveImports(
  typescript: TypeScript,
  program: ts.Program,
  host: ts.CompilerHost,
  modules: ReadonlyMap<string, LoadedModule>,
): Pick<ModuleTable, "imports" | "library"> {
  const options = program.getCompilerOptions();
  const cache = typescript.createModuleResolutionCache(
    program.getCurrentDirectory(),
    (name) => host.getCanonicalFileName(name),
    options,
  );
  const imports = new Map<string, Readonly<Record<string, string>>>();
  const library = new Map<string, string>();
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file)) continue;
    const importer = urlOf(file.fileName);
    if (!modules.has(importer)) continue;
    const targets = new Map<string, string>();
    for (const { fileName: specifier } of typescript.preProcessFile(file.text, true, true).importedFiles) {
      if (/^lanewise(\/|$)/.test(specifier) && !library.has(specifier)) library.set(specifier, importer);
      const mode = file.impliedNodeFormat;
      const found = typescript.resolveModuleName(specifier, file.fileName, options, host, cache, undefined, mode);
      const target = found.resolvedModule && program.getSourceFile(found.resolvedModule.resolvedFileName);
      if (target !== undefined && modules.has(urlOf(target.fileName))) targets.set(specifier, urlOf(target.fileName));
    }
    imports.set(importer, Object.fromEntries(targets));
  }
  return { imports, library: [...library] };
}

/** The URL of a module, which Node names by its real path. A file that the compiler adds has only its folder on disk. */
export function urlOf(file: string): string {
  const real = existsSync(file) ? realpathSync(file) : path.join(realpathSync(path.dirname(file)), path.basename(file));
  return pathToFileURL(real).href;
}
