// Objects that device functions receive and return. Both sides lay them out by their types; to the function they are references to anyone's objects,
// and the caller assumes that it assigns to all that is not readonly (docs/decisions/0082-objects-between-images.md).

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "../recognise/calls.js";
import { isDeeplyReadonly } from "../recognise/passed-types.js";
import { copyOfHost } from "./captured-objects.js";
import { happening } from "./check-copies.js";
import { arrayFacts, type Collection, complain, newTerm } from "./collect.js";
import { isSameObject } from "./collect-objects.js";
import type { Instance } from "./instance.js";
import { type ArrayFacts, isObject, type ObjectValue, objectOf, type Storage, storageOf, type Value } from "./shape.js";
import type { Term } from "./term.js";
import { share } from "./types.js";

/** Gives an object the layout that all modules share: plain numbers are f64. */
export function layOut(collection: Collection, value: Value | undefined): void {
  if (!isObject(value)) return;
  const storage = storageOf(value);
  share(storage);
  pinNumbers(collection, storage);
}

/** Pins the plain numbers of arrays outside structs; those of structs are pinned for all (outline.ts). */
function pinNumbers(collection: Collection, storage: Storage): void {
  if (storage.kind === "array") pinNumbers(collection, storage.element);
  if (storage.kind === "weak") pinInMemory(collection, storage.term);
}

/** Makes a plain number in memory that others see an f64. */
export function pinInMemory(collection: Collection, term: Term): void {
  term.inputs.push(newTerm(collection, { kind: "known", type: term.isBig ? "i64" : "f64" }, term.node));
}

/** Lays out the device function's own parameters and its result, which it builds in its caller's storage. */
export function layOutOwn(collection: Collection, { parameters, result }: Instance): void {
  for (const { variable } of parameters) layOut(collection, variable.shape);
  if (!result || !isObject(result.shape)) return;
  layOut(collection, result.shape);
  result.givesFresh = true;
}

/** Whether a device function's result is a new object, on which its callers rely; reports other objects. */
export function checkMade(collection: Collection, instance: Instance, node: ts.Expression): boolean {
  const { context, isDeviceFn } = collection;
  if (!isDeviceFn || instance.caller) return true;
  const others = givenBy(context, node).find((one) => {
    const value = instance.values.get(one);
    if (!isObject(value) || value.where === "fresh") return false;
    const { root } = value;
    return !root || root.isParameter || instance.variables.get(root.key) !== root || root.takesOthers;
  });
  const value = others && instance.values.get(others);
  if (!others || !isObject(value)) return true;
  complain(collection, instance, "LW1449", others, [others.getText(), copyText(value, others.getText())]);
  return false;
}

/** Returns the possible results of an expression: of a choice, both sides. */
export function givenBy(context: PassContext, expression: ts.Expression): readonly ts.Expression[] {
  const { ts } = context;
  const node = skipWrappers(context, expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((one) => givenBy(context, one));
  return [expression];
}

/** Returns the text of a copy of an object. */
function copyText(value: ObjectValue, text: string): string {
  if (value.kind === "array") return `[...${text}]`;
  const { declaration, fields } = value.struct;
  const list = fields.map(({ name }) => `${text}.${name}`).join(", ");
  return declaration?.name ? `new ${declaration.name.text}(${list})` : `{ ...${text} }`;
}

/** Collects an object that is passed to a device function; reports a type that the parameter does not accept and returns false. */
export function passObject(
  collection: Collection,
  instance: Instance,
  parameter: ObjectValue,
  type: ts.Type,
  given: { readonly node: ts.Expression; readonly value: Value },
): boolean {
  const { node } = given;
  const isReadonly = isDeeplyReadonly(collection.context, type);
  if (given.value.kind === "path" && !isReadonly) {
    const remedy = `The function may assign its fields, as its parameter's type does not say \`readonly\`. Pass a copy: \`{ ...${node.getText()} }\`.`;
    complain(collection, instance, "LW1203", node, [node.getText(), remedy]);
    return false;
  }
  const value = given.value.kind === "path" ? copyOfHost(collection, instance, given.value, node) : given.value;
  if (!isObject(value)) {
    complain(collection, instance, "LW1311", node);
    return false;
  }
  layOut(collection, parameter);
  if (!isSameObject(collection, instance, parameter, value, node)) return false;
  if (!isReadonly) noteAssigned(collection, instance, value, node);
  return true;
}

/** Notes that a call may assign everything in an object. */
function noteAssigned(collection: Collection, instance: Instance, value: ObjectValue, node: ts.Node): void {
  const { mutations, replacements } = collection.happenings;
  markAssigned(collection, storageOf(value));
  if (value.where === "fresh") return; // nobody else has it
  mutations.push(happening(instance, node, value));
  for (const held of heldObjects(storageOf(value)))
    replacements.push({ ...happening(instance, node, held), root: value.root });
}

/** Marks all objects of that type, and of those they contain, as assigned. */
function markAssigned(collection: Collection, storage: Storage): void {
  const object = objectOf(storage);
  if (!object) return;
  for (const one of [object, ...heldObjects(storage)]) {
    const facts = factsOf(collection, one);
    facts.isMutated = true;
    if (one !== object) facts.isStored = true;
  }
}

/** Returns the objects inside one, at any depth. */
function heldObjects(storage: Storage): readonly ObjectValue[] {
  const held =
    storage.kind === "array"
      ? [storage.element]
      : storage.kind === "struct"
        ? storage.struct.fields.map((one) => one.storage)
        : [];
  return held.flatMap((inner) => {
    const object = objectOf(inner);
    return object ? [object, ...heldObjects(inner)] : [];
  });
}

/** Marks the elements of an array of structs, which a device function may assign and replace. */
export function markElements(collection: Collection, element: Storage): void {
  const object = objectOf(element);
  if (!object) return;
  markAssigned(collection, element);
  factsOf(collection, object).isStored = true;
}

function factsOf(collection: Collection, value: ObjectValue): ArrayFacts {
  const storage = storageOf(value);
  return storage.kind === "struct" ? storage.struct : arrayFacts(collection, { ...storage, kind: "array" });
}
