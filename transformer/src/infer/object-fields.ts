// Lists the storage of an object type's fields.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { dataFields } from "../recognise/fields.js";
import { isStandard } from "../recognise/library.js";
import { isFunctionMember, isNamedByConst } from "../recognise/object-literals.js";
import { typedArrayElement } from "../recognise/shapes.js";
import type { Collection } from "./collect.js";
import { lengthOfField } from "./field-arrays.js";
import { absentOf, type Bindings, elementStorage, type Field, type Storage } from "./shape.js";
import { nullableStruct, storageOfType, type TypeFault } from "./types.js";

/** Returns the fields of a type's objects, without functions. */
export function fieldsOfType(
  collection: Collection,
  type: ts.Type,
  node: ts.Node,
  bindings: Bindings,
): Field[] | TypeFault {
  const { context } = collection;
  const { checker } = context;
  const name = checker.typeToString(type);
  const properties = isStructType(context, type)
    ? dataFields(context, type).filter((property) => !isFunctionOfLiteral(context, property))
    : undefined;
  if (!properties || properties.length === 0) return { fault: name };
  const fields: Field[] = [];
  for (const property of properties) {
    const ofField = checker.getTypeOfSymbolAtLocation(property, node);
    if (isView(context, property, ofField)) continue;
    const isMissing = isAbsent(context, property, ofField);
    const held = isMissing ? { fault: "" } : storageOfField(collection, property, ofField, node, bindings);
    // With exactOptionalPropertyTypes, the type of an optional field need not include undefined.
    const isOptional = (property.flags & context.ts.SymbolFlags.Optional) !== 0 && !("fault" in held);
    const storage = isOptional ? optionalStorage(collection, held) : held;
    if ("fault" in storage) return { fault: `${name} (its field ${property.name})` };
    fields.push({ name: property.name, storage });
  }
  return fields.length > 0 ? fields : { fault: `${name} (its field ${properties[0]?.name})` };
}

/** Returns the names of the fields that hold a typed array from elsewhere. */
export function viewsOfType(context: PassContext, type: ts.Type, node: ts.Node): readonly string[] {
  return dataFields(context, type)
    .filter((property) => isView(context, property, context.checker.getTypeOfSymbolAtLocation(property, node)))
    .map(({ name }) => name);
}

/** Whether a field of a class is a typed array that its constructor does not make. */
function isView(context: PassContext, property: ts.Symbol, type: ts.Type): boolean {
  const { bodies, ts } = context;
  const { valueDeclaration: declared } = property;
  const isField = declared && (ts.isPropertyDeclaration(declared) || ts.isParameter(declared));
  if (!isField || bodies.files.has(declared.getSourceFile())) return false;
  return typedArrayElement(context, type) !== undefined && lengthOfField(context, property) === undefined;
}

/** Returns a field's storage. An array whose type does not state its length has that of its initial value. */
function storageOfField(
  collection: Collection,
  property: ts.Symbol,
  type: ts.Type,
  node: ts.Node,
  bindings: Bindings,
): Storage | TypeFault {
  const { context } = collection;
  const typed = typedArrayElement(context, type);
  const length = typed || context.checker.isArrayType(type) ? lengthOfField(context, property) : undefined;
  if (typed && length) return { kind: "array", element: elementStorage(typed), length };
  const member = length && context.checker.getIndexTypeOfType(type, context.ts.IndexKind.Number);
  if (!length || !member) return storageOfType(collection, type, node, bindings, true);
  const element = storageOfType(collection, member, node, bindings, true);
  return "fault" in element ? element : { kind: "array", element, length };
}

/** Returns the storage of an optional field; a field that may also be null is refused. */
function optionalStorage(collection: Collection, held: Storage): Storage | TypeFault {
  if (held.kind === "text") return { fault: "" };
  const absent = held.kind === "struct" ? absentOf(held.struct) : undefined;
  if (absent) return absent === "undefined" ? held : { fault: "" };
  return { kind: "struct", struct: nullableStruct(collection, held, "undefined") };
}

/** Whether a field of a package's class may have no value in a new object. */
function isAbsent({ bodies, ts }: PassContext, { valueDeclaration }: ts.Symbol, type: ts.Type): boolean {
  const isUndefined = ({ flags }: ts.Type) => (flags & ts.TypeFlags.Undefined) !== 0;
  const isOfPackage = valueDeclaration !== undefined && bodies.files.has(valueDeclaration.getSourceFile());
  return isOfPackage && (type.isUnion() ? type.types.some(isUndefined) : isUndefined(type));
}

/** Whether it is a function that the literal determines, which takes no memory. */
function isFunctionOfLiteral(context: PassContext, { valueDeclaration }: ts.Symbol): boolean {
  return (
    valueDeclaration !== undefined &&
    isFunctionMember(context, valueDeclaration) &&
    isNamedByConst(context, valueDeclaration)
  );
}

function isStructType(context: PassContext, type: ts.Type): boolean {
  const { ts, checker } = context;
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
  if (type.getCallSignatures().length > 0 || checker.isArrayType(type)) return false;
  // With an index of numbers it is a list of any length, as `ArrayLike<number>` is.
  if (type.getStringIndexType() || (type.getNumberIndexType() && !checker.isTupleType(type))) return false;
  const symbol = type.getSymbol();
  // A mapped type (Pick, Omit) is declared at the mapping.
  return !symbol || symbol.name.startsWith("__") || !isStandard(context, symbol);
}
