// Fixes for uses of values and functions: exports or imports them, makes them constants, device functions or atomics, or awaits them.

import path from "node:path";
import type ts from "typescript-6";
import {
  declarationOf,
  type Fix,
  type FixPlace,
  inPlaceOf,
  insertAfter,
  insertBefore,
  matched,
  replace,
  type TextEdit,
} from "./fix.js";
import { importing, withImports } from "./imports.js";

/** The kernel's file, found through the diagnostic's notes. */
function fileOfKernel({ program, source, diagnostic }: FixPlace): ts.SourceFile | undefined {
  const calls = diagnostic.notes.filter(({ message }) => message.startsWith("called from the kernel"));
  const files = new Set(calls.map(({ file }) => file));
  const [file] = files;
  const found = files.size === 1 && file !== undefined ? program.getSourceFile(file) : undefined;
  return found === source ? undefined : found;
}

/** The specifier of a project's module as another module imports it. */
function specifierFor({ ts }: FixPlace, from: ts.SourceFile, to: ts.SourceFile): string {
  const written = from.statements
    .flatMap((one) => (ts.isImportDeclaration(one) ? [one.moduleSpecifier] : []))
    .flatMap((one) => (ts.isStringLiteral(one) && one.text.startsWith(".") ? [one.text] : []));
  const relative = path.posix.relative(path.posix.dirname(from.fileName), to.fileName);
  const start = relative.startsWith(".") ? relative : `./${relative}`;
  const script = start.replace(/(?:\.d)?\.([cm]?)tsx?$/, ".$1js");
  const known = [start, script, start.replace(/\.[cm]?tsx?$/, "")].find((one) => written.includes(one));
  return known ?? script;
}

/** A value of a helper's module that the kernel's module must see. */
export const exportFixes: readonly Fix[] = [
  {
    id: "lanewise-export-and-import",
    title: "Export it, and import it in the module of the kernel",
    edits(place) {
      const { ts, node } = place;
      const kernelFile = fileOfKernel(place);
      const declaration = declarationOf(place, node);
      if (!kernelFile || !declaration || !ts.isIdentifier(node)) return undefined;
      const statement = ts.findAncestor(declaration, ts.isStatement);
      const owner = declaration.getSourceFile();
      if (!statement || statement.parent !== owner || owner === kernelFile) return undefined;
      const isExported = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
      const from = specifierFor(place, kernelFile, owner);
      const name = ts.getNameOfDeclaration(declaration)?.getText() ?? node.text;
      const edits = isExported ? [] : [insertBefore(statement, "export ")];
      return withImports(place, kernelFile, [{ name, from }], edits);
    },
  },
];

/** A package's export that the helper's module imports. */
export const packageImportFixes: readonly Fix[] = [
  {
    id: "lanewise-import-where-kernel-stands",
    title: "Import it in the module of the kernel",
    edits(place) {
      const { ts, checker, node } = place;
      const kernelFile = fileOfKernel(place);
      const symbol = checker.getSymbolAtLocation(node);
      const specifier = symbol?.declarations?.find(ts.isImportSpecifier);
      const from = specifier?.parent.parent.parent.moduleSpecifier;
      const declared = declarationOf(place, node)?.getSourceFile();
      if (!kernelFile || !specifier || !declared || !from || !ts.isStringLiteral(from)) return undefined;
      const name = (specifier.propertyName ?? specifier.name).text;
      const isRelative = from.text.startsWith(".");
      const there = isRelative ? specifierFor(place, kernelFile, declared) : from.text;
      return importing(place, kernelFile, { name, from: there });
    },
  },
];

/** An ordinary array of constants. */
export const constantArrayFixes: readonly Fix[] = [
  {
    id: "lanewise-constant-array",
    title: "Make the array a constant: as const",
    edits(place) {
      const { ts } = place;
      const declaration = declarationOf(place, rootOf(place, place.node));
      if (!declaration || !ts.isVariableDeclaration(declaration)) return undefined;
      const { initializer, type, parent } = declaration;
      if (!ts.isVariableDeclarationList(parent) || !(parent.flags & ts.NodeFlags.Const)) return undefined;
      if (!initializer || !isConstantTable(place, initializer)) return undefined;
      if (!type) return [insertAfter(initializer, " as const")];
      return ts.isArrayTypeNode(type) ? [insertBefore(type, "readonly ")] : undefined;
    },
  },
];

/** The variable at the start of `tables.gauss[k]`. */
function rootOf({ ts }: FixPlace, node: ts.Node): ts.Node {
  let root = node;
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)) root = root.expression;
  return root;
}

/** Whether a node consists of arrays and objects of literal numbers. */
function isConstantTable(place: FixPlace, node: ts.Node): boolean {
  const { ts, checker } = place;
  if (ts.isArrayLiteralExpression(node)) return node.elements.every((one) => isConstantTable(place, one));
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.every((one) => ts.isPropertyAssignment(one) && isConstantTable(place, one.initializer));
  }
  return checker.getTypeAtLocation(node).isNumberLiteral();
}

/** A function whose reference is taken. */
export const deviceFunctionFixes: readonly Fix[] = [
  {
    id: "lanewise-device-function",
    title: "Make it a device function",
    edits(place) {
      const declaration = declarationOf(place, place.node);
      const edits = declaration && asDeviceFunction(place, declaration);
      return edits && withImports(place, declaration.getSourceFile(), [{ name: "deviceFn", from: "lanewise" }], edits);
    },
  },
];

function asDeviceFunction({ ts, checker }: FixPlace, node: ts.Declaration): TextEdit[] | undefined {
  if (ts.isVariableDeclaration(node)) {
    const value = node.initializer;
    const isFunction = value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
    return isFunction ? [insertBefore(value, "deviceFn("), insertAfter(value, ")")] : undefined;
  }
  if (!ts.isFunctionDeclaration(node) || !node.name || !node.body || !ts.isSourceFile(node.parent)) return undefined;
  const isDefault = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  const word = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword);
  if (isDefault || !word || checker.getSymbolAtLocation(node.name)?.declarations?.length !== 1) return undefined;
  return [insertBefore(word, `const ${node.name.text} = deviceFn(`), insertAfter(node, ");")];
}

/** The update in the help line. */
export const atomicFixes: readonly Fix[] = [
  {
    id: "lanewise-atomic",
    title: "Update it with an atomic operation",
    all: "Update all such elements in this file with atomic operations",
    edits(place) {
      const { ts, node, source, diagnostic } = place;
      const text = matched(/^Use `(atomicRef\(.*\))`\.$/s, diagnostic.help);
      if (text === undefined || !ts.isExpressionStatement(node.parent)) return undefined;
      return withImports(place, source, [{ name: "atomicRef", from: "lanewise" }], [replace(node, text)]);
    },
  },
];

/** The launch in the note. */
export const awaitFixes: readonly Fix[] = [
  {
    id: "lanewise-await-launch",
    title: "Await the launch",
    edits({ ts, diagnostic, source }) {
      const [note] = diagnostic.notes;
      const search = (one: ts.Node): ts.Node | undefined => {
        if (!note || one.pos > note.start || one.end < note.start + note.length) return undefined;
        if (ts.isCallExpression(one) && one.getStart(source) === note.start) return one;
        return ts.forEachChild(one, search);
      };
      const call = note?.file === source.fileName ? search(source) : undefined;
      const holder = call && ts.findAncestor(call, ts.isFunctionLike);
      if (!call || (holder && !(ts.getCombinedModifierFlags(holder) & ts.ModifierFlags.Async))) return undefined;
      const statement = ts.isVoidExpression(call.parent) ? call.parent : call;
      return ts.isExpressionStatement(statement.parent) ? [replace(statement, `await ${call.getText()}`)] : undefined;
    },
  },
];

/** `total.value` on the host. */
export const readFixes: readonly Fix[] = [
  {
    id: "lanewise-read-device-global",
    title: "Read it from the device",
    edits(place) {
      const { ts, checker, node } = place;
      if (!ts.isPropertyAccessExpression(node)) return undefined;
      const call = ts.isCallExpression(node.parent) && node.parent.expression === node ? node.parent : undefined;
      const isRead = node.name.text === "value" ? !isWritten(place, node) : node.name.text === "get" && call;
      if (!isRead || !mayAwait(place, node)) return undefined;
      const queue = checker.getSymbolsInScope(node, ts.SymbolFlags.Variable).find((one) => {
        return checker.getTypeOfSymbol(one).getSymbol()?.name === "Queue";
      });
      const whole = call ?? node;
      const text = `await ${queue?.name}.read(${node.expression.getText()})`;
      return queue && [replace(whole, inPlaceOf(place, whole, text))];
    },
  },
];

/** Whether `await` is allowed: not in a function that is not async, nor in a class member. */
function mayAwait({ ts }: FixPlace, node: ts.Node): boolean {
  const isHolder = (one: ts.Node): one is ts.SignatureDeclaration | ts.ClassElement =>
    ts.isFunctionLike(one) || ts.isClassElement(one);
  const holder = ts.findAncestor(node, isHolder);
  return !holder || (ts.getCombinedModifierFlags(holder) & ts.ModifierFlags.Async) !== 0;
}

function isWritten({ ts }: FixPlace, node: ts.Node): boolean {
  const { parent } = node;
  const isLeft = ts.isBinaryExpression(parent) && parent.left === node;
  return isLeft || ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent);
}
