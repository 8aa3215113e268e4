// Parses packages' JavaScript: ignores types in comments, which nobody has checked, and removes compilers' wrappers around `require` that return
// the same module.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

export function parseJavaScript(
  typescript: TypeScript,
  name: string,
  text: string,
  wanted: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile {
  const options = typeof wanted === "object" ? wanted : { languageVersion: wanted };
  const { ParseNone } = typescript.JSDocParsingMode;
  const file = typescript.createSourceFile(name, text, { ...options, jsDocParsingMode: ParseNone }, true);
  for (const statement of file.statements) {
    if (!typescript.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) bareRequire(typescript, declaration);
  }
  return file;
}

/** The functions of Babel and TypeScript that return a module with all its exports. */
const NAMESPACE_OF = /^(_interopRequireWildcard|__importStar)$/;

/**
 * Turns `var m = _interopRequireWildcard(require("./m.js"))` into `var m = require("./m.js")`, which TypeScript understands, before names
 * are bound.
 */
function bareRequire(typescript: TypeScript, declaration: ts.VariableDeclaration): void {
  const { initializer } = declaration;
  if (!initializer || !typescript.isCallExpression(initializer)) return;
  const { expression, arguments: given } = initializer;
  const [required] = given;
  const isNamespace = typescript.isIdentifier(expression) && NAMESPACE_OF.test(expression.text);
  if (!isNamespace || !required || !isRequire(typescript, required)) return;
  Object.assign(declaration, { initializer: required });
  Object.assign(required, { parent: declaration });
}

function isRequire(typescript: TypeScript, node: ts.Node): boolean {
  return (
    typescript.isCallExpression(node) && typescript.isIdentifier(node.expression) && node.expression.text === "require"
  );
}
