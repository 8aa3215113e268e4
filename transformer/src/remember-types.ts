// A checker that answers once what type a node has: TypeScript finds the type of an expression anew each time, with all that it is made
// of, and the passes ask about one node several times, as often as functions are called.

import type ts from "typescript-6";
import type { TypeScript } from "./pass-context.js";
import { isFromLibrary } from "./recognise/library.js";

/** The nodes of one file whose type is a plain one: what is said of it holds no program, so it can be kept from one compilation to the next. */
export type PlainTypes = Map<ts.Node, PlainType>;
/** Those of the language, and, as `i32`, those that our declarations name: the name's symbol. */
type PlainType = "number" | "bigint" | "boolean" | "string" | ts.Symbol;

/** For as long as the program is as it is; `plainTypesOf` are those of a file, and grow. */
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
  // The keys of the table.
  const names = new Map(Object.entries(plain).map(([name, type]) => [type, name as PlainType & string]));
  const types = new Map<ts.Node, ts.Type>();
  const typeOf = (name: PlainType): ts.Type | undefined => {
    if (typeof name === "string") return plain[name];
    // A symbol that several files declare is made by the checker, and holds it.
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

/** Declared by the library, in a file that the program has. */
function isOurs(program: ts.Program, { declarations = [] }: ts.Symbol): boolean {
  return declarations.every((declaration) => {
    const file = declaration.getSourceFile();
    return isFromLibrary(file) && program.getSourceFile(file.fileName) === file;
  });
}
