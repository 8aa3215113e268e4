// Fixes for the position and form of declarations of device globals, specialization constants and device functions.

import type ts from "typescript-6";
import {
  type Fix,
  type FixPlace,
  findInside,
  insert,
  insertBefore,
  isAssigned,
  remove,
  replace,
  type TextEdit,
} from "./fix.js";

export const constFixes: readonly Fix[] = [
  {
    id: "lanewise-const",
    title: "Declare it with const",
    all: "Declare all such variables in this file with const",
    edits(place) {
      const { ts, node } = place;
      const list = node.parent;
      if (!ts.isVariableDeclaration(node) || !ts.isVariableDeclarationList(list)) return undefined;
      const word = list.getFirstToken();
      const canBe = list.declarations.every((one) => one.initializer && !isAssigned(place, one.name));
      return word && canBe ? [replace(word, "const")] : undefined;
    },
  },
];

export const readonlyFixes: readonly Fix[] = [
  {
    id: "lanewise-static-readonly",
    title: "Declare it static readonly",
    all: "Declare all such members in this file static readonly",
    edits: (place) => asStaticReadonly(place),
  },
];

/** Changes the member's modifiers, and the class's own references to it. */
function asStaticReadonly(place: FixPlace): TextEdit[] | undefined {
  const { ts, node } = place;
  if (!ts.isPropertyDeclaration(node) || !ts.isIdentifier(node.name) || isAssigned(place, node.name)) return undefined;
  // An accessor cannot be readonly.
  if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AccessorKeyword)) return undefined;
  const owner = node.parent;
  const hidden: readonly ts.SyntaxKind[] = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  const own = (node.modifiers ?? []).filter((one) => !hidden.includes(one.kind)).map((one) => one.getText());
  const wanted = ["static", "readonly"];
  const words = [...own.filter((word) => !wanted.includes(word)), ...wanted];
  const edits = [...(node.modifiers ?? []).map(remove), insertBefore(node.name, `${words.join(" ")} `)];
  const isStatic = own.includes("static");
  if (isStatic) return edits;
  const { name } = node;
  const visit = (one: ts.Node): void => {
    const isUse = ts.isPropertyAccessExpression(one) && one.expression.kind === ts.SyntaxKind.ThisKeyword;
    if (isUse && one.name.text === name.text && owner.name) edits.push(replace(one.expression, owner.name.text));
    ts.forEachChild(one, visit);
  };
  visit(owner);
  return owner.name ? edits : undefined;
}

export const moveToModuleFixes: readonly Fix[] = [
  {
    id: "lanewise-move-to-module",
    title: "Move it to the module",
    edits(place) {
      const { ts, checker, node, source } = place;
      if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return undefined;
      const list = node.parent;
      if (!ts.isVariableDeclarationList(list) || list.declarations.length > 1) return undefined;
      const statement = list.parent;
      const outermost = source.statements.find((one) => one.pos <= node.pos && one.end >= node.end);
      if (!ts.isVariableStatement(statement) || !outermost || statement === outermost) return undefined;
      if (checker.resolveName(node.name.text, source, ts.SymbolFlags.Value, true)) return undefined;
      if (usesLocals(place, node, outermost)) return undefined;
      const newLine = source.text.includes("\r\n") ? "\r\n" : "\n";
      return [insert(source, outermost.getStart(source), `const ${node.getText()};${newLine}`), remove(statement)];
    },
  },
];

/** Whether an initializer uses local declarations, which the module does not see. */
function usesLocals(place: FixPlace, node: ts.VariableDeclaration, outermost: ts.Statement): boolean {
  const { checker, source } = place;
  const isWithin = (declared: ts.Node, whole: ts.Node) => declared.pos >= whole.pos && declared.end <= whole.end;
  const isLocal = (declared: ts.Node) =>
    declared.getSourceFile() === source && isWithin(declared, outermost) && !isWithin(declared, node);
  const isOfLocal = (one: ts.Node) => checker.getSymbolAtLocation(one)?.declarations?.some(isLocal) === true;
  return node.initializer !== undefined && findInside(place, node.initializer, isOfLocal) !== undefined;
}

export const defaultExportFixes: readonly Fix[] = [
  {
    id: "lanewise-name-default-export",
    title: "Give it a name, and export that",
    edits({ ts, checker, node, source }) {
      if (!ts.isExportAssignment(node) || node.isExportEquals) return undefined;
      const isFree = (one: string) => !checker.resolveName(one, node, ts.SymbolFlags.Value, true);
      const name = ["total", "shared", "main"].find(isFree);
      if (!name) return undefined;
      const newLine = source.text.includes("\r\n") ? "\r\n" : "\n";
      return [replace(node, `const ${name} = ${node.expression.getText()};${newLine}export default ${name};`)];
    },
  },
];

/** The note is at the field's declaration. */
export const optionalFieldFixes: readonly Fix[] = [
  {
    id: "lanewise-required-field",
    title: "Declare the field without ?",
    edits({ ts, program, diagnostic }) {
      const [note] = diagnostic.notes;
      const declared = note && program.getSourceFile(note.file);
      if (!note || !declared || program.isSourceFileFromExternalLibrary(declared)) return undefined;
      const search = (one: ts.Node): ts.Node | undefined => {
        if (one.pos > note.start || one.end < note.start + note.length) return undefined;
        const isField = ts.isPropertySignature(one) || ts.isPropertyDeclaration(one);
        if (isField && one.questionToken && one.getStart(declared) === note.start) return one.questionToken;
        return ts.forEachChild(one, search);
      };
      const mark = search(declared);
      return mark && [replace(mark, "")];
    },
  },
];
