// Host objects that a kernel uses as a whole, as in `camera.project(p)`: each use copies their fields.

import type ts from "typescript-6";
import { remedyOfAssignment } from "../diagnostics/remedies.js";
import { type Collection, complain } from "./collect.js";
import { storeInto } from "./collect-assignments.js";
import { capturedField } from "./collect-captures.js";
import type { Instance, Key } from "./instance.js";
import { objectOf, type PathValue, type Struct, type StructValue, type Value } from "./shape.js";
import { storageOfType } from "./types.js";

/** Whether a host object is of a discriminated union; a kernel copies it at each read. */
export function isUnionPath(collection: Collection, instance: Instance, { type, node }: PathValue): boolean {
  if (!type.isUnion()) return false;
  const storage = storageOfType(collection, type, node, instance.bindings);
  return !("fault" in storage) && storage.kind === "struct" && storage.struct.union !== undefined;
}

/** Returns the object as a fresh struct, if its type is a struct. */
export function copyOfHost(
  collection: Collection,
  instance: Instance,
  path: PathValue,
  node: ts.Node,
): StructValue | undefined {
  const storage = storageOfType(collection, path.type, node, instance.bindings);
  if ("fault" in storage || storage.kind !== "struct" || storage.struct.views.length > 0) return undefined;
  // The launch copies an ordinary array of an object of a package where a method of the package reads it.
  const { declaration, fields } = storage.struct;
  const isOfPackage = declaration && collection.context.bodies.files.has(declaration.getSourceFile());
  if (isOfPackage && fields.some((field) => field.storage.kind === "array")) return undefined;
  const keys = new Map<string, Key>();
  if (!addFields(collection, instance, path, storage.struct, node, "", keys)) return undefined;
  instance.copies.set(node, keys);
  instance.meanings.delete(node);
  collection.hostCopies.push({ instance, node, struct: storage.struct });
  const value = objectOf({ kind: "struct", struct: storage.struct }, "fresh");
  instance.values.set(node, value);
  return value;
}

function addFields(
  collection: Collection,
  instance: Instance,
  path: PathValue,
  struct: Struct,
  node: ts.Node,
  prefix: string,
  keys: Map<string, Key>,
): boolean {
  return struct.fields.every(({ name, storage }) => {
    const value: Value | undefined = capturedField(collection, instance, ofMember(collection, path, name), name, node);
    if (storage.kind === "struct" && value?.kind === "path") {
      return addFields(collection, instance, value, storage.struct, node, `${prefix}${name}.`, keys);
    }
    const meaning = instance.meanings.get(node);
    if (!value || meaning?.kind !== "outer" || meaning.outer.kind !== "capture" || value.kind === "span") return false;
    storeInto(collection, instance, storage, value, node, true);
    keys.set(`${prefix}${name}`, meaning.outer.capture.key);
    return true;
  });
}

/** Selects a union's member that has a field; at launch the object may be of another member, so the read is guarded. */
function ofMember({ context: { checker } }: Collection, path: PathValue, name: string): PathValue {
  const { type, text } = path;
  if (!type.isUnion() || checker.getPropertyOfType(type, name)) return path;
  const member = type.types.find((one) => checker.getPropertyOfType(one, name));
  const guard = `${JSON.stringify(name)} in ${text}`;
  return member
    ? { ...path, type: member, guard: path.guard === undefined ? guard : `${path.guard} && ${guard}` }
    : path;
}

/** A method that only reads the copy: other objects of its class may be assigned. */
export function allowMutation(collection: Collection, instance: Instance, node: ts.Node): void {
  const copies = collection.hostCopies;
  const at = copies.findIndex((one) => one.instance === instance && one.node === node);
  if (at >= 0) copies.splice(at, 1);
}

/** Reports assignments in a copy, since they do not reach the host object. */
export function checkHostCopies(collection: Collection): void {
  for (const { instance, node, struct } of collection.hostCopies) {
    if (struct.isMutated)
      complain(collection, instance, "LW1203", node, [node.getText(), remedyOfAssignment(node.getText())]);
  }
}
