// Converts TypeScript's types to values: flavours, typed arrays, structs of interfaces, type literals and classes, fixed arrays and tuples. Type
// parameters are replaced by the current call's bindings.

import { scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import {
  fixedArrayType,
  isItemType,
  isLocalAccessorType,
  itemType,
  type ReducerType,
  reducerType,
  structArrayType,
} from "../recognise/brands.js";
import { isStandard } from "../recognise/library.js";
import { FUNCTION_REDUCTION, isReduction } from "../recognise/reductions.js";
import { isBigInt, shapeOfType } from "../recognise/shapes.js";
import { DEEPEST } from "../recognise/struct-types.js";
import { isIndexedByVariable } from "../recognise/tuples.js";
import { type Collection, newTerm, registerOf } from "./collect.js";
import { textsOf } from "./collect-texts.js";
import { fieldsOfType, viewsOfType } from "./object-fields.js";
import {
  type Absent,
  type Bindings,
  elementStorage,
  HELD,
  IS_THERE,
  numberValue,
  objectOf,
  type Storage,
  type Struct,
  storageKey,
  structKey,
  type UnionFacts,
  type Value,
} from "./shape.js";
import { storageOfUnion } from "./unions.js";

/** Why kernels do not support a type: its name, and its faulty part. */
export interface TypeFault {
  readonly fault: string;
}

export const noBindings: Bindings = new Map();

/** Returns the value of a variable, parameter or result of that type; undefined for void. */
export function valueOfType(
  collection: Collection,
  type: ts.Type,
  node: ts.Node,
  bindings: Bindings,
): Value | TypeFault | undefined {
  const { context } = collection;
  const bound = bindings.get(type);
  if (bound) return valueOfStorage(collection, bound, node);
  if (textsOf(context, type)) return { kind: "text" };
  const nullable = nullableStorage(collection, type, node, bindings);
  if (nullable) return objectOf(nullable);
  const shape = shapeOfType(context, type);
  switch (shape.kind) {
    case "number": {
      const { flavour } = shape;
      if (flavour) {
        const { size } = scalars[flavour];
        const narrow = size < 4 && registerOf(flavour) === "i32" ? { bits: size * 8 } : {};
        const origin = { kind: "known", type: registerOf(flavour), ...narrow } as const;
        const term = newTerm(
          collection,
          { ...origin, ...(isInferred(context, node) ? { isIndex: true } : { isPinned: true }) },
          node,
        );
        return numberValue(term, registerOf(flavour) === flavour ? undefined : flavour);
      }
      return numberValue(weakTerm(collection, type, node));
    }
    case "boolean":
      return { kind: "boolean" };
    case "span":
      return spanOf(collection, type, elementStorage(shape));
    case "global":
      return globalValue(collection, shape.element, node, bindings);
    case "void":
      return undefined;
    case "faulty":
      return { fault: "" };
    default:
  }
  const item = itemType(context, type);
  if (item) return { kind: "item", of: item.kind, dimensions: item.dimensions };
  const reducer = reducerType(context, type);
  if (reducer) return reducerValue(collection, reducer, type);
  const structs = structArrayType(context, type);
  if (structs) return spanOfStructs(collection, type, structs, node, bindings);
  const storage = storageOfType(collection, type, node, bindings);
  return "fault" in storage ? storage : valueOfStorage(collection, storage, node);
}

/** Whether it is a parameter with an inferred type: its flavour is not explicit. */
function isInferred({ ts }: PassContext, node: ts.Node): boolean {
  return ts.isParameter(node) && node.type === undefined;
}

/** Returns the storage of a reducer's values, as an array of one element. */
function reducerValue({ context }: Collection, { scalar, operation }: ReducerType, type: ts.Type): Value | TypeFault {
  if (!scalar || !(isReduction(operation) || operation === FUNCTION_REDUCTION))
    return { fault: context.checker.typeToString(type) };
  return { kind: "span", element: { kind: "number", scalar } };
}

/** Returns a device global whose T is `type`; objects are in memory that the host sees. */
export function globalValue(
  collection: Collection,
  type: ts.Type,
  node: ts.Node,
  bindings: Bindings,
): Value | TypeFault {
  const storage = storageOfType(collection, type, node, bindings);
  if ("fault" in storage) return storage;
  if (isKernelsOwn(collection, storage)) return { fault: collection.context.checker.typeToString(type) };
  switch (storage.kind) {
    case "number":
      return { kind: "global", scalar: storage.scalar };
    case "boolean":
      return { kind: "global", scalar: "bool" };
    case "text":
    case "weak":
      return { fault: collection.context.checker.typeToString(type) };
    case "struct":
    case "array":
      share(storage);
      return objectOf(storage, "memory");
  }
}

function weakTerm(collection: Collection, type: ts.Type, node: ts.Node) {
  const term = newTerm(collection, { kind: "join" }, node);
  term.isBig = isBigInt(collection.context, type);
  return term;
}

function spanOfStructs(
  collection: Collection,
  array: ts.Type,
  struct: ts.Type,
  node: ts.Node,
  bindings: Bindings,
): Value | TypeFault {
  const element = storageOfType(collection, struct, node, bindings);
  if ("fault" in element) return element;
  if (isKernelsOwn(collection, element)) return { fault: collection.context.checker.typeToString(struct) };
  share(element);
  return spanOf(collection, array, element);
}

/** Returns an array of such elements; `type` is the array's. */
function spanOf({ context }: Collection, type: ts.Type, element: Storage): Value {
  return isLocalAccessorType(context, type) ? { kind: "span", element, isLocal: true } : { kind: "span", element };
}

/**
 * Whether the host does not lay it out as kernels do: objects of packages' classes, whose declarations may have other fields; objects that hold
 * arrays from elsewhere; unions; strings, whose numbers belong to a file.
 */
function isKernelsOwn(collection: Collection, storage: Storage): boolean {
  if (storage.kind === "array") return isKernelsOwn(collection, storage.element);
  if (storage.kind !== "struct") return storage.kind === "text";
  const { declaration, fields, union, views } = storage.struct;
  const isOfPackage = declaration !== undefined && collection.context.bodies.files.has(declaration.getSourceFile());
  return (
    isOfPackage ||
    union !== undefined ||
    views.length > 0 ||
    fields.some((field) => isKernelsOwn(collection, field.storage))
  );
}

/** Marks structs as shared: the host sees them, so they have the layout that it expects. */
export function share(storage: Storage): void {
  if (storage.kind === "array") share(storage.element);
  if (storage.kind !== "struct" || storage.struct.isShared) return;
  storage.struct.isShared = true;
  for (const field of storage.struct.fields) share(field.storage);
}

function valueOfStorage(collection: Collection, storage: Storage, node: ts.Node): Value {
  switch (storage.kind) {
    case "number": {
      if (storage.scalar === "bool") return { kind: "boolean" };
      const register = registerOf(storage.scalar);
      const term = newTerm(collection, { kind: "known", type: register }, node);
      return numberValue(term, register === storage.scalar ? undefined : storage.scalar);
    }
    case "weak": {
      const term = newTerm(collection, { kind: "join" }, node);
      term.isBig = storage.term.isBig;
      return numberValue(term);
    }
    case "boolean":
    case "text":
      return { kind: storage.kind };
    case "struct":
    case "array":
      return objectOf(storage);
  }
}

/** Returns the storage of a number, boolean or object that may be null or undefined; undefined for all other types. */
function nullableStorage(
  collection: Collection,
  type: ts.Type,
  node: ts.Node,
  bindings: Bindings,
): (Storage & { kind: "struct" }) | undefined {
  const { checker } = collection.context;
  const absent = absentOfType(collection.context, type);
  if (!absent) return undefined;
  const held = storageOfType(collection, checker.getNonNullableType(type), node, bindings, true);
  if ("fault" in held || held.kind === "text") return undefined;
  return { kind: "struct", struct: nullableStruct(collection, held, absent) };
}

/** Returns whether a nullable type has null or undefined; undefined if neither or both. */
export function absentOfType({ ts }: PassContext, type: ts.Type): Absent | undefined {
  const has = (flag: ts.TypeFlags) => type.isUnion() && type.types.some(({ flags }) => (flags & flag) !== 0);
  const { Null, Undefined, Void } = ts.TypeFlags;
  if (has(Void) || has(Null) === has(Undefined)) return undefined;
  return has(Null) ? "null" : "undefined";
}

/** Returns the struct of a nullable whose value has the storage `held`. */
export function nullableStruct(collection: Collection, held: Storage, absent: Absent): Struct {
  const fields = [
    { name: IS_THERE[absent], storage: { kind: "boolean" } as const },
    { name: HELD, storage: held },
  ];
  // Each plain number has a separate type.
  if (held.kind === "weak") return newStruct("nullable", fields, undefined, noBindings);
  return internStruct(collection, "nullable", fields, undefined, noBindings);
}

/** Returns the storage of a type. `isHeld`: it is in a struct or an array. */
export function storageOfType(
  collection: Collection,
  type: ts.Type,
  node: ts.Node,
  bindings: Bindings,
  isHeld = false,
): Storage | TypeFault {
  const { context } = collection;
  const bound = bindings.get(type);
  if (bound) return bound.kind === "weak" ? { kind: "weak", term: newTerm(collection, { kind: "join" }, node) } : bound;
  if (textsOf(context, type)) return { kind: "text" };
  const nullable = nullableStorage(collection, type, node, bindings);
  if (nullable) return nullable;
  const shape = shapeOfType(context, type);
  if (shape.kind === "boolean") return { kind: "boolean" };
  if (shape.kind === "number") {
    if (shape.flavour) return { kind: "number", scalar: shape.flavour };
    return { kind: "weak", term: weakTerm(collection, type, node) };
  }
  if (isItemType(context, type) || reducerType(context, type)) return { fault: context.checker.typeToString(type) };
  if (beingMade.has(type) || beingMade.size > DEEPEST) return { fault: context.checker.typeToString(type) };
  beingMade.add(type);
  try {
    return storageOfParts(collection, type, node, bindings, isHeld);
  } finally {
    beingMade.delete(type);
  }
}

function storageOfParts(
  collection: Collection,
  type: ts.Type,
  node: ts.Node,
  bindings: Bindings,
  isHeld: boolean,
): Storage | TypeFault {
  const { context } = collection;
  const fixed = fixedArrayType(context, type);
  if (fixed) {
    const element = storageOfType(collection, fixed.element, node, bindings, true);
    return "fault" in element ? element : { kind: "array", element, length: fixed.length };
  }
  if (context.checker.isTupleType(type)) {
    return storageOfTuple(collection, type as ts.TypeReference, node, bindings, isHeld);
  }
  if (type.isUnion()) return storageOfUnion(collection, type, node, bindings);
  return storageOfStruct(collection, type, node, bindings);
}

/** A tuple of one flavour is an array, and so is one of plain numbers inside an object; others are structs. */
function storageOfTuple(
  collection: Collection,
  type: ts.TypeReference,
  node: ts.Node,
  bindings: Bindings,
  isHeld: boolean,
): Storage | TypeFault {
  const { context } = collection;
  const members = context.checker.getTypeArguments(type);
  const { target } = type as ts.TupleTypeReference; // the checker says so
  const isOpen = target.elementFlags.some((flags) => flags !== context.ts.ElementFlags.Required);
  if (isOpen || members.length === 0) return { fault: context.checker.typeToString(type) };
  const fields: { name: string; storage: Storage }[] = [];
  for (const [index, member] of members.entries()) {
    const storage = storageOfType(collection, member, node, bindings, true);
    if ("fault" in storage) return storage;
    fields.push({ name: String(index), storage });
  }
  const [first] = fields;
  const isUniform = first && fields.every(({ storage }) => storageKey(storage) === storageKey(first.storage));
  const isArray = isUniform && (isHeld || first.storage.kind !== "weak" || isIndexedByVariable(context, node, type));
  if (isArray) return { kind: "array", element: first.storage, length: fields.length };
  return { kind: "struct", struct: internStruct(collection, "tuple", fields, undefined, noBindings) };
}

/** The name of a struct whose type has no name, until one with the same fields has. */
export const unnamed = "object";

const beingMade = new Set<ts.Type>();

function storageOfStruct(
  collection: Collection,
  declaredType: ts.Type,
  node: ts.Node,
  bindings: Bindings,
): Storage | TypeFault {
  const { context } = collection;
  const type = typeOfBody(context, declaredType);
  const known = collection.structTypes.get(type);
  if (known && bindings.size === 0) return { kind: "struct", struct: known };
  const fields = fieldsOfType(collection, type, node, bindings);
  if ("fault" in fields) return fields;
  const own = type.getSymbol();
  const declaration = own?.declarations?.find((one) => context.ts.isClassLike(one));
  const structName = own && !own.name.startsWith("__") ? own.name : aliasOf(context, type);
  const struct = internStruct(
    collection,
    structName,
    fields,
    declaration,
    bindingsOf(collection, type, node, bindings),
  );
  struct.views = viewsOfType(context, type, node);
  if (bindings.size === 0) collection.structTypes.set(type, struct);
  return { kind: "struct", struct };
}

/** Returns a type's name in the program: for `Readonly<Point>`, Point. */
function aliasOf(context: PassContext, { aliasSymbol, aliasTypeArguments }: ts.Type): string {
  if (!aliasSymbol || !isStandard(context, aliasSymbol)) return aliasSymbol?.name ?? unnamed;
  return aliasTypeArguments?.[0]?.getSymbol()?.name.replace(/^__.*/, "") || unnamed;
}

/** Returns the type of a package's class by its JavaScript, which determines its objects' fields, instead of its declarations. */
function typeOfBody({ bodies, checker }: PassContext, type: ts.Type): ts.Type {
  const declaration = type.getSymbol()?.valueDeclaration;
  const body = declaration && bodies.classes.get(declaration);
  const symbol = body?.name && checker.getSymbolAtLocation(body.name);
  return symbol ? checker.getDeclaredTypeOfSymbol(symbol) : type;
}

export function internStruct(
  collection: Collection,
  name: string,
  fields: Struct["fields"],
  declaration: Struct["declaration"],
  bindings: Bindings,
  union?: UnionFacts,
): Struct {
  const key = structKey({ name, fields, declaration, union });
  const known = collection.structs.get(key);
  if (known?.name === unnamed) known.name = name;
  if (known) return known;
  const struct = newStruct(name, fields, declaration, bindings, union);
  collection.structs.set(key, struct);
  return struct;
}

function newStruct(
  name: string,
  fields: Struct["fields"],
  declaration: Struct["declaration"],
  bindings: Bindings,
  union?: UnionFacts,
): Struct {
  const facts = { views: [], isMutated: false, isStored: false, isShared: false };
  return { name, fields, declaration, bindings, union, ...facts };
}

/** Returns the bindings of the type parameters of a class, and of its base classes, for this type. */
function bindingsOf(collection: Collection, type: ts.Type, node: ts.Node, bindings: Bindings): Bindings {
  const { checker, ts } = collection.context;
  const found = new Map<ts.Type, Storage>();
  const visit = (one: ts.Type): void => {
    const isReference = ((one as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0; // object types have these flags
    const target = isReference ? (one as ts.TypeReference).target : undefined;
    const parameters = target?.typeParameters ?? [];
    const given = target ? checker.getTypeArguments(one as ts.TypeReference) : [];
    for (const [index, parameter] of parameters.entries()) {
      const argument = given[index];
      if (!argument || argument === parameter) continue;
      const storage = storageOfType(collection, argument, node, bindings);
      if (!("fault" in storage)) found.set(parameter, storage);
    }
    for (const base of one.isClassOrInterface() || target ? (one.getBaseTypes() ?? []) : []) visit(base);
  };
  visit(type);
  return found;
}

/** Binds the type parameters in `declared` to the corresponding types in `given`. */
export function bind(
  collection: Collection,
  declared: ts.Type,
  given: ts.Type,
  node: ts.Node,
  outer: Bindings,
  into: Map<ts.Type, Storage>,
): void {
  if (declared === given) return;
  const { checker } = collection.context;
  if (declared.isTypeParameter()) {
    if (into.has(declared)) return;
    const storage = storageOfType(collection, given, node, outer);
    if (!("fault" in storage)) into.set(declared, storage);
    return;
  }
  const arguments_ = (type: ts.Type) =>
    type.aliasTypeArguments ?? ("target" in type ? checker.getTypeArguments(type as ts.TypeReference) : []);
  const theirs = arguments_(given);
  for (const [index, one] of arguments_(declared).entries()) {
    const other = theirs[index];
    if (other) bind(collection, one, other, node, outer, into);
  }
}
