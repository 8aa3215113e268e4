// Collects the specialization constants that kernels read, and the captured values that their programs are specialized for.

import path from "node:path";
import { invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { constantFor } from "../recognise/imported-globals.js";
import { readSpecConstant } from "../recognise/spec-constants.js";
import { type Collection, complain } from "./collect.js";
import { collectExpression } from "./collect-expressions.js";
import { memoryTerm } from "./collect-objects.js";
import type { Instance } from "./instance.js";
import { numberValue, type Value } from "./shape.js";
import { globalValue, noBindings } from "./types.js";

/** Collects `radius.value` and `radius.get()`; returns "none" for all other expressions. */
export function collectSpecConstant(
  collection: Collection,
  instance: Instance,
  node: ts.PropertyAccessExpression | ts.CallExpression,
): Value | "none" | undefined {
  const { context } = collection;
  const constant = readSpecConstant(context, node);
  if (constant === undefined) return "none";
  const base = context.ts.isCallExpression(node) ? skipWrappers(context, node.expression) : node;
  const named = context.ts.isPropertyAccessExpression(base) ? base.expression : base;
  if (constant === "untraced") return complain(collection, instance, "LW1442", node, [named.getText()]);
  const file = collection.kernel.getSourceFile();
  const used = constant === "faulty" ? undefined : constantFor(context, file, constant, named);
  if (used?.fault)
    return complain(collection, instance, used.fault, node, [named.getText(), path.basename(file.fileName)]);
  if (!used?.constant) {
    collection.faults++;
    return undefined;
  }
  const { declaration, initialFiles, typeFiles, elementType, name } = used.constant;
  for (const file of [declaration.getSourceFile(), ...initialFiles, ...typeFiles]) collection.files.add(file);
  instance.meanings.set(node, { kind: "specialization", constant: used.constant });
  const value = globalValue(collection, elementType, node, noBindings);
  invariant(!("fault" in value), () => `the type of the specialization constant ${name} was found sound`);
  if (value.kind !== "global") return value;
  return value.scalar === "bool" ? { kind: "boolean" } : numberValue(memoryTerm(collection, node, value.scalar));
}

/** `specialized(radius)`: the captured value itself, which is constant wherever the kernel reads it. */
export function collectSpecialized(
  collection: Collection,
  instance: Instance,
  argument: ts.Expression,
): Value | undefined {
  const before = collection.faults;
  const value = collectExpression(collection, instance, argument);
  if (collection.faults > before) return undefined;
  const meaning = instance.meanings.get(skipWrappers(collection.context, argument));
  const capture = meaning?.kind === "outer" && meaning.outer.kind === "capture" ? meaning.outer.capture : undefined;
  const isScalar = value?.kind === "number" || value?.kind === "boolean";
  if (capture && isScalar) capture.isSpecialized = true;
  const isConstant = meaning?.kind === "constant" || (value?.kind === "number" && value.term.origin.kind === "literal");
  if (isScalar && (capture || isConstant)) return value;
  return complain(collection, instance, "LW1443", argument, [argument.getText()]);
}
