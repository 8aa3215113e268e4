// A checker that caches node types: TypeScript recomputes an expression's type on each call, with all its parts, and the passes ask
// about a node several times, as often as functions are called.

import type ts from "typescript-6";
import type { TypeScript } from "./pass-context.js";
import { isFromLibrary } from "./recognise/library.js";

/** The nodes of a file that have a plain type. An entry does not refer to a program, so it can be kept between compilations. */
export type PlainTypes = Map<ts.Node, PlainType>;
/** A type of the language or, like `i32`, one that our declarations name: then the name's symbol. */
type PlainType = "number" | "bigint" | "boolean" | "string" | ts.Symbol;

/** Valid as long as the program is unchanged; `plainTypesOf` returns a file's plain types, and adds to them. */
export function rememberTypes(
  { SymbolFlags }: TypeScript,
  program: ts.Program,
  checker: ts.TypeChecker,
  plainTypesOf: (file: ts.SourceFile) => PlainTypes | undefined,
): ts.TypeChecker {
  const plain: Readonly<Record<PlainType & string, ts.Type>> = {
    number: checker.getNumberType(),
    bigint: checker.getBigIntType(),
    boolean: checker.getBooleanType(),
    string: checker.getStringType(),
  };
  // The keys are those of the table.
  const names = new Map(Object.entries(plain).map(([name, type]) => [type, name as PlainType & string]));
  const types = new Map<ts.Node, ts.Type>();
  const typeOf = (name: PlainType): ts.Type | undefined => {
    if (typeof name === "string") return plain[name];
    // The checker creates symbols that several files declare, and they hold the checker.
    return !(name.flags & SymbolFlags.Transient) && isOurs(program, name)
      ? checker.getDeclaredTypeOfSymbol(name)
      : undefined;
  };
  const find = (node: ts.Node): ts.Type => {
    const kept = plainTypesOf(node.getSourceFile());
    const before = kept?.get(node);
    const known = before && typeOf(before);
    if (known) return known;
    const type = checker.getTypeAtLocation(node);
    const name = names.get(type) ?? type.aliasSymbol;
    if (name && typeOf(name) === type) kept?.set(node, name);
    return type;
  };
  const getTypeAtLocation = (node: ts.Node): ts.Type => {
    const type = types.get(node) ?? find(node);
    types.set(node, type);
    return type;
  };
  return { ...checker, getTypeAtLocation };
}

/** Whether the library declares a symbol, in a file of the program. */
function isOurs(program: ts.Program, { declarations = [] }: ts.Symbol): boolean {
  return declarations.every((declaration) => {
    const file = declaration.getSourceFile();
    return isFromLibrary(file) && program.getSourceFile(file.fileName) === file;
  });
}
