// Fixes for TypeScript's errors about our types: converts a value of one flavour to another, `i32(x)`.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { changesOf } from "./code-fixes.js";
import { nodeOfSpan, replace } from "./fixes/fix.js";
import { withImports } from "./fixes/imports.js";

/** "Type … is not assignable to type …", for a value and for an argument. */
const NOT_ASSIGNABLE: ReadonlySet<number> = new Set([2322, 2345]);
const flavours = new Set(["i8", "u8", "i16", "u16", "i32", "u32", "f16", "f32", "f64"]);

export function conversionsAt(
  typescript: TypeScript,
  program: ts.Program | undefined,
  fileName: string,
  { start, end }: { readonly start: number; readonly end: number },
  codes: readonly number[],
): ts.CodeFixAction[] {
  const source = program?.getSourceFile(fileName);
  if (!program || !source || !codes.some((code) => NOT_ASSIGNABLE.has(code))) return [];
  const node = nodeOfSpan(typescript, source, { file: fileName, start, length: end - start });
  const checker = program.getTypeChecker();
  const found = node && conversionAt(typescript, checker, node);
  if (!found) return [];
  const { value, wanted } = found;
  const place = { ts: typescript, checker };
  const edit = replace(value, `${wanted}(${value.getText()})`);
  const edits = withImports(place, source, [{ name: wanted, from: "lanewise" }], [edit]);
  const description = `Convert it: ${wanted}(…)`;
  return edits ? [{ fixName: "lanewise-convert", description, changes: changesOf(edits) }] : [];
}

/** The value that does not fit, and the flavour expected. */
function conversionAt(
  typescript: TypeScript,
  checker: ts.TypeChecker,
  node: ts.Node,
): { readonly value: ts.Expression; readonly wanted: string } | undefined {
  const { parent } = node;
  const isDeclared = typescript.isVariableDeclaration(parent) && parent.name === node;
  const isAssigned = typescript.isBinaryExpression(parent) && parent.left === node;
  const given = typescript.isReturnStatement(node) ? node.expression : typescript.isExpression(node) ? node : undefined;
  const value = isDeclared ? parent.initializer : isAssigned ? parent.right : given;
  if (!value) return undefined;
  const target = isDeclared || isAssigned ? checker.getTypeAtLocation(node) : checker.getContextualType(value);
  const wanted = target && checker.typeToString(target);
  const has = checker.typeToString(checker.getTypeAtLocation(value));
  return wanted !== undefined && flavours.has(wanted) && flavours.has(has) ? { value, wanted } : undefined;
}
