// A name of an object that a field or an element holds is a reference to that place. Where the place gets another object while the name
// is still used, JavaScript's name keeps the object that was there. Lowering copies what is named where nothing assigns its fields; else
// it is reported here (docs/decisions/0006-values.md, "Which object").

import type ts from "typescript-6";
import { Aliases, type Root } from "./aliases.js";
import { arrayFacts, type Collection, complain } from "./collect.js";
import type { Instance, Variable } from "./instance.js";
import { isReachedAfter } from "./reached-after.js";
import { isMutated, isObject, type ObjectValue, storageKey, storageOf } from "./shape.js";

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
  const aliases = new Aliases(collection.context, instances);
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
    for (const { node, variable, shape } of usesIn(collection, instance)) {
      if (reported.has(variable)) continue;
      const key = storageKey(storageOf(shape));
      const over = overwritings.find(
        (one) =>
          one.key.includes(key) &&
          isReachedAfter(collection, variable, one.node, node) &&
          one.roots.some((root) => aliases.mayMeet(instance, variable, root)),
      );
      if (!over) continue;
      reported.add(variable);
      complain(collection, instance, "LW1222", node, [node.getText(), shortened(over.node)]);
    }
  }
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
function usesIn(collection: Collection, instance: Instance): readonly Use[] {
  const { ts } = collection.context;
  const uses: Use[] = [];
  const add = (node: ts.Node, variable: Variable): void => {
    if (isReference(collection, instance, variable) && isObject(variable.shape)) {
      uses.push({ node, variable, shape: variable.shape });
    }
  };
  for (const [node, meaning] of instance.meanings) {
    if (meaning.kind === "variable" && !isTarget(collection, node)) add(node, meaning.variable);
  }
  const { self } = instance;
  if (self) for (const node of instance.values.keys()) if (node.kind === ts.SyntaxKind.ThisKeyword) add(node, self);
  return uses.sort((a, b) => a.node.pos - b.node.pos);
}

/** What is not copied (`ownsObject` in lower/variables.ts). */
function isReference(collection: Collection, { self }: Instance, variable: Variable): boolean {
  const { shape, isParameter, isOnlyName, takesOthers } = variable;
  if (!isObject(shape) || shape.where !== "private" || isOnlyName || !(isParameter || takesOthers)) return false;
  return variable === self || isMutated(storageOf(shape), (storage) => arrayFacts(collection, storage));
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
