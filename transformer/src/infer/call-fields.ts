// Fields of a host object that methods of its package's class assign for the length of a call: `this._out = out; this._transform(); this._out = null;`.
// What such a field holds is known when the call is compiled, and nothing is stored. The host's object keeps what it had; that nobody can tell is checked
// here (docs/decisions/0088-fields-of-a-call.md).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { evaluate } from "../recognise/evaluate.js";
import { resolvedSymbol } from "../recognise/library.js";
import { targetOf } from "../recognise/operators.js";
import { isAssigned } from "../recognise/passed-functions.js";
import { type Collection, complain, newTerm, noteOuter } from "./collect.js";
import { readOf } from "./collect-captures.js";
import type { Instance, Variable } from "./instance.js";
import { numberValue, type PathValue, type Value } from "./shape.js";

/** What a field holds: a parameter or const of the method, a constant, or null. */
type Held = { readonly variable: Variable } | { readonly constant: number | boolean } | "nothing";

const held = new WeakMap<Instance, Map<string, Held>>();

/** Notes `this._out = out` in a method of a package's class, whose object is the host's: nothing happens when it runs. Returns false for others. */
export function holdInField(collection: Collection, instance: Instance, node: ts.BinaryExpression): boolean {
  const { context } = collection;
  const { ts } = context;
  const self = instance.self?.shape;
  const { left, right, parent } = node;
  if (self?.kind !== "path" || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  if (!ts.isPropertyAccessExpression(left) || left.expression.kind !== ts.SyntaxKind.ThisKeyword) return false;
  const { declaration } = instance;
  const isWhole =
    ts.isExpressionStatement(parent) && !ts.isClassLike(declaration) && parent.parent === declaration.body;
  const name = left.name.text;
  if (!isWhole || !isUnseen(context, self, name)) return false;
  const key = `${self.text}.${name}`;
  for (let at = instance.caller?.instance; at; at = at.caller?.instance) if (held.get(at)?.has(key)) return false;
  const value = heldBy(collection, instance, right);
  if (!value) return false;
  held.set(instance, (held.get(instance) ?? new Map()).set(key, value));
  return true;
}

function heldBy({ context }: Collection, instance: Instance, expression: ts.Expression): Held | undefined {
  const { ts } = context;
  const node = skipWrappers(context, expression);
  if (node.kind === ts.SyntaxKind.NullKeyword) return "nothing";
  const constant = evaluate(context, node);
  if (typeof constant === "number" || typeof constant === "boolean") return { constant };
  const symbol = ts.isIdentifier(node) ? resolvedSymbol(context, node) : undefined;
  const variable = symbol && instance.variables.get(symbol);
  const declaration = symbol?.valueDeclaration;
  if (!variable || !declaration || !ts.isParameter(declaration) || isAssigned(context, declaration)) return undefined;
  return { variable };
}

/** Returns what `this._out` holds in a call that has assigned it; "other" for fields that no method assigns. */
export function heldInField(
  collection: Collection,
  instance: Instance,
  base: PathValue,
  node: ts.PropertyAccessExpression,
): Value | undefined | "other" {
  const { context } = collection;
  const { ts } = context;
  const name = node.name.text;
  if (targetOf(ts, node.parent) === node) return "other"; // LW1203 says why a refused assignment is none
  if (node.expression.kind !== ts.SyntaxKind.ThisKeyword || !isAssignedByMethods(context, base, name)) return "other";
  const key = `${base.text}.${name}`;
  for (let at: Instance | undefined = instance; at; at = at.caller?.instance) {
    const found = held.get(at)?.get(key);
    if (!found) continue;
    if (found === "nothing") break;
    if ("constant" in found) {
      instance.meanings.set(node, { kind: "constant", value: found.constant });
      if (typeof found.constant === "boolean") return { kind: "boolean" };
      return numberValue(newTerm(collection, { kind: "literal", value: found.constant }, node));
    }
    const { variable } = found;
    const outer = at === instance ? undefined : noteOuter(instance, variable);
    instance.meanings.set(node, outer ? { kind: "outer", outer } : { kind: "variable", variable });
    return readOf(variable);
  }
  return complain(collection, instance, "LW1259", node, [node.getText()]);
}

/** The JavaScript of a host object's class, if a package has it. */
export function bodyOfClass({ bodies, ts }: PassContext, { type }: PathValue): ts.ClassDeclaration | undefined {
  const body = type.getSymbol()?.valueDeclaration;
  return body && ts.isClassDeclaration(body) && bodies.files.has(body.getSourceFile()) ? body : undefined;
}

function isAssignedByMethods(context: PassContext, self: PathValue, name: string): boolean {
  const body = bodyOfClass(context, self);
  return methodsOf(context, body).some((method) => usesIn(context, method, name).some(({ kind }) => kind === "fill"));
}

/**
 * Whether nobody can tell that a field keeps what it had: the declarations do not have it, the module names it nowhere but in the class, and each
 * method that a program can call assigns it before it reads it.
 */
function isUnseen(context: PassContext, self: PathValue, name: string): boolean {
  const body = bodyOfClass(context, self);
  const names = body && declaredNames(context, body);
  if (!body || !names || names.has(name) || isNamedOutside(context, body, name)) return false;
  const methods = methodsOf(context, body);
  const readsFirst = (method: ts.ClassElement, seen: ReadonlySet<ts.Node>): boolean => {
    for (const { kind, called } of usesIn(context, method, name)) {
      if (kind !== "call") return kind === "read";
      const callee = methods.find((one) => one.name?.getText() === called);
      if (callee && !seen.has(callee) && readsFirst(callee, new Set([...seen, callee]))) return true;
    }
    return false;
  };
  return methods.every((one) => !names.has(one.name?.getText() ?? "") || !readsFirst(one, new Set([one])));
}

/** The names of the members that a class's declarations have. */
export function declaredNames({ bodies, ts }: PassContext, body: ts.ClassDeclaration): ReadonlySet<string> | undefined {
  const [declared] = [...bodies.classes].find(([, one]) => one === body) ?? [];
  if (!declared || !ts.isClassDeclaration(declared)) return undefined;
  return new Set(declared.members.flatMap((one) => one.name?.getText() ?? []));
}

function methodsOf({ ts }: PassContext, body: ts.ClassDeclaration | undefined): readonly ts.ClassElement[] {
  return body?.members.filter((one) => ts.isMethodDeclaration(one) || ts.isAccessor(one)) ?? [];
}

interface Use {
  readonly kind: "fill" | "read" | "call";
  readonly called?: string;
}

/** What a method does with a field, in the order of the text; an assignment in a branch counts as a read. */
function usesIn({ ts }: PassContext, method: ts.ClassElement, name: string): readonly Use[] {
  const uses: Use[] = [];
  const body = "body" in method ? method.body : undefined;
  const visit = (node: ts.Node): void => {
    if (!ts.isPropertyAccessExpression(node) || node.expression.kind !== ts.SyntaxKind.ThisKeyword) {
      ts.forEachChild(node, visit);
      return;
    }
    const { parent } = node;
    if (node.name.text !== name) {
      if (ts.isCallExpression(parent) && parent.expression === node)
        uses.push({ kind: "call", called: node.name.text });
      return;
    }
    const isFilled = targetOf(ts, parent) === node && ts.isBinaryExpression(parent);
    const isPlain = isFilled && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    const isWhole = isPlain && ts.isExpressionStatement(parent.parent) && parent.parent.parent === body;
    uses.push({ kind: isWhole ? "fill" : "read" });
  };
  if (body) visit(body as ts.Node); // of a method or an accessor
  return uses;
}

/** Whether the module has a member of that name that is not the class's own. */
export function isNamedOutside({ ts }: PassContext, body: ts.ClassDeclaration, name: string): boolean {
  const isOwn = (node: ts.PropertyAccessExpression) =>
    node.expression.kind === ts.SyntaxKind.ThisKeyword && ts.findAncestor(node, ts.isClassLike) === body;
  const visit = (node: ts.Node): boolean => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === name && !isOwn(node)) return true;
    if (ts.isElementAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(body.getSourceFile());
}
