// What an identifier in a kernel stands for: a variable, a compile-time constant, a device global, or a value from outside
// that becomes a parameter (requirements X2, D13).

import type ts from "typescript-6";
import { deviceGlobalType, flavourOf } from "../recognise/brands.js";
import { constantOf } from "../recognise/evaluate.js";
import { isStandard, resolvedSymbol } from "../recognise/library.js";
import { shapeOf } from "../recognise/shapes.js";
import { type Collection, complain, newTerm, registerOf } from "./collect.js";
import type { Capture, Instance, Meaning, Outer, ValueShape } from "./instance.js";
import type { Term } from "./term.js";

export function collectName(collection: Collection, instance: Instance, node: ts.Identifier): Term | undefined {
  const meaning = meaningOf(collection, instance, node);
  if (!meaning) return undefined;
  instance.meanings.set(node, meaning);
  switch (meaning.kind) {
    case "constant":
      return constantTerm(collection, node, meaning.value);
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

function constantTerm(collection: Collection, node: ts.Identifier, value: number | boolean): Term | undefined {
  if (typeof value === "boolean") return undefined;
  const { context } = collection;
  const declaration = resolvedSymbol(context, node)?.valueDeclaration;
  const isPinned = declaration && context.ts.isVariableDeclaration(declaration) && declaration.type !== undefined;
  const flavour = isPinned ? flavourOf(context, context.checker.getTypeAtLocation(node)) : undefined;
  if (flavour) return newTerm(collection, { kind: "known", type: registerOf(flavour) }, node);
  return newTerm(collection, { kind: "literal", value }, node);
}

/** A captured number without flavour has a term of its own at each use: it adopts what it meets there. */
function outerTerm(collection: Collection, node: ts.Identifier, outer: Outer): Term | undefined {
  if (outer.kind === "variable") return numberTerm(outer.variable.shape);
  const { shape } = outer.capture;
  if (shape.kind === "weakNumber") return newTerm(collection, { kind: "capture", capture: shape.number }, node);
  if (shape.kind !== "number") return undefined;
  return newTerm(collection, { kind: "known", type: registerOf(shape.flavour) }, node);
}

function meaningOf(collection: Collection, instance: Instance, node: ts.Identifier): Meaning | undefined {
  const { context } = collection;
  const { ts } = context;
  const symbol = resolvedSymbol(context, node);
  const declaration = symbol?.valueDeclaration;
  const own = symbol && instance.variables.get(symbol);
  const constant = constantOf(context, node);
  if (constant !== undefined) return { kind: "constant", value: constant };
  if (own) return { kind: "variable", variable: own };
  if (!symbol || !declaration || isStandard(context, symbol)) {
    complain(collection, instance, "LW1202", node, [node.text]);
    return undefined;
  }
  if (ts.isVariableDeclaration(declaration) && deviceGlobalType(context, context.checker.getTypeOfSymbol(symbol))) {
    return { kind: "global", symbol, declaration };
  }
  const known = instance.outers.get(symbol);
  if (known) return { kind: "outer", outer: known };
  const outer = enclosingVariable(instance, symbol) ?? capture(collection, instance, node, symbol);
  if (!outer) return undefined;
  instance.outers.set(symbol, outer);
  return { kind: "outer", outer };
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
function capture(
  collection: Collection,
  instance: Instance,
  node: ts.Identifier,
  symbol: ts.Symbol,
): Outer | undefined {
  const { context, kernel } = collection;
  const known = collection.captures.get(symbol);
  if (known) return { kind: "capture", capture: known };
  const visible = context.checker.resolveName(node.text, kernel, context.ts.SymbolFlags.Value, false);
  const resolved =
    visible && visible.flags & context.ts.SymbolFlags.Alias ? context.checker.getAliasedSymbol(visible) : visible;
  if (resolved !== symbol) {
    complain(collection, instance, "LW1201", node, [node.text]);
    return undefined;
  }
  const shape = captureShape(collection, instance, node);
  if (!shape) return undefined;
  const made: Capture = { symbol, name: node.text, node, shape };
  collection.captures.set(symbol, made);
  return { kind: "capture", capture: made };
}

function captureShape(collection: Collection, instance: Instance, node: ts.Identifier): Capture["shape"] | undefined {
  const shape = shapeOf(collection.context, node);
  switch (shape.kind) {
    case "number":
      return shape.flavour
        ? { kind: "number", flavour: shape.flavour }
        : { kind: "weakNumber", number: { name: node.text, isInteger: false, uses: [] } };
    case "boolean":
    case "span":
      return shape;
    case "function":
      complain(collection, instance, "LW1116", node, [node.text]);
      return undefined;
    case "void":
    case "place":
    case "other": {
      const { checker } = collection.context;
      complain(collection, instance, "LW1204", node, [
        node.text,
        checker.typeToString(checker.getTypeAtLocation(node)),
      ]);
      return undefined;
    }
  }
}
