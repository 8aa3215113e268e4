// Collects what `new` runs, in JavaScript's order: the base class's constructor, fields with initial values, parameter properties, then the
// constructor's own statements.

import type ts from "typescript-6";
import { type Collection, noteFlow } from "./collect.js";
import { storeInto } from "./collect-assignments.js";
import { collectConstructor } from "./collect-functions.js";
import { collectInto } from "./collect-objects.js";
import { collectParameters, collectStatement } from "./collect-statements.js";
import { keepPart } from "./collect-subarrays.js";
import type { Instance } from "./instance.js";

/** Returns a class's explicit constructor. */
export function constructorOf(
  { context: { ts } }: Pick<Collection, "context">,
  node: ts.ClassLikeDeclaration,
): ts.ConstructorDeclaration | undefined {
  return node.members.find(
    (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined,
  );
}

export function isDerived({ context: { ts } }: Pick<Collection, "context">, node: ts.ClassLikeDeclaration): boolean {
  return node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? false;
}

export function collectConstruction(collection: Collection, instance: Instance, node: ts.ClassLikeDeclaration): void {
  const written = constructorOf(collection, node);
  const derived = isDerived(collection, node);
  if (!written && derived) collectConstructor(collection, instance, node);
  if (!derived || !written) collectFields(collection, instance, node);
  if (!written) return;
  collectParameters(collection, instance);
  if (!derived) collectParameterFields(collection, instance);
  if (written.body) collectStatement(collection, instance, written.body);
}

/** Collects fields with initial values: in a derived class, after `super(…)`. */
export function collectFields(collection: Collection, instance: Instance, node: ts.ClassLikeDeclaration): void {
  for (const member of fieldsOf(collection, node)) collectField(collection, instance, member.name, member.initializer);
}

/** Returns the fields of a class that have initial values. */
export function fieldsOf(
  { context: { ts } }: Pick<Collection, "context">,
  node: ts.ClassLikeDeclaration,
): { readonly name: ts.PropertyName; readonly initializer: ts.Expression }[] {
  return node.members.flatMap((member) => {
    if (!ts.isPropertyDeclaration(member) || !member.initializer) return [];
    const isStatic = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
    return isStatic ? [] : [{ name: member.name, initializer: member.initializer }];
  });
}

/** Returns the fields of a class that have no initial value. */
export function bareFieldsOf(
  { context: { ts } }: Pick<Collection, "context">,
  node: ts.ClassLikeDeclaration,
): readonly ts.PropertyName[] {
  return node.members.flatMap((member) => {
    const isOwn = ts.isPropertyDeclaration(member) && !member.initializer;
    return isOwn && !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) ? [member.name] : [];
  });
}

/** Collects parameter properties: `constructor(readonly x: f32)`. */
export function collectParameterFields(collection: Collection, instance: Instance): void {
  const { ts } = collection.context;
  for (const { node, variable } of instance.parameters) {
    if (!ts.isParameterPropertyDeclaration(node, node.parent)) continue;
    const { shape } = variable;
    const self = instance.self?.shape;
    if (self?.kind === "struct" && self.struct.views.includes(variable.name)) {
      keepPart(collection, instance, self, variable.name, shape, node);
      continue;
    }
    const storage = fieldStorage(collection, instance, node.name);
    if (!storage) continue;
    if (shape.kind === "number") noteFlow(collection, instance, storage, shape.term, node);
    storeInto(collection, instance, storage, shape, node, true);
  }
}

function collectField(
  collection: Collection,
  instance: Instance,
  name: ts.PropertyName,
  initializer: ts.Expression,
): void {
  const storage = fieldStorage(collection, instance, name);
  if (!storage) return;
  collectInto(collection, instance, storage, initializer);
  const term = instance.terms.get(initializer);
  if (term) noteFlow(collection, instance, storage, term, initializer);
}

function fieldStorage(collection: Collection, { self }: Instance, name: ts.BindingName | ts.PropertyName) {
  if (self?.shape.kind !== "struct") return undefined;
  const symbol = collection.context.checker.getSymbolAtLocation(name);
  return self.shape.struct.fields.find((field) => field.name === (symbol?.name ?? name.getText()))?.storage;
}
