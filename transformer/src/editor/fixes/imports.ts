// Imports the names that a fix writes, unless they are imported already.

import type ts from "typescript-6";
import { type FixPlace, insert, insertAfter, replace, type TextEdit } from "./fix.js";

export interface WantedName {
  readonly name: string;
  /** The specifier in the import. */
  readonly from: string;
  readonly isType?: boolean;
}

/** The edits that import a name; undefined if the file uses the name for something else. */
export function importing(
  { ts, checker }: Pick<FixPlace, "ts" | "checker">,
  source: ts.SourceFile,
  { name, from, isType = false }: WantedName,
): readonly TextEdit[] | undefined {
  const meaning = isType ? ts.SymbolFlags.Type : ts.SymbolFlags.Value;
  const imports = source.statements.filter((one): one is ts.ImportDeclaration => ts.isImportDeclaration(one));
  const fromThere = imports.filter(
    ({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === from,
  );
  const lists = fromThere.flatMap(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    return importClause && bindings && ts.isNamedImports(bindings) ? [{ importClause, bindings }] : [];
  });
  const typeAlone = lists
    .flatMap(({ bindings }) => bindings.elements)
    .find((one) => one.name.text === name && one.isTypeOnly && !one.propertyName);
  if (typeAlone && !isType) return [replace(typeAlone, name)];
  const isThere = lists.some(({ bindings }) =>
    bindings.elements.some((one) => one.name.text === name && (isType || !ts.isTypeOnlyImportDeclaration(one))),
  );
  if (isThere) return [];
  if (source.statements.some((one) => checker.resolveName(name, one, meaning, true))) return undefined;
  const list = lists.find(({ importClause }) => isType || !ts.isTypeOnlyImportDeclaration(importClause));
  const last = list?.bindings.elements.at(-1);
  if (list && last) {
    const word = isType && !ts.isTypeOnlyImportDeclaration(list.importClause) ? "type " : "";
    return [insertAfter(last, `, ${word}${name}`)];
  }
  const newLine = source.text.includes("\r\n") ? "\r\n" : "\n";
  const statement = `import ${isType ? "type " : ""}{ ${name} } from ${JSON.stringify(from)};`;
  const before = imports.at(-1);
  if (before) return [insertAfter(before, `${newLine}${statement}`)];
  return [insert(source, source.statements[0]?.getStart(source) ?? 0, `${statement}${newLine}`)];
}

/** Adds the imports that edits need. */
export function withImports(
  place: Pick<FixPlace, "ts" | "checker">,
  source: ts.SourceFile,
  wanted: readonly WantedName[],
  edits: readonly TextEdit[],
): readonly TextEdit[] | undefined {
  const imports = wanted.map((one) => importing(place, source, one));
  return imports.some((one) => one === undefined) ? undefined : [...imports.flatMap((one) => one ?? []), ...edits];
}

export const flavour = (name: string): WantedName => ({ name, from: "lanewise", isType: true });
