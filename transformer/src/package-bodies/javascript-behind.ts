// Finds all package JavaScript that kernels of a bundled program may reach, without compiling any, to detect changes.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { isFromLibrary } from "../recognise/library.js";
import { importedNames } from "./imported-names.js";
import { createJavaScriptResolver } from "./resolve-javascript.js";

/** The texts by name: JavaScript behind imports of declarations, and everything it imports. */
export function javaScriptBehind(
  typescript: TypeScript,
  program: ts.Program,
  files: readonly ts.SourceFile[],
): ReadonlyMap<string, string> {
  const options = program.getCompilerOptions();
  const host = typescript.createCompilerHost(options);
  const resolve = createJavaScriptResolver(typescript, options, host, true);
  const checker = program.getTypeChecker();
  const texts = new Map<string, string>();
  const waiting: string[] = [];
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      const specifier =
        typescript.isImportDeclaration(node) || typescript.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
      if (!specifier || !typescript.isStringLiteralLike(specifier)) return;
      const declared = checker.getSymbolAtLocation(specifier)?.declarations?.[0]?.getSourceFile();
      if (!declared?.isDeclarationFile || isFromLibrary(declared)) return;
      const mode = typescript.getModeForUsageLocation(file, specifier, options);
      const found = resolve(specifier.text, file.fileName, mode);
      if (found !== undefined) waiting.push(found);
    };
    typescript.forEachChild(file, visit);
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const text = texts.has(name) ? undefined : host.readFile(name);
    if (text === undefined) continue;
    texts.set(name, text);
    for (const { name: imported } of importedNames(typescript, text)) {
      const found = resolve(imported, name, formatOf(typescript, name, host, options));
      if (found !== undefined) waiting.push(found);
    }
  }
  return texts;
}

function formatOf(
  typescript: TypeScript,
  name: string,
  host: ts.ModuleResolutionHost,
  options: ts.CompilerOptions,
): ts.ResolutionMode {
  return typescript.getImpliedNodeFormatForFile(name, undefined, host, options);
}
