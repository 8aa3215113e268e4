// Completes calls of `structOf`: finds the layout of the struct that the call names, which the emitted text passes
// (docs/decisions/0006-values.md). Reports types without a layout.

import type { StructDefinition } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Edit } from "../compilation.js";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { structOfType } from "./brands.js";
import { givenByLibrary, isDirectCall } from "./library-calls.js";
import { isErrorType } from "./shapes.js";
import { isFault, type StructFault, structType } from "./struct-types.js";

/** A call and the layout that completes it. */
export interface StructOfCall {
  readonly call: ts.CallExpression;
  readonly layout: { readonly name: string; readonly structs: readonly StructDefinition[] };
  /** The structs that are classes, with the classes' names at the call. */
  readonly classes: ReadonlyMap<string, string>;
  /** The files that decided the layout. */
  readonly files: ReadonlySet<ts.SourceFile>;
}

/** Whether a call is the library's `structOf`, recognised by its result's brand, whatever its name here. */
export function isStructOfCall(context: PassContext, node: ts.CallExpression): boolean {
  return structOf(context, node) !== undefined;
}

function structOf(context: PassContext, node: ts.CallExpression): ts.Type | undefined {
  const type = givenByLibrary(context, node, (one) => structOfType(context, one) !== undefined);
  return type && structOfType(context, type);
}

/** The layout for a call without one; undefined if one is passed, or there is a fault. */
export function structOfCall(context: PassContext, call: ts.CallExpression): StructOfCall | undefined {
  const { ts, checker } = context;
  const struct = structOf(context, call);
  if (!struct || !isDirectCall(context, call)) return undefined;
  if (call.arguments.length > 1 || call.arguments.some((argument) => ts.isSpreadElement(argument))) {
    return undefined;
  }
  const place = call.typeArguments?.[0] ?? call.arguments[0] ?? call;
  if (struct.flags & ts.TypeFlags.NonPrimitive) {
    context.reporter.report("LW1604", place);
    return undefined;
  }
  const found = structType(context, struct);
  if (isFault(found)) report(context, place, struct, found);
  else if (typeof found.type === "string" || found.type.kind !== "struct") {
    context.reporter.report("LW1601", place, [checker.typeToString(struct)]);
  } else {
    const { name } = found.type;
    const classes = new Map<string, string>();
    for (const [struct, symbol] of found.classes) {
      const isGiven = struct === name && call.arguments.length > 0;
      if (!isGiven && isVisible(context, call, symbol)) classes.set(struct, symbol.name);
    }
    return { call, layout: { name, structs: found.structs }, classes, files: found.files };
  }
  return undefined;
}

/** Whether a class's name refers to it, as a value, at the call. */
function isVisible({ ts, checker }: PassContext, call: ts.CallExpression, symbol: ts.Symbol): boolean {
  const named = checker.resolveName(symbol.name, call, ts.SymbolFlags.Value, false);
  for (let at: ts.Symbol | undefined = named; at && at !== symbol; at = checker.getImmediateAliasedSymbol(at)) {
    if (!(at.flags & ts.SymbolFlags.Alias)) return false;
    if (at.declarations?.some((declaration) => ts.isTypeOnlyImportOrExportDeclaration(declaration))) return false;
  }
  return named !== undefined;
}

/** The diagnostics of a field, by fault. */
const fieldCodes = {
  type: "LW1602",
  "optional field": "LW1603",
  "type parameter": "LW1605",
  "contains itself": "LW1606",
  "private name": "LW1607",
  "array without length": "LW1608",
  "mixed tuple": "LW1609",
} as const satisfies Record<StructFault["fault"], DiagnosticCode>;

function report(context: PassContext, place: ts.Node, struct: ts.Type, found: StructFault): void {
  const { checker, reporter } = context;
  const { fault, type, path } = found;
  if (isErrorType(type)) return; // TypeScript has reported it
  if (path === "" && fault !== "type parameter") reporter.report("LW1601", place, [checker.typeToString(struct)]);
  else reportField(context, place, struct, found);
}

/** Reports a struct field's fault, noting where the field is declared. */
export function reportField(context: PassContext, place: ts.Node, struct: ts.Type, found: StructFault): void {
  const { checker, reporter } = context;
  const { fault, type, path, declaration } = found;
  if (isErrorType(type)) return; // TypeScript has reported it
  const typeText = checker.typeToString(type);
  const notes = declaration ? [{ ...spanOf(declaration), message: `${path} is declared here.` }] : [];
  reporter.report(fieldCodes[fault], place, [path || checker.typeToString(struct), typeText], notes);
}

/**
 * Passes the layout after the class, or after `undefined` if there is none. Classes are passed as thunks, since they may be declared
 * later.
 */
export function completeStructOf({ call, layout, classes }: StructOfCall): Edit {
  const last = call.arguments.at(-1);
  const thunks = [...classes].map(([struct, name]) => `${JSON.stringify(struct)}:() => ${name}`);
  const json = JSON.stringify(layout);
  const text = thunks.length === 0 ? json : `${json.slice(0, -1)},"classes":{${thunks.join(",")}}}`;
  return last ? { at: last.getEnd(), text: `, ${text}` } : { at: call.getEnd() - 1, text: `undefined, ${text}` };
}
