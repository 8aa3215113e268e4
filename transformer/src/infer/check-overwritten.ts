// A name of an object that a field or an element holds is a reference to that place. Where the place gets another object while the name
// is still used, JavaScript's name keeps the object that was there. Lowering copies what is named where nothing assigns its fields; else
// it is reported here (docs/decisions/0006-values.md, "Which object").

import type ts from "typescript-6";
import { Aliases, argumentsOf, type Root, receiverOf } from "./aliases.js";
import { type Collection, complain, isMutatedObject } from "./collect.js";
import type { Instance, Outer, Variable } from "./instance.js";
import { contains, isReachedAfter } from "./reached-after.js";
import { isObject, type ObjectValue, storageKey, storageOf } from "./shape.js";

/** A place gets another object, in a statement or in what a call leads to. */
interface Overwriting {
  readonly node: ts.Node;
  readonly key: string;
  /** Of what holds the place. */
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

/** The kernel and all it calls, each once. */
function instancesOf(kernel: Instance): ReadonlySet<Instance> {
  const found = new Set([kernel]);
  for (const instance of found) for (const callee of instance.calls.values()) found.add(callee);
  return found;
}

interface Use {
  readonly node: ts.Node;
  readonly variable: Variable;
  readonly shape: ObjectValue;
}

/** Of variables that refer to others' objects, in the order of the text. */
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
  // What a function uses that is declared around it.
  for (const [node, { outers }] of instance.calls) for (const outer of outers.values()) addOuter(node, outer);
  const { self } = instance;
  if (self) for (const node of instance.values.keys()) if (node.kind === ts.SyntaxKind.ThisKeyword) add(node, self);
  return uses.sort((a, b) => a.node.pos - b.node.pos);
}

interface Argument {
  readonly node: ts.Node;
  readonly variable: Root;
  readonly shape: ObjectValue;
  /** What is evaluated behind it, before the function runs. */
  readonly later: readonly ts.Node[];
}

/** Places that calls are given. */
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
 * What is not copied (`ownsObject` in lower/variables.ts), or would be where JavaScript shows what is stored: a device function is given objects that
 * may be in memory that others see.
 */
function isReference(collection: Collection, instance: Instance, variable: Variable, aliases: Aliases): boolean {
  const { shape, isParameter, isOnlyName, takesOthers } = variable;
  if (!isObject(shape) || shape.where !== "private" || isOnlyName || !(isParameter || takesOthers)) return false;
  if (variable === instance.self || isMutatedObject(collection, shape)) return true;
  return collection.isDeviceFn && aliases.mayBeGiven(instance, variable);
}

/** `p` of `p = q`. */
function isTarget({ context: { ts } }: Collection, { parent, pos }: ts.Node): boolean {
  return (
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.left.pos === pos
  );
}

function shortened(node: ts.Node): string {
  const [first = "", ...rest] = node.getText().split("\n");
  return rest.length === 0 ? first : `${first} …`;
}
