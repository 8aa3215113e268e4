// How the program's modules can name what a package's module exports, so that a launch can read it: the specifier of an import, and the members
// after it, `["glMatrix", "ARRAY_TYPE"]`.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

export interface ExportedPath {
  readonly specifier: string;
  readonly names: readonly string[];
  /** The file of the import that led to it. */
  readonly from: ts.SourceFile;
}

/** The path to an export of a package from a file: by an import of the file, or by one of the program's that leads to the same module from there. */
export function exportedPath(context: PassContext, file: ts.SourceFile, symbol: ts.Symbol): ExportedPath | undefined {
  const { program, bodies, ts, checker } = context;
  const others = program.getSourceFiles().filter((one) => !one.isDeclarationFile && !bodies.files.has(one));
  for (const from of [file, ...others]) {
    for (const statement of from.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteralLike(statement.moduleSpecifier)) continue;
      const { moduleSpecifier: specifier } = statement;
      if (from !== file && specifier.text.startsWith(".")) continue;
      const mode = ts.getModeForUsageLocation(from, specifier, program.getCompilerOptions());
      const entry = bodies.resolve(specifier.text, file.fileName, mode);
      const entryFile = entry === undefined ? undefined : program.getSourceFile(entry);
      const module = entryFile && bodies.files.has(entryFile) ? checker.getSymbolAtLocation(entryFile) : undefined;
      const names = module && namesOf(context, module, symbol);
      if (names) return { specifier: specifier.text, names, from };
    }
  }
  return undefined;
}

function namesOf(context: PassContext, module: ts.Symbol, symbol: ts.Symbol): readonly string[] | undefined {
  const { checker, ts } = context;
  const targetOf = (one: ts.Symbol) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one);
  const exported = checker.getExportsOfModule(module).map((one) => [one.name, targetOf(one)] as const);
  const own = exported.find(([, target]) => target === symbol);
  if (own) return [own[0]];
  for (const [name, target] of exported) {
    if (!(target.flags & ts.SymbolFlags.Module) || target === module) continue;
    const inner = checker.getExportsOfModule(target).find((one) => targetOf(one) === symbol);
    if (inner) return [name, inner.name];
  }
  return undefined;
}

/** The name by which emitted code calls a module; different specifiers have different names. */
export function nameOfModule(specifier: string): string {
  const written = specifier.replace(/[^A-Za-z0-9_]/g, (sign) => `$${sign.codePointAt(0)?.toString(16)}$`);
  return `__lanewise_from_${written}`;
}
