// Storing an object in another is a copy, where JavaScript would have one object under two names. The difference shows only if one of them is
// assigned afterwards, which is reported here (docs/decisions/0006-values.md, "Which object").

import type ts from "typescript-6";
import { skipWrappers } from "../recognise/calls.js";
import { Aliases, instancesOf, origins } from "./aliases.js";
import { type Collection, complain, isMutatedObject } from "./collect.js";
import type { Instance } from "./instance.js";
import type { Root } from "./roots.js";
import { type ObjectValue, storageKey, storageOf } from "./shape.js";

/** A store of a variable's object in another object, or an assignment to an object's field. */
export interface Happening {
  readonly instance: Instance;
  readonly node: ts.Node;
  readonly root: Root;
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

export function checkCopies(collection: Collection, kernel: Instance): void {
  const { copies, mutations, choices } = collection.happenings;
  for (const { instance, node, value } of choices) {
    if (isMutatedObject(collection, value)) complain(collection, instance, "LW1214", node, [node.getText()]);
  }
  if (copies.length === 0) return;
  const instances = new Set([...mutations.map((one) => one.instance), ...instancesOf(kernel)]);
  const aliases = new Aliases(collection.context, instances, collection.isDeviceFn ? kernel : undefined);
  const [copiesOf, mutationsOf] = [withCalls(collection, aliases, copies), withCalls(collection, aliases, mutations)];
  for (const instance of instances) {
    const own = copiesOf(instance);
    for (const mutation of mutationsOf(instance)) {
      const isOfOriginal = own.some(
        (copy) => copy.root !== undefined && copy.key.includes(mutation.key) && isAfter(collection, copy, mutation),
      );
      const isHere = (mutation.isMember || mutation.root?.takesMember) && mutations.includes(mutation);
      const isOfCopy = isHere && copies.some(({ key }) => key.includes(mutation.key));
      if (!isOfOriginal && !isOfCopy) continue;
      complain(collection, instance, "LW1215", mutation.node, [mutation.root?.name || mutation.node.getText()]);
    }
  }
}

/** Returns what happens in a function, and, at its calls, what happens to its objects in the functions that it calls. */
function withCalls(
  { context }: Collection,
  aliases: Aliases,
  all: readonly Happening[],
): (instance: Instance) => readonly Happening[] {
  const known = new Map<Instance, readonly Happening[]>();
  const happeningsOf = (instance: Instance): readonly Happening[] => {
    const found = known.get(instance);
    if (found) return found;
    const own = all.filter((one) => one.instance === instance);
    const called = [...instance.calls].flatMap(([node, callee]) => {
      const theirs = happeningsOf(callee).flatMap(({ root, key }) =>
        [...aliases.atCall(instance, node, callee, root), ...takersOf(context, instance, node, callee, root)].map(
          (here) => ({ root: here, key }),
        ),
      );
      const isFirst = ({ root, key }: (typeof theirs)[number], at: number) =>
        root !== undefined && theirs.findIndex((one) => one.root === root && one.key === key) === at;
      return theirs.filter(isFirst).map((one) => ({ ...one, instance, node, isMember: false }));
    });
    const both = [...own, ...called];
    known.set(instance, both);
    return both;
  };
  return happeningsOf;
}

/** Returns the variables that begin as the object that a call gives, if the called function has made it under another name. */
function takersOf(
  context: Collection["context"],
  instance: Instance,
  call: ts.Node,
  { result }: Instance,
  root: Root,
): readonly Root[] {
  if (!root || !result?.givesFresh || !result.held.variables.has(root)) return [];
  return [...instance.variables.values()].filter(({ key }) => {
    const declaration = "valueDeclaration" in key ? key.valueDeclaration : undefined;
    const isVariable = declaration !== undefined && context.ts.isVariableDeclaration(declaration);
    return isVariable && declaration.initializer && skipWrappers(context, declaration.initializer) === call;
  });
}

/** Whether a variable's object may be assigned after it was stored. */
function isAfter(collection: Collection, copy: Happening, mutation: Happening): boolean {
  if (!mayBeSame(copy.root, mutation.root)) return false;
  if (isReturned(collection, copy.node)) return false;
  if (mutation.node.pos > copy.node.pos) return true;
  const loop = loopAround(collection, copy.node);
  if (!loop || mutation.node.pos < loop.pos) return false;
  const declaration = copy.root && "valueDeclaration" in copy.root.key ? copy.root.key.valueDeclaration : undefined;
  return !declaration || declaration.pos < loop.pos || declaration.end > loop.end;
}

/** Whether two roots of a function may lead to one object, by its assignments. */
function mayBeSame(one: Root, other: Root): boolean {
  if (one === other) return true;
  const others = origins(other);
  return [...origins(one)].some((root) => root !== undefined && others.has(root));
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
