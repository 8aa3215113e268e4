// Our diagnostics for one file in the editor. Those without a source file, such as mistakes in tsconfig.json, appear at each file's
// import of the library, with the actual position as related information.

import type ts from "typescript-6";
import { toTypeScriptDiagnostic } from "../adapters/typescript-diagnostic.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { InternalError } from "../faults/internal-error.js";
import type { TypeScript } from "../pass-context.js";
import type { Compiled } from "./project-compiler.js";

export function diagnosticsOf(
  typescript: TypeScript,
  compiled: Compiled | undefined,
  fileName: string,
): ts.Diagnostic[] {
  const source = compiled?.program.getSourceFile(fileName);
  if (!compiled || !source) return [];
  const { program, compilation } = compiled;
  const shown = (diagnostic: Diagnostic) => toTypeScriptDiagnostic(typescript, program, diagnostic);
  const inside = compilation.diagnostics.filter(({ file }) => file === source.fileName).map(shown);
  const outside = compilation.diagnostics.filter(({ file }) => !program.getSourceFile(file)).map(shown);
  return [...inside, ...atImport(typescript, source, outside)];
}

/** Shows an internal failure at the import of the library. The server's log has the details. */
export function failureIn(
  typescript: TypeScript,
  program: ts.Program | undefined,
  fileName: string,
  error: unknown,
): ts.Diagnostic[] {
  const source = program?.getSourceFile(fileName);
  const found = error instanceof InternalError ? error.cause : error;
  const message = found instanceof Error ? found.message : String(found);
  const messageText = `Lanewise's compiler failed here, which is its own fault: ${message}\n  help: \`npx lanewise check\` prints where; please report it.`;
  const failure = { category: typescript.DiagnosticCategory.Warning, code: 90_000, source: "lanewise", messageText };
  return source
    ? atImport(typescript, source, [{ ...failure, file: undefined, start: undefined, length: undefined }])
    : [];
}

function atImport(
  typescript: TypeScript,
  source: ts.SourceFile,
  diagnostics: readonly ts.Diagnostic[],
): ts.Diagnostic[] {
  if (diagnostics.length === 0) return [];
  const specifier = source.statements
    .flatMap((statement) => (typescript.isImportDeclaration(statement) ? [statement.moduleSpecifier] : []))
    .find((one) => typescript.isStringLiteral(one) && /^lanewise(\/|$)/.test(one.text));
  if (!specifier) return [];
  const start = specifier.getStart(source);
  const length = specifier.getEnd() - start;
  return diagnostics.map(({ relatedInformation = [], ...one }) => {
    const { file, start: at, length: long, category, code } = one;
    const place = { file, start: at, length: long, category, code, messageText: "It is here." };
    const related = file ? [place, ...relatedInformation] : relatedInformation;
    return { ...one, file: source, start, length, relatedInformation: related };
  });
}
