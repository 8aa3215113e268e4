// Walks a kernel and all it calls and makes the terms of its numbers: the graph that solve.ts decides. Statements are here,
// expressions in collect-expressions.ts, names in collect-names.ts.

import { type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { DiagnosticCode } from "../diagnostics/catalogue.js";
import type { Note } from "../diagnostics/diagnostic.js";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { type FunctionNode, skipWrappers } from "../recognise/calls.js";
import { shapeOfType } from "../recognise/shapes.js";
import { collectExpression, collectNumber, flowInto } from "./collect-expressions.js";
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
  /** The kernel and all it calls. */
  readonly functions: Set<FunctionNode>;
  /** Variables whose declaration was at fault: their uses say nothing more. */
  readonly faulty: Set<ts.Symbol>;
  /** What was found wrong, reported here or by TypeScript; a kernel with any is not lowered. */
  faults: number;
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
    functions: new Set([kernel]),
    faulty: new Set(),
    faults: 0,
  };
}

/** A diagnostic with the chain of calls that leads from the kernel to it. */
export function complain(
  collection: Collection,
  instance: Reached,
  code: DiagnosticCode,
  node: ts.Node,
  args: readonly string[] = [],
): void {
  collection.faults++;
  collection.context.reporter.report(code, node, args, calledFrom(instance));
}

/** A function and the calls that lead to it. */
export type Reached = Pick<Instance, "name" | "caller">;

export function calledFrom(instance: Reached): Note[] {
  const notes: Note[] = [];
  for (let at = instance.caller; at; at = at.instance.caller) {
    notes.push({ ...spanOf(at.call), message: `called from ${describeFunction(at.instance)}` });
  }
  return notes;
}

function describeFunction(instance: Reached): string {
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

/** The shape of a variable, parameter or result of that type. */
export function valueShape(
  collection: Collection,
  instance: Reached,
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
    case "faulty":
      collection.faults++;
      return undefined;
    default:
      complain(collection, instance, "LW1304", node, [collection.context.checker.typeToString(type)]);
      return undefined;
  }
}

function declareVariable(
  collection: Collection,
  instance: Instance,
  name: ts.Identifier,
  type: ts.Type,
): Variable | undefined {
  const symbol = collection.context.checker.getSymbolAtLocation(name);
  const shape = valueShape(collection, instance, name, type);
  if (!symbol) return undefined;
  if (!shape) {
    collection.faulty.add(symbol);
    return undefined;
  }
  const variable = { name: name.text, symbol, shape };
  instance.variables.set(symbol, variable);
  return variable;
}

/** Collects a function's body into its instance. */
export function collectBody(collection: Collection, instance: Instance): void {
  const { ts } = collection.context;
  const { declaration, result } = instance;
  const { body } = declaration;
  collection.files.add(declaration.getSourceFile());
  if (!body) return;
  if (result && ts.isBlock(body) && declaration.flags & ts.NodeFlags.HasImplicitReturn) {
    complain(collection, instance, "LW1211", declaration.name ?? declaration, [instance.name]);
  }
  if (ts.isBlock(body)) collectStatement(collection, instance, body);
  else collectReturn(collection, instance, body);
}

function collectReturn(collection: Collection, instance: Instance, value: ts.Expression): void {
  const { result } = instance;
  if (result?.kind !== "number") {
    collectExpression(collection, instance, value);
    return;
  }
  const term = collectNumber(collection, instance, value);
  if (term) joinTo(result.term, term);
}

/** Says that `value` is assigned to what `target` stands for. */
export function joinTo(target: Term, value: Term): void {
  if (!flowInto(target, value)) target.inputs.push(value);
}

/** Forms that only contain statements and expressions need no case: their children are collected in order. */
function collectStatement(collection: Collection, instance: Instance, node: ts.Node): void {
  const { ts } = collection.context;
  if (ts.isFunctionDeclaration(node)) return; // collected where it is called
  if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
  if (ts.isVariableDeclaration(node)) collectVariable(collection, instance, node);
  else if (ts.isReturnStatement(node) && node.expression) collectReturn(collection, instance, node.expression);
  else if (ts.isReturnStatement(node) && instance.result) {
    complain(collection, instance, "LW1211", node, [instance.name]);
  } else collectChildren(collection, instance, node);
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
  const before = collection.faults;
  const { initializer } = node;
  const value = initializer && collectExpression(collection, instance, initializer);
  const symbol = checker.getSymbolAtLocation(node.name);
  if (symbol && collection.faults > before) collection.faulty.add(symbol);
  if (collection.faults > before) return;
  // Only a written flavour pins a type: `let s = i` may become a float later.
  const type = shape.kind === "number" && !node.type ? checker.getNumberType() : inferred;
  const variable = declareVariable(collection, instance, node.name, type);
  if (variable?.shape.kind === "span" && !initializer)
    complain(collection, instance, "LW1125", node.name, [node.name.text]);
  if (variable?.shape.kind !== "number" || !initializer) return;
  if (value) joinTo(variable.shape.term, value);
  else complain(collection, instance, "LW1311", initializer);
}

/** The comparisons of a loop's condition are limits, but for those with what an array holds: that is no counter. */
function collectLimits(collection: Collection, instance: Instance, condition: ts.Expression | undefined): void {
  const { ts } = collection.context;
  const visit = (node: ts.Node): void => {
    if (ts.isParenthesizedExpression(node)) visit(node.expression);
    if (!ts.isBinaryExpression(node)) return;
    const left = instance.terms.get(node.left);
    const right = instance.terms.get(node.right);
    const isRead = [node.left, node.right].some((side) =>
      ts.isElementAccessExpression(skipWrappers(collection.context, side)),
    );
    if (instance.meetings.has(node) && left && right && !isRead) collection.limits.push([left, right]);
    visit(node.left);
    visit(node.right);
  };
  if (condition) visit(condition);
}
