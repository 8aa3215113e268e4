// Readonly arrays whose elements are known at compile time: tables in constant memory. Their elements have the flavour that the type states; plain
// numbers are weak, as literals are, but u32 where i32 is too small.

import type { ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import { isOnlyRead } from "../package-bodies/module-objects.js";
import { isFixedVariable, lookedAt } from "../package-bodies/module-variables.js";
import type { PassContext } from "../pass-context.js";
import { createCache } from "../recognise/cache.js";
import { type ConstantValue, constantFiles, evaluateDeep, type LoadedList, loadedList } from "../recognise/evaluate.js";
import { fits } from "../recognise/initial-bytes.js";
import { resolvedSymbol } from "../recognise/library.js";
import { type Collection, newTerm } from "./collect.js";
import { textsOf } from "./collect-texts.js";
import type { ConstantTable, Instance } from "./instance.js";
import { type Storage, storageKey } from "./shape.js";
import { internStruct, noBindings, storageOfType } from "./types.js";

/** Returns the table that an expression names, if any. */
export function tableAt(collection: Collection, instance: Instance, node: ts.Expression): ConstantTable | undefined {
  const { context } = collection;
  const { checker, ts } = context;
  const type = checker.getTypeAtLocation(node);
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  const isList = element && !checker.isTypeAssignableTo(type, checker.getStringType());
  if (!isList) return undefined;
  const own = listOfModule(context, node);
  const value = own?.numbers ?? evaluateDeep(context, node);
  if (!isArray(value)) return undefined;
  const known = collection.tables.get(value);
  if (known) return known;
  const storage = storageOf(collection, instance, node, value, own ? undefined : type);
  if (storage?.kind !== "array") return undefined;
  feed(collection, storage, value, node);
  for (const file of own?.files ?? constantFiles(context, node)) collection.files.add(file);
  const table = { name: node.getText(), node, storage, value };
  collection.tables.set(value, table);
  return table;
}

const lists = createCache<ts.VariableDeclaration, LoadedList | "none">();

/** The numbers of an array that a package's module makes when it is loaded, and that its functions only read: `var perm = [151, 160, …];`. */
function listOfModule(context: PassContext, node: ts.Expression): LoadedList | undefined {
  const { ts, bodies } = context;
  const symbol = ts.isIdentifier(node) ? resolvedSymbol(context, node) : undefined;
  const declaration = symbol?.valueDeclaration;
  if (!symbol || !declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  if (!bodies.files.has(declaration.getSourceFile())) return undefined;
  const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  const { initializer } = declaration;
  const found = lists(context, declaration, () => {
    const isFixed = isConst || isFixedVariable(lookedAt(context), declaration);
    const list = isFixed ? loadedList(context, initializer) : undefined;
    return list && isOnlyRead(context, declaration, symbol, true) ? list : "none";
  });
  return found === "none" ? undefined : found;
}

function isArray(value: ConstantValue | undefined): value is readonly ConstantValue[] {
  return Array.isArray(value);
}

/** Returns the storage of a constant: by its type, or else by its value. */
function storageOf(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  value: ConstantValue,
  type: ts.Type | undefined,
): Storage | undefined {
  if (typeof value === "string") return type && textsOf(collection.context, type) ? { kind: "text" } : undefined;
  if (isArray(value)) return storageOfList(collection, instance, node, value, type);
  if (typeof value === "object") {
    const union = type?.isUnion() ? storageOfType(collection, type, node, instance.bindings) : undefined;
    if (union && !("fault" in union)) return union;
    const fields = Object.entries(value).map(([name, one]) => ({
      name,
      storage: storageOf(collection, instance, node, one, type && memberType(collection, type, name, node)),
    }));
    if (fields.length === 0 || fields.some(({ storage }) => !storage)) return undefined;
    // Checked above.
    const all = fields as { name: string; storage: Storage }[];
    return { kind: "struct", struct: internStruct(collection, "constant", all, undefined, noBindings) };
  }
  const declared = type && storageOfType(collection, type, node, instance.bindings);
  if (declared && !("fault" in declared)) return declared;
  if (typeof value === "boolean") return { kind: "boolean" };
  const term = newTerm(collection, { kind: "join" }, node);
  term.isBig = typeof value === "bigint";
  return { kind: "weak", term };
}

function memberType(
  { context: { checker } }: Collection,
  type: ts.Type,
  name: string,
  node: ts.Node,
): ts.Type | undefined {
  const property = checker.getPropertyOfType(type, name);
  return property && checker.getTypeOfSymbolAtLocation(property, node);
}

function storageOfList(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  value: readonly ConstantValue[],
  type: ts.Type | undefined,
): Storage | undefined {
  const { checker, ts } = collection.context;
  const elementType = type && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  let element: Storage | undefined;
  for (const one of value) {
    const storage = storageOf(collection, instance, node, one, elementType);
    if (!storage || (element && storageKey(storage) !== storageKey(element))) return undefined;
    element ??= storage;
  }
  if (!element) return undefined;
  const scalar = element.kind === "weak" ? unsignedOf(value) : undefined;
  return { kind: "array", element: scalar ? { kind: "number", scalar } : element, length: value.length };
}

/** Returns the unsigned type, if it holds the integers and the signed one does not. */
function unsignedOf(values: readonly ConstantValue[]): "u32" | "u64" | undefined {
  const fitsAll = (type: ScalarType) =>
    values.every(
      (one) => (typeof one === "number" || typeof one === "bigint") && Number.isInteger(Number(one)) && fits(one, type),
    );
  const isBig = values.some((one) => typeof one === "bigint");
  const [signed, unsigned] = isBig ? (["i64", "u64"] as const) : (["i32", "u32"] as const);
  return !fitsAll(signed) && fitsAll(unsigned) ? unsigned : undefined;
}

/** Derives a plain number's type from its values: a fraction makes it a float. */
function feed(collection: Collection, storage: Storage, value: ConstantValue, node: ts.Node): void {
  if (storage.kind === "weak" && (typeof value === "number" || typeof value === "bigint")) {
    const { inputs } = storage.term;
    storage.term.holdsWords = storage.term.holdsWords !== false && fits(value, "i32") && !Object.is(value, -0);
    const isFloat = (one: number | bigint) => typeof one === "number" && !Number.isInteger(one);
    const held = inputs[0]?.origin;
    if (held?.kind === "literal" && (isFloat(held.value) || !isFloat(value))) return;
    inputs.splice(0, 1, newTerm(collection, { kind: "literal", value }, node));
  }
  if (storage.kind === "array" && isArray(value)) for (const one of value) feed(collection, storage.element, one, node);
  if (storage.kind === "struct" && typeof value === "object" && !isArray(value)) {
    for (const field of storage.struct.fields) {
      const one = value[field.name];
      if (one !== undefined) feed(collection, field.storage, one, node);
    }
  }
}
