// What an identifier in a kernel stands for: a variable, a compile-time constant, a device global, or a value from outside
// that becomes a parameter (requirements X2, D13).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType, flavourOf } from "../recognise/brands.js";
import { declaredGlobal } from "../recognise/device-globals.js";
import { constantFiles, constantOf } from "../recognise/evaluate.js";
import { fits } from "../recognise/initial-bytes.js";
import { firstIdentifier, isStandard, type NameNode, resolvedSymbol } from "../recognise/library.js";
import { isErrorType, shapeOf } from "../recognise/shapes.js";
import { type Collection, complain, newTerm, registerOf } from "./collect.js";
import type { Capture, Instance, Meaning, Outer, ValueShape } from "./instance.js";
import type { Term } from "./term.js";

export function collectName(collection: Collection, instance: Instance, node: NameNode): Term | undefined {
  const meaning = meaningOf(collection, instance, node);
  if (!meaning) return undefined;
  instance.meanings.set(node, meaning);
  switch (meaning.kind) {
    case "constant":
      return constantTerm(collection, instance, node, meaning.value);
    case "variable":
      return numberTerm(meaning.variable.shape);
    case "outer":
      return outerTerm(collection, node, meaning.outer);
    case "global":
      return undefined;
  }
}

function numberTerm(shape: ValueShape): Term | undefined {
  return shape.kind === "number" ? shape.term : undefined;
}

function constantTerm(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  value: number | boolean,
): Term | undefined {
  if (typeof value === "boolean") return undefined;
  const { context } = collection;
  const declaration = resolvedSymbol(context, node)?.valueDeclaration;
  const isPinned = declaration && context.ts.isVariableDeclaration(declaration) && declaration.type !== undefined;
  const flavour = isPinned ? flavourOf(context, context.checker.getTypeAtLocation(node)) : undefined;
  if (flavour && !fits(value, flavour)) {
    complain(collection, instance, "LW1310", node, [String(value), flavour]);
    return undefined;
  }
  if (flavour) return newTerm(collection, { kind: "known", type: registerOf(flavour) }, node);
  return newTerm(collection, { kind: "literal", value }, node);
}

/** A captured number without flavour has a term of its own at each use: it adopts what it meets there. */
function outerTerm(collection: Collection, node: NameNode, outer: Outer): Term | undefined {
  if (outer.kind === "variable") return numberTerm(outer.variable.shape);
  const { shape } = outer.capture;
  if (shape.kind === "weakNumber") return newTerm(collection, { kind: "capture", capture: shape.number }, node);
  if (shape.kind !== "number") return undefined;
  return newTerm(collection, { kind: "known", type: registerOf(shape.flavour) }, node);
}

function meaningOf(collection: Collection, instance: Instance, node: NameNode): Meaning | undefined {
  const { context } = collection;
  const { ts } = context;
  const symbol = resolvedSymbol(context, node);
  const declaration = symbol?.valueDeclaration;
  const own = symbol && instance.variables.get(symbol);
  const constant = constantOf(context, node);
  if (constant !== undefined && shapeOf(context, node).kind === typeof constant) {
    for (const file of constantFiles(context, node)) collection.files.add(file);
    return { kind: "constant", value: constant };
  }
  if (own) return { kind: "variable", variable: own };
  // TypeScript has reported a name that it does not know, and we what was wrong with a declaration.
  if (!symbol || collection.faulty.has(symbol) || isErrorType(context.checker.getTypeAtLocation(node))) {
    collection.faults++;
    return undefined;
  }
  if (!declaration || isStandard(context, symbol)) {
    complain(collection, instance, symbol.name === "undefined" ? "LW1124" : "LW1202", node, [node.getText()]);
    return undefined;
  }
  collection.files.add(declaration.getSourceFile());
  if (ts.isVariableDeclaration(declaration) && deviceGlobalType(context, context.checker.getTypeOfSymbol(symbol))) {
    return globalMeaning(collection, instance, node, declaration);
  }
  const known = instance.outers.get(symbol);
  if (known) return { kind: "outer", outer: known };
  const outer = enclosingVariable(instance, symbol) ?? capture(collection, instance, node, symbol);
  if (!outer) return undefined;
  instance.outers.set(symbol, outer);
  return { kind: "outer", outer };
}

function globalMeaning(
  collection: Collection,
  instance: Instance,
  node: NameNode,
  declaration: ts.VariableDeclaration,
): Meaning | undefined {
  const { context } = collection;
  const global = declaredGlobal(context, declaration);
  if (global && global !== "faulty") {
    collection.files.add(global.declaration.getSourceFile());
    return { kind: "global", global };
  }
  const isOfPackage = declaration.getSourceFile().isDeclarationFile;
  if (global === "faulty") collection.faults++;
  else complain(collection, instance, isOfPackage ? "LW1405" : "LW1406", node, [node.getText()]);
  return undefined;
}

/** A variable of a function around a local helper, passed to it by value. */
function enclosingVariable(instance: Instance, symbol: ts.Symbol): Outer | undefined {
  for (let at = instance.caller?.instance; at; at = at.caller?.instance) {
    const variable = at.variables.get(symbol);
    if (variable) return { kind: "variable", variable };
  }
  return undefined;
}

/** A value of the host: its name must mean the same where the kernel stands, since it is read there at each launch. */
function capture(collection: Collection, instance: Instance, node: NameNode, symbol: ts.Symbol): Outer | undefined {
  const { context, kernel } = collection;
  const known = collection.captures.get(symbol);
  if (known) return { kind: "capture", capture: known };
  const first = firstIdentifier(context, node);
  const wanted = first && unaliased(context, context.checker.getSymbolAtLocation(first));
  const visible = first && context.checker.resolveName(first.text, kernel.parent, context.ts.SymbolFlags.Value, false);
  if (!wanted || unaliased(context, visible) !== wanted) {
    const isInside = symbol.valueDeclaration !== undefined && isWithin(symbol.valueDeclaration, kernel);
    complain(collection, instance, isInside ? "LW1212" : "LW1201", node, [node.getText()]);
    return undefined;
  }
  const shape = captureShape(collection, instance, node);
  if (!shape) return undefined;
  const made: Capture = { symbol, name: node.getText(), node, shape };
  collection.captures.set(symbol, made);
  return { kind: "capture", capture: made };
}

function isWithin(node: ts.Node, kernel: ts.Node): boolean {
  for (let at = node; at; at = at.parent) if (at === kernel) return true;
  return false;
}

function unaliased(context: PassContext, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol && symbol.flags & context.ts.SymbolFlags.Alias ? context.checker.getAliasedSymbol(symbol) : symbol;
}

function captureShape(collection: Collection, instance: Instance, node: NameNode): Capture["shape"] | undefined {
  const shape = shapeOf(collection.context, node);
  switch (shape.kind) {
    case "number":
      return shape.flavour
        ? { kind: "number", flavour: shape.flavour }
        : { kind: "weakNumber", number: { name: node.getText(), isInteger: false, uses: [] } };
    case "boolean":
    case "span":
      return shape;
    case "function":
      complain(collection, instance, "LW1116", node, [node.getText()]);
      return undefined;
    case "faulty":
      collection.faults++;
      return undefined;
    case "void":
    case "place":
    case "other": {
      const { checker } = collection.context;
      complain(collection, instance, "LW1204", node, [
        node.getText(),
        checker.typeToString(checker.getTypeAtLocation(node)),
      ]);
      return undefined;
    }
  }
}
