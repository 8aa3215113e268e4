// What the declarations of @lanewise/transformer say of TypeScript takes TypeScript's own objects, and gives them back with their types. That this
// compiles is the test; nothing runs it.

import { compileProgram, createTextProgram, printDiagnostics, toTypeScriptDiagnostic } from "@lanewise/transformer";
import lanewise from "@lanewise/transformer/before";
import transformProgram from "@lanewise/transformer/tsc";
import ts from "typescript";

export const given = ts.createProgram([], {});
const onDiagnostic = ({ code }: ts.Diagnostic) => console.log(code);
const before: ts.TransformerFactory<ts.SourceFile>[] = [
  lanewise(given, { onDiagnostic }, { ts }),
  lanewise(() => given),
];
given.emit(undefined, undefined, undefined, false, { before });

export const transformed: ts.Program = transformProgram(given, undefined, {}, { ts });
const compilation = compileProgram(ts, transformed, { fp: "strict" });
const text = createTextProgram(ts, transformed, ts.createCompilerHost({}), () => compilation);
const emitting: ts.Program = text.program;
const ours = compilation.diagnostics.map((one) => toTypeScriptDiagnostic(ts, emitting, one));
const diagnostics: readonly ts.Diagnostic[] = [...text.warnings, ...ours];
export const printed: string = printDiagnostics(ts, diagnostics, { pretty: false, currentDirectory: "." });
