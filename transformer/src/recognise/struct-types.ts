// The layout of a TypeScript type's values in memory shared with the host: numbers by their flavour, plain ones as f64,
// bigints as i64, booleans, fixed arrays and tuples, and structs from interfaces, type literals and classes. Reports nothing:
// a type without a layout gives a fault with its path.

import {
  type DataType,
  layoutOf,
  type ScalarType,
  type StructDefinition,
  type StructField,
  typeName,
} from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { fixedArrayType, flavourOf, isFunctionRefType, pointerType } from "./brands.js";
import { dataFields } from "./fields.js";
import { isStandard } from "./library.js";

export interface StructFault {
  readonly fault:
    | "type"
    | "optional field"
    | "private name"
    | "array without length"
    | "mixed tuple"
    | "type parameter"
    | "contains itself";
  /** The type without a layout. */
  readonly type: ts.Type;
  /** "pos.x"; empty for the type itself. */
  readonly path: string;
  /** Where the field is declared. */
  readonly declaration: ts.Declaration | undefined;
}

export interface StructType {
  readonly type: DataType;
  /** The struct and all nested structs, each after those that it contains. */
  readonly structs: readonly StructDefinition[];
  /** The class symbols of structs that are classes, by struct name. */
  readonly classes: ReadonlyMap<string, ts.Symbol>;
  /** The files that declare the structs. */
  readonly files: ReadonlySet<ts.SourceFile>;
}

/** The layout of a type, usually a struct. Different structs get different names; the same name and fields make one struct. */
export function structType(context: PassContext, type: ts.Type): StructType | StructFault {
  const mapping: Mapping = { context, structs: [], declared: new Map(), files: new Set(), around: [] };
  const found = memoryType(mapping, type);
  if (isFault(found)) return found;
  const { structs, declared, files } = mapping;
  const classes = new Map<string, ts.Symbol>();
  for (const [name, [symbol, other]] of declared) {
    // If two types share a struct, it belongs to neither class.
    if (symbol && !other && symbol.flags & context.ts.SymbolFlags.Class) classes.set(name, symbol);
  }
  return { type: found, structs, classes, files };
}

export function isFault(found: object | string): found is StructFault {
  return typeof found === "object" && "fault" in found;
}

interface Mapping {
  readonly context: PassContext;
  readonly structs: StructDefinition[];
  /** The symbols that declare each struct, by struct name. */
  readonly declared: Map<string, readonly (ts.Symbol | undefined)[]>;
  readonly files: Set<ts.SourceFile>;
  /** The structs and arrays around the current type. */
  readonly around: readonly ts.Type[];
}

const LARGEST = 2 ** 31;
/** Deepest nesting: a type that differs at each level (`interface Node<T> { next: Node<FixedArray<T, 2>> }`) never ends. */
export const DEEPEST = 64;

function faultOf(type: ts.Type, fault: StructFault["fault"]): StructFault {
  return { fault, type, path: "", declaration: undefined };
}

function memoryType(mapping: Mapping, type: ts.Type): DataType | StructFault {
  const { context } = mapping;
  const { ts, checker } = context;
  const is = (flags: ts.TypeFlags) => (type.flags & flags) !== 0;
  if (is(ts.TypeFlags.TypeParameter | ts.TypeFlags.IndexedAccess | ts.TypeFlags.Conditional)) {
    return faultOf(type, "type parameter");
  }
  if (is(ts.TypeFlags.Any | ts.TypeFlags.Never | ts.TypeFlags.Unknown)) return faultOf(type, "type");
  const isReference = pointerType(context, type) || isFunctionRefType(context, type);
  const scalar = isReference ? "u64" : scalarType(context, type);
  if (scalar) return scalar;
  const { around } = mapping;
  if (around.includes(type) || around.length > DEEPEST) return faultOf(type, "contains itself");
  const inside: Mapping = { ...mapping, around: [...around, type] };
  const fixed = fixedArrayType(context, type);
  if (fixed) return arrayType(inside, type, fixed.element, fixed.length);
  if (checker.isTupleType(type)) return tupleType(inside, type as ts.TupleTypeReference); // checked
  if (checker.isArrayType(type)) return faultOf(type, "array without length");
  return structOfType(inside, type);
}

function scalarType(context: PassContext, type: ts.Type): ScalarType | undefined {
  const { ts, checker } = context;
  const members = type.isUnion() ? type.types : [type];
  if (members.every(({ flags }) => (flags & ts.TypeFlags.BooleanLike) !== 0)) return "bool";
  if (members.some(({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0)) return undefined;
  const flavours = new Set(members.map((member) => flavourOf(context, member)));
  const [flavour] = flavours;
  if (flavours.size > 1) return undefined;
  if (flavour) return flavour;
  // A union of literals, as in `0 | 1`, is also a number.
  if (checker.isTypeAssignableTo(type, checker.getNumberType())) return "f64";
  return checker.isTypeAssignableTo(type, checker.getBigIntType()) ? "i64" : undefined;
}

function arrayType(mapping: Mapping, type: ts.Type, elementType: ts.Type, length: number): DataType | StructFault {
  const element = memoryType(mapping, elementType);
  if (isFault(element)) return element.path === "" ? { ...element, type } : element;
  const { size } = layoutOf(element, mapping.structs);
  const isSound = Number.isInteger(length) && length > 0 && size * length < LARGEST;
  return isSound ? { kind: "array", element, length } : faultOf(type, "type");
}

function tupleType(mapping: Mapping, type: ts.TupleTypeReference): DataType | StructFault {
  const { ts, checker } = mapping.context;
  const members = checker.getTypeArguments(type);
  const isOpen = type.target.elementFlags.some((flags) => flags !== ts.ElementFlags.Required);
  const [first] = members;
  if (isOpen || !first) return faultOf(type, "array without length");
  const names = new Set<string>();
  for (const member of members) {
    const element = memoryType(mapping, member);
    if (isFault(element)) return element.path === "" ? { ...element, type } : element;
    names.add(typeName(element));
  }
  return names.size === 1 ? arrayType(mapping, type, first, members.length) : faultOf(type, "mixed tuple");
}

function structOfType(mapping: Mapping, type: ts.Type): DataType | StructFault {
  const { context, files } = mapping;
  if (!isStructType(context, type)) return faultOf(type, "type");
  for (const symbol of [type.getSymbol(), type.aliasSymbol]) {
    for (const declaration of symbol?.declarations ?? []) files.add(declaration.getSourceFile());
  }
  const fields: StructField[] = [];
  for (const property of dataFields(context, type)) {
    const found = fieldType(mapping, property);
    if (isFault(found)) return found;
    fields.push({ name: property.name, type: found });
  }
  if (fields.length === 0) return faultOf(type, "type");
  const name = define(mapping.structs, nameOf(type), fields);
  mapping.declared.set(name, [...new Set(mapping.declared.get(name)).add(type.getSymbol())]);
  return { kind: "struct", name };
}

function fieldType(mapping: Mapping, property: ts.Symbol): DataType | StructFault {
  const { ts, checker } = mapping.context;
  const declaration = property.declarations?.[0];
  if (declaration) mapping.files.add(declaration.getSourceFile());
  const type = checker.getTypeOfSymbol(property);
  const name = declaration && ts.getNameOfDeclaration(declaration);
  if (name && ts.isPrivateIdentifier(name)) {
    return { fault: "private name", type, path: name.text, declaration };
  }
  if (property.flags & ts.SymbolFlags.Optional) {
    return { fault: "optional field", type, path: property.name, declaration };
  }
  const found = memoryType(mapping, type);
  if (!isFault(found)) return found;
  const path = found.path === "" ? property.name : `${property.name}.${found.path}`;
  return { ...found, path, declaration: found.declaration ?? declaration };
}

/** Whether a type is an object of the user's: not a function, not declared by TypeScript's libraries. */
function isStructType(context: PassContext, type: ts.Type): boolean {
  const { ts, checker } = context;
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return false;
  if (checker.getIndexInfosOfType(type).length > 0) return false;
  const symbol = type.getSymbol();
  return !symbol || isAnonymous(symbol) || !isStandard(context, symbol);
}

/** Whether TypeScript made up the name ("__type", "__object"), also for types made by Pick, Omit and the like. */
function isAnonymous(symbol: ts.Symbol): boolean {
  return symbol.name.startsWith("__");
}

function nameOf(type: ts.Type): string {
  const symbol = type.getSymbol();
  const own = symbol && !isAnonymous(symbol) ? symbol : type.aliasSymbol;
  return own?.name ?? "object";
}

/** Adds a struct to the table; a number distinguishes structs that share a name but not fields. */
function define(structs: StructDefinition[], own: string, fields: readonly StructField[]): string {
  const key = fieldsKey(fields);
  for (let number = 1; ; number++) {
    const name = number === 1 ? own : `${own} ${number}`;
    const known = structs.find((struct) => struct.name === name);
    if (!known) structs.push({ name, fields });
    if (!known || fieldsKey(known.fields) === key) return name;
  }
}

function fieldsKey(fields: readonly StructField[]): string {
  return fields.map(({ name, type }) => `${name}: ${typeName(type)}`).join(", ");
}
