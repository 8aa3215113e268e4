// Where a package's JavaScript has what a call names and the compiler cannot follow to a function, and which import of its declarations leads nowhere: notes
// for messages.

import type ts from "typescript-6";
import type { Note } from "../diagnostics/diagnostic.js";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { exportedSymbol } from "./javascript-function.js";
import { lookedAt } from "./module-variables.js";
import { originOf } from "./origin-of.js";
import { entryOf } from "./package-bodies.js";

/** The declaration of `vec3.add`, or else of `vec3`, in the JavaScript that runs. */
export function placeOfExport(context: PassContext, callee: ts.Expression): readonly Note[] {
  const origin = originOf(context, callee);
  const entry = origin && entryOf(context, origin);
  const file = entry === undefined ? undefined : context.program.getSourceFile(entry);
  if (!origin || !file) return [];
  for (let count = origin.names.length; count > 0; count--) {
    const symbol = exportedSymbol(lookedAt(context), file, origin.names.slice(0, count));
    const place = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
    if (place && context.bodies.files.has(place.getSourceFile()))
      return [{ ...spanOf(statementOf(context, place)), message: "the JavaScript that runs has it from here" }];
  }
  return [];
}

/** The assignment around `exports.f`; a declaration is its own place. */
function statementOf({ ts }: PassContext, node: ts.Node): ts.Node {
  const { parent } = node;
  const isTarget = ts.isBinaryExpression(parent) && parent.left === (node as ts.Node);
  return isTarget ? parent : node;
}

/** How many imports deep declarations are searched. */
const MOST_IMPORTS = 4;

/** The import of a package's declarations that TypeScript does not find. */
export function missingImport(context: PassContext, name: ts.Expression): readonly Note[] {
  const { checker, ts } = context;
  const origin = originOf(context, name);
  const seen = new Set<ts.SourceFile>();
  const search = (file: ts.SourceFile | undefined, depth: number): readonly Note[] => {
    if (!file?.isDeclarationFile || seen.has(file) || depth === 0) return [];
    seen.add(file);
    const specifiers = file.statements.flatMap((one) =>
      (ts.isImportDeclaration(one) || ts.isExportDeclaration(one)) && one.moduleSpecifier ? one.moduleSpecifier : [],
    );
    const missing = specifiers.find((one) => checker.getSymbolAtLocation(one) === undefined);
    if (missing) return [{ ...spanOf(missing), message: "TypeScript does not find this file" }];
    return specifiers.reduce<readonly Note[]>(
      (found, one) => (found.length > 0 ? found : search(fileOf(one), depth - 1)),
      [],
    );
  };
  const fileOf = (specifier: ts.Expression) =>
    checker.getSymbolAtLocation(specifier)?.declarations?.[0]?.getSourceFile();
  return origin ? search(fileOf(origin.specifier), MOST_IMPORTS) : [];
}
