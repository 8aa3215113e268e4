// A name for an object in a field or an element is a reference to that storage. If the storage is overwritten while the name is still used,
// JavaScript's name would keep the old object. Lowering copies named objects whose fields are never assigned; all others are reported here
// (docs/decisions/0006-values.md, "Which object").

import type ts from "typescript-6";
import { Aliases, argumentsOf, instancesOf, receiverOf } from "./aliases.js";
import { type Collection, complain, isMutatedObject } from "./collect.js";
import type { Instance, Outer, Variable } from "./instance.js";
import { contains, isReachedAfter } from "./reached-after.js";
import type { Root } from "./roots.js";
import { isObject, type ObjectValue, storageKey, storageOf } from "./shape.js";

/** A store of another object over an existing one, by a statement or within a call. */
interface Overwriting {
  readonly node: ts.Node;
  readonly key: string;
  /** The roots of the object that contains the storage. */
  readonly roots: readonly Root[];
}

export function checkOverwritten(collection: Collection, kernel: Instance): void {
  const { replacements } = collection.happenings;
  if (replacements.length === 0) return;
  const instances = instancesOf(kernel);
  const aliases = new Aliases(collection.context, instances, collection.isDeviceFn ? kernel : undefined);
  const known = new Map<Instance, readonly Overwriting[]>();

  const overwritingsOf = (instance: Instance): readonly Overwriting[] => {
    const found = known.get(instance);
    if (found) return found;
    const own = replacements.filter((one) => one.instance === instance);
    const called = [...instance.calls].flatMap(([node, callee]) =>
      overwritingsOf(callee).map(({ key, roots }) => ({
        node,
        key,
        roots: roots.flatMap((root) => aliases.atCall(instance, node, callee, root)),
      })),
    );
    const all = [...own.map(({ node, key, root }) => ({ node, key, roots: [root] })), ...called];
    const some = all.filter(({ roots }) => roots.length > 0);
    known.set(instance, some);
    return some;
  };

  for (const instance of instances) {
    const overwritings = overwritingsOf(instance);
    const reported = new Set<Variable>();
    for (const use of usesIn(collection, instance, aliases)) {
      const { node, variable } = use;
      if (reported.has(variable)) continue;
      const over = overwritings.find(
        (one) => isReachedAfter(collection, variable, one.node, node) && mayHold(aliases, instance, one, use),
      );
      if (!over) continue;
      reported.add(variable);
      complain(collection, instance, "LW1222", node, [variable.name || node.getText(), shortened(over.node)]);
    }
    for (const use of argumentsIn(collection, instance)) {
      const over = overwritings.find(
        (one) => use.later.some((later) => contains(later, one.node)) && mayHold(aliases, instance, one, use),
      );
      if (over) complain(collection, instance, "LW1222", use.node, [use.node.getText(), shortened(over.node)]);
    }
  }
}

function mayHold(
  aliases: Aliases,
  instance: Instance,
  { key, roots }: Overwriting,
  { shape, variable }: Pick<Use, "shape"> & { readonly variable: Root },
): boolean {
  return key.includes(storageKey(storageOf(shape))) && roots.some((root) => aliases.mayMeet(instance, variable, root));
}

interface Use {
  readonly node: ts.Node;
  readonly variable: Variable;
  readonly shape: ObjectValue;
}

/** Returns the uses of variables that refer to others' objects, in source order. */
function usesIn(collection: Collection, instance: Instance, aliases: Aliases): readonly Use[] {
  const { ts } = collection.context;
  const uses: Use[] = [];
  const add = (node: ts.Node, variable: Variable): void => {
    if (isReference(collection, instance, variable, aliases) && isObject(variable.shape)) {
      uses.push({ node, variable, shape: variable.shape });
    }
  };
  const addOuter = (node: ts.Node, outer: Outer): void => {
    if (outer.kind === "variable") add(node, outer.variable);
  };
  for (const [node, meaning] of instance.meanings) {
    if (isTarget(collection, node)) continue;
    if (meaning.kind === "variable") add(node, meaning.variable);
    if (meaning.kind === "outer") addOuter(node, meaning.outer);
  }
  // Captures of local functions.
  for (const [node, { outers }] of instance.calls) for (const outer of outers.values()) addOuter(node, outer);
  const { self } = instance;
  if (self) for (const node of instance.values.keys()) if (node.kind === ts.SyntaxKind.ThisKeyword) add(node, self);
  return uses.sort((a, b) => a.node.pos - b.node.pos);
}

interface Argument {
  readonly node: ts.Node;
  readonly variable: Root;
  readonly shape: ObjectValue;
  /** Expressions that are evaluated after it, before the function runs. */
  readonly later: readonly ts.Node[];
}

/** Returns the private objects that are passed to calls. */
function argumentsIn(collection: Collection, instance: Instance): readonly Argument[] {
  return [...instance.calls.keys(), ...instance.externalCalls.keys()].flatMap((call) => {
    const receiver = receiverOf(collection.context, call);
    const nodes = [...(receiver ? [receiver] : []), ...argumentsOf(collection.context, call)];
    return nodes.flatMap((node, at) => {
      const shape = instance.values.get(node);
      if (!shape || !isObject(shape) || shape.where !== "private") return [];
      return [{ node, variable: shape.root, shape, later: nodes.slice(at + 1) }];
    });
  });
}

/**
 * Whether the variable's object is not copied (`ownsObject` in lower/variables.ts), or a copy would show in JavaScript: a device function may be
 * passed objects in memory that others see.
 */
function isReference(collection: Collection, instance: Instance, variable: Variable, aliases: Aliases): boolean {
  const { shape, isParameter, isOnlyName, takesOthers } = variable;
  if (!isObject(shape) || shape.where !== "private" || isOnlyName || !(isParameter || takesOthers)) return false;
  if (variable === instance.self || isMutatedObject(collection, shape)) return true;
  return collection.isDeviceFn && aliases.mayBeGiven(instance, variable);
}

/** Whether it is `p` in `p = q`. */
function isTarget({ context: { ts } }: Collection, { parent, pos }: ts.Node): boolean {
  return (
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.left.pos === pos
  );
}

function shortened(node: ts.Node): string {
  const [first = "", ...rest] = node.getText().split("\n");
  return rest.length === 0 ? first : `${first} …`;
}
