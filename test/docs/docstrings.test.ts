// The docstrings that the site's reference is made of. Each value that a public entry point exports has one, with an example: a block of code, or a
// call in backquotes. Each type has one. Brands, which are there for the type checker alone, need none. TypeScript reads the declarations that users get.

import { fileURLToPath } from "node:url";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { publicEntryPoints } from "../../site/entry-points.mjs";
import { gradeOf, longerThan, proseOf } from "./prose.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
// `lanewise/aot` exports a part of `lanewise`.
const entryPoints = publicEntryPoints(root).filter(({ name }) => name !== "lanewise/aot");
const files = entryPoints.map(({ types }) => root + types);
const program = ts.createProgram(files, {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

interface Export {
  readonly name: string;
  readonly isValue: boolean;
  readonly text: string;
  readonly hasExample: boolean;
}

function exportsOf(file: string): Export[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing`);
  return checker.getExportsOfModule(module).flatMap((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const isValue = (target.flags & ts.SymbolFlags.Value) !== 0;
    if (isValue && isBrand(target)) return [];
    const text = ts.displayPartsToString(target.getDocumentationComment(checker));
    const comments = (target.declarations ?? []).map((node) =>
      node.getFullText().slice(0, node.getStart() - node.getFullStart()),
    );
    const hasExample =
      target.getJsDocTags(checker).some(({ name }) => name === "example") ||
      /```|`[^`]*\(|\n {4}\S/.test(text + comments);
    return [{ name: symbol.name, isValue, text, hasExample }];
  });
}

function isBrand(symbol: ts.Symbol): boolean {
  return (checker.getTypeOfSymbol(symbol).flags & ts.TypeFlags.UniqueESSymbol) !== 0;
}

const found = new Map(entryPoints.map(({ name, types }) => [name, exportsOf(root + types)]));
function without(has: (candidate: Export) => boolean): string[] {
  return [...found].flatMap(([entry, exports]) =>
    exports.filter((candidate) => !has(candidate)).map(({ name }) => `${entry}: ${name}`),
  );
}

test("every exported value and type has a docstring", () => {
  const all = [...found.values()].flat();
  expect(all.filter(({ isValue }) => isValue).length).toBeGreaterThan(120);
  expect(all.length).toBeGreaterThan(350);
  expect(without(({ text }) => text.length > 0)).toEqual([]);
});

test("every exported value has an example", () => {
  expect(without(({ isValue, hasExample }) => !isValue || hasExample)).toEqual([]);
});

/** The docstrings of everything that an entry point exports, with the members of classes and interfaces, by name. */
function docstringsOf(file: string): [name: string, text: string][] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  return exported.flatMap((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const members = [...(target.members?.values() ?? []), ...(target.exports?.values() ?? [])];
    return [target, ...members].map((one): [string, string] => [
      one === target ? symbol.name : `${symbol.name}.${one.name}`,
      ts.displayPartsToString(one.getDocumentationComment(checker)),
    ]);
  });
}

test.each(entryPoints)("the docstrings of $name are easy to read", ({ types }) => {
  const texts = docstringsOf(root + types).map(([name, text]) => [name, proseOf(`${text}\n`)] as const);
  expect(texts.flatMap(([name, text]) => longerThan(30, text).map((sentence) => `${name}: ${sentence}`))).toEqual([]);
  expect(gradeOf(texts.map(([, text]) => text).join("\n\n"))).toBeLessThanOrEqual(7);
});
