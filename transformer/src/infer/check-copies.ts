// Storing an object in another is a copy, where JavaScript would have one object under two names. The difference shows only if one of them is
// assigned afterwards, which is reported here (docs/decisions/0006-values.md, "Which object").

import type ts from "typescript-6";
import { type Collection, complain, isMutatedObject } from "./collect.js";
import type { Instance, Variable } from "./instance.js";
import { type ObjectValue, storageKey, storageOf } from "./shape.js";

/** A store of a variable's object in another object, or an assignment to an object's field. */
export interface Happening {
  readonly instance: Instance;
  readonly node: ts.Node;
  readonly root: Variable | undefined;
  /** The object's type, which includes those of the objects inside it. */
  readonly key: string;
  /** Whether it is reached through another object that contains it. */
  readonly isMember: boolean;
}

export interface Happenings {
  readonly copies: Happening[];
  readonly mutations: Happening[];
  /** Stores of another object to a field or an element; the key is that object's. */
  readonly replacements: Happening[];
  /** Existing objects that are copied, because the expression may create one instead: `c ? { x: 1 } : p`. */
  readonly choices: { readonly instance: Instance; readonly node: ts.Node; readonly value: ObjectValue }[];
}

export function happening(instance: Instance, node: ts.Node, value: ObjectValue): Happening {
  return { instance, node, root: value.root, key: storageKey(storageOf(value)), isMember: value.isMember === true };
}

export function checkCopies(collection: Collection): void {
  const { copies, mutations, choices } = collection.happenings;
  for (const { instance, node, value } of choices) {
    if (isMutatedObject(collection, value)) complain(collection, instance, "LW1214", node, [node.getText()]);
  }
  for (const mutation of mutations) {
    const ofType = copies.filter(({ key }) => key.includes(mutation.key));
    const isOfOriginal = ofType.some((copy) => copy.root !== undefined && isAfter(collection, copy, mutation));
    const isOfCopy = mutation.isMember && ofType.length > 0;
    if (!isOfOriginal && !isOfCopy) continue;
    complain(collection, mutation.instance, "LW1215", mutation.node, [mutation.root?.name || mutation.node.getText()]);
  }
}

/** Whether a variable's object may be assigned after it was stored. */
function isAfter(collection: Collection, copy: Happening, mutation: Happening): boolean {
  if (copy.root !== mutation.root || copy.instance !== mutation.instance) return false;
  if (isReturned(collection, copy.node)) return false;
  if (mutation.node.pos > copy.node.pos) return true;
  const loop = loopAround(collection, copy.node);
  if (!loop || mutation.node.pos < loop.pos) return false;
  const declaration = copy.root && "valueDeclaration" in copy.root.key ? copy.root.key.valueDeclaration : undefined;
  return !declaration || declaration.pos < loop.pos || declaration.end > loop.end;
}

/** Whether it is part of a return, after which the function ends. */
function isReturned({ context: { ts } }: Collection, node: ts.Node): boolean {
  let at = node;
  while (at.parent && ts.isExpression(at.parent) && !ts.isFunctionLike(at.parent)) at = at.parent;
  while (ts.isPropertyAssignment(at.parent) || ts.isShorthandPropertyAssignment(at.parent)) {
    at = at.parent.parent;
    while (ts.isExpression(at.parent) && !ts.isFunctionLike(at.parent)) at = at.parent;
  }
  return ts.isReturnStatement(at.parent);
}

/** Returns the outermost loop around a node in its function. */
export function loopAround({ context: { ts } }: Collection, node: ts.Node): ts.Node | undefined {
  let loop: ts.Node | undefined;
  for (let at = node; at && !ts.isFunctionLike(at); at = at.parent) if (ts.isIterationStatement(at, false)) loop = at;
  return loop;
}
