// Walks a kernel and all it calls and makes the terms of its numbers: the graph that solve.ts decides. Statements are here,
// expressions in collect-expressions.ts, names in collect-names.ts.

import { type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { Note } from "../diagnostics/diagnostic.js";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import type { FunctionNode } from "../recognise/calls.js";
import { shapeOfType } from "../recognise/shapes.js";
import { collectExpression, flowInto } from "./collect-expressions.js";
import type { Capture, Instance, ValueShape, Variable } from "./instance.js";
import { createTerm, type NumberType, type Term } from "./term.js";

/** Everything collected for one kernel. */
export interface Collection {
  readonly context: PassContext;
  readonly kernel: FunctionNode;
  readonly terms: Term[];
  readonly limits: (readonly [Term, Term])[];
  readonly captures: Map<ts.Symbol, Capture>;
  /** Shared instances: of functions all whose arguments have known types. */
  readonly shared: Map<string, Instance>;
  /** The source files whose text decides this kernel. */
  readonly files: Set<ts.SourceFile>;
  isSound: boolean;
}

export function createCollection(context: PassContext, kernel: FunctionNode): Collection {
  return {
    context,
    kernel,
    terms: [],
    limits: [],
    captures: new Map(),
    shared: new Map(),
    files: new Set([kernel.getSourceFile()]),
    isSound: true,
  };
}

/** A diagnostic with the chain of calls that leads from the kernel to it. */
export function complain(
  collection: Collection,
  instance: Instance,
  code: DiagnosticCode,
  node: ts.Node,
  args: readonly string[] = [],
): void {
  collection.isSound = false;
  collection.context.reporter.report(code, node, args, calledFrom(instance));
}

export function calledFrom(instance: Instance): Note[] {
  const notes: Note[] = [];
  for (let at = instance.caller; at; at = at.instance.caller) {
    notes.push({ ...spanOf(at.call), message: `called from ${describeFunction(at.instance)}` });
  }
  return notes;
}

function describeFunction(instance: Instance): string {
  return instance.caller ? `\`${instance.name}\`` : "the kernel";
}

export function newTerm(collection: Collection, ...args: Parameters<typeof createTerm>): Term {
  const term = createTerm(...args);
  collection.terms.push(term);
  return term;
}

export function registerOf(flavour: ScalarType): NumberType {
  const { register } = scalars[flavour];
  if (register === "bool") throw new Error("a flavour is a number type");
  return register;
}

/** The shape of a variable, parameter or result of that type; `inputs` are what it is first given. */
export function valueShape(
  collection: Collection,
  instance: Instance | undefined,
  node: ts.Node,
  type: ts.Type,
): ValueShape | undefined {
  const shape = shapeOfType(collection.context, type);
  switch (shape.kind) {
    case "number": {
      const { flavour } = shape;
      if (!flavour) return { kind: "number", term: newTerm(collection, { kind: "join" }, node), narrow: undefined };
      const term = newTerm(collection, { kind: "known", type: registerOf(flavour) }, node);
      return { kind: "number", term, narrow: scalars[flavour].register === flavour ? undefined : flavour };
    }
    case "boolean":
      return { kind: "boolean" };
    case "span":
      return { kind: "span", element: shape.element, clamps: shape.clamps };
    default: {
      const name = collection.context.checker.typeToString(type);
      if (instance) complain(collection, instance, "LW1304", node, [name]);
      return undefined;
    }
  }
}

export function declareVariable(
  collection: Collection,
  instance: Instance,
  name: ts.Identifier,
  type: ts.Type,
): Variable | undefined {
  const symbol = collection.context.checker.getSymbolAtLocation(name);
  const shape = valueShape(collection, instance, name, type);
  if (!symbol || !shape) return undefined;
  const variable = { name: name.text, symbol, shape };
  instance.variables.set(symbol, variable);
  return variable;
}

/** Collects a function's body into its instance. */
export function collectBody(collection: Collection, instance: Instance): void {
  const { ts } = collection.context;
  const { body } = instance.declaration;
  collection.files.add(instance.declaration.getSourceFile());
  if (!body) return;
  if (ts.isBlock(body)) collectStatement(collection, instance, body);
  else collectReturn(collection, instance, body);
}

function collectReturn(collection: Collection, instance: Instance, value: ts.Expression): void {
  const term = collectExpression(collection, instance, value);
  const { result } = instance;
  if (!term || result?.kind !== "number") return;
  if (!flowInto(collection, result.term, term)) result.term.inputs.push(term);
}

/** Forms that only contain statements and expressions need no case: their children are collected in order. */
export function collectStatement(collection: Collection, instance: Instance, node: ts.Node): void {
  const { ts } = collection.context;
  if (ts.isFunctionDeclaration(node)) return; // collected where it is called
  if (ts.isVariableDeclaration(node)) collectVariable(collection, instance, node);
  else if (ts.isReturnStatement(node) && node.expression) collectReturn(collection, instance, node.expression);
  else collectChildren(collection, instance, node);
  if (ts.isForStatement(node)) collectLimits(collection, instance, node.condition);
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) collectLimits(collection, instance, node.expression);
}

function collectChildren(collection: Collection, instance: Instance, node: ts.Node): void {
  const { ts } = collection.context;
  ts.forEachChild(node, (child) => {
    if (ts.isExpression(child)) collectExpression(collection, instance, child);
    else collectStatement(collection, instance, child);
  });
}

function collectVariable(collection: Collection, instance: Instance, node: ts.VariableDeclaration): void {
  const { context } = collection;
  const { ts, checker } = context;
  if (!ts.isIdentifier(node.name)) return;
  const inferred = checker.getTypeAtLocation(node.name);
  const shape = shapeOfType(context, inferred);
  if (shape.kind === "function") return;
  // Only a written flavour pins a type: `let s = i` may become a float later.
  const type = shape.kind === "number" && !node.type ? checker.getNumberType() : inferred;
  const variable = declareVariable(collection, instance, node.name, type);
  const value = node.initializer && collectExpression(collection, instance, node.initializer);
  if (variable?.shape.kind !== "number" || !value) return;
  if (!flowInto(collection, variable.shape.term, value)) variable.shape.term.inputs.push(value);
}

/** The comparisons of a loop's condition are limits. */
function collectLimits(collection: Collection, instance: Instance, condition: ts.Expression | undefined): void {
  const { ts } = collection.context;
  const visit = (node: ts.Node): void => {
    if (ts.isParenthesizedExpression(node)) visit(node.expression);
    if (!ts.isBinaryExpression(node)) return;
    const left = instance.terms.get(node.left);
    const right = instance.terms.get(node.right);
    if (instance.meetings.has(node) && left && right) collection.limits.push([left, right]);
    visit(node.left);
    visit(node.right);
  };
  if (condition) visit(condition);
}
