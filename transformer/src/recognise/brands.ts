// Recognises the library's types by the brands in its declarations (requirement D12): a type counts if it has a property
// named by one of our unique symbols, whatever the type, variable or function is called.

import type { ScalarType } from "@lanewise/ir";
import { scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { createCache } from "./cache.js";
import type { ItemKind } from "./item-members.js";
import { isFromLibrary } from "./library.js";

type Brand =
  | "flavour"
  | "kernelBrand"
  | "deviceGlobalBrand"
  | "deviceFnBrand"
  | "functionRefBrand"
  | "externalDeviceFnBrand"
  | "specConstantBrand"
  | "structOfBrand"
  | "structArrayBrand"
  | "itemBrand"
  | "localAccessorBrand"
  | "reducerBrand"
  | "pointerBrand"
  | "moduleNameBrand"
  | "accessorBrand"
  | "accessorRowsBrand";

const brandings = createCache<ts.Type, Map<Brand, ts.Type | undefined>>();

/** The type of the property that brands a type with `brand`, or undefined. */
function brandedBy(context: PassContext, type: ts.Type, brand: Brand): ts.Type | undefined {
  if (!(type.flags & (context.ts.TypeFlags.Object | context.ts.TypeFlags.UnionOrIntersection))) return undefined;
  const known = brandings(context, type, () => new Map());
  if (!known.has(brand)) known.set(brand, findBrand(context, type, brand));
  return known.get(brand);
}

function findBrand(context: PassContext, type: ts.Type, brand: Brand): ts.Type | undefined {
  if (type.isUnionOrIntersection()) {
    for (const member of type.types) {
      const found = brandedBy(context, member, brand);
      if (found) return found;
    }
    return undefined;
  }
  const property = type.getProperties().find((candidate) => isBrandProperty(context, candidate, brand));
  return property && context.checker.getTypeOfSymbol(property);
}

function isBrandProperty(context: PassContext, property: ts.Symbol, brand: Brand): boolean {
  const { ts } = context;
  const name = property.valueDeclaration && ts.getNameOfDeclaration(property.valueDeclaration);
  return (
    name !== undefined &&
    ts.isComputedPropertyName(name) &&
    ts.isIdentifier(name.expression) &&
    name.expression.text === brand &&
    isFromLibrary(name.getSourceFile())
  );
}

/** The type without `undefined` and `null`, which `noUncheckedIndexedAccess` and optional properties add. */
function defined({ ts, checker }: PassContext, type: ts.Type): ts.Type {
  // For an object, TypeScript would first resolve all its members.
  return type.flags & ts.TypeFlags.Object ? type : checker.getNonNullableType(type);
}

/** The number type that a flavour such as `i32` or `f32` pins; undefined for plain `number`. */
export function flavourOf(context: PassContext, type: ts.Type): ScalarType | undefined {
  const present = defined(context, type);
  if (present.isUnion()) {
    const [first, ...others] = present.types.map((member) => flavourOf(context, member));
    return others.every((other) => other === first) ? first : undefined;
  }
  const flavour = brandedBy(context, present, "flavour");
  if (!flavour) return undefined;
  const mark = defined(context, flavour);
  const names = (mark.isUnion() ? mark.types : [mark]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  // A float's mark also names the integers that may be assigned to it.
  const name = names.find((one) => one === "f32" || one === "f64") ?? names[0];
  // The library's flavours have the names of the scalars.
  return name !== undefined && name in scalars ? (name as ScalarType) : undefined;
}

/** The function type that a `KernelFunction<F>` stands for; undefined for every other type. */
export function kernelSignature(context: PassContext, type: ts.Type): ts.Signature | undefined {
  const branded = defined(context, type);
  if (!brandedBy(context, branded, "kernelBrand")) return undefined;
  return branded.getCallSignatures()[0];
}

/** The array names of an `ElementFunction`, the result's first; undefined for every other type. */
export function arraysOfElements(context: PassContext, type: ts.Type): readonly ts.Type[] | undefined {
  const brand = brandedBy(context, defined(context, type), "kernelBrand");
  const names = brand && defined(context, brand);
  // Tuple types are type references.
  return names && context.checker.isTupleType(names)
    ? context.checker.getTypeArguments(names as ts.TypeReference)
    : undefined;
}

/** Whether a type is a `DeviceFn<F>`; references to one are not. */
export function isDeviceFnType(context: PassContext, type: ts.Type): boolean {
  const isBranded = brandedBy(context, defined(context, type), "deviceFnBrand") !== undefined;
  return isBranded && !isFunctionRefType(context, type);
}

/** Whether a type is a `FunctionRef<F>`. */
export function isFunctionRefType(context: PassContext, type: ts.Type): boolean {
  return brandedBy(context, defined(context, type), "functionRefBrand") !== undefined;
}

/** Whether a type is an `ExternalDeviceFn<F>`; references to one are not. */
export function isExternalDeviceFnType(context: PassContext, type: ts.Type): boolean {
  const isBranded = brandedBy(context, defined(context, type), "externalDeviceFnBrand") !== undefined;
  return isBranded && !isFunctionRefType(context, type);
}

/** Whether a type is the `ModuleName` that the compiler supplies. */
export function isModuleNameType(context: PassContext, type: ts.Type): boolean {
  return brandedBy(context, defined(context, type), "moduleNameBrand") !== undefined;
}

export interface DeviceGlobalType {
  readonly element: ts.Type;
  readonly properties: ts.Type;
}

/** T and P of a `DeviceGlobal<T, P>`; undefined for every other type. */
export function deviceGlobalType(context: PassContext, type: ts.Type): DeviceGlobalType | undefined {
  const brand = brandedBy(context, type, "deviceGlobalBrand");
  const property = (name: string) => {
    const symbol = brand && context.checker.getPropertyOfType(defined(context, brand), name);
    return symbol && context.checker.getTypeOfSymbol(symbol);
  };
  const element = property("type");
  const properties = property("properties");
  return element && properties ? { element, properties } : undefined;
}

/** T of a `Pointer<T>`; undefined for every other type. */
export function pointerType(context: PassContext, type: ts.Type): ts.Type | undefined {
  const brand = brandedBy(context, defined(context, type), "pointerBrand");
  const pointee = brand && context.checker.getPropertyOfType(defined(context, brand), "type");
  return pointee && context.checker.getTypeOfSymbol(pointee);
}

/** The typed array type behind a `ReadAccessor`; undefined for every other type. */
export function accessorType(context: PassContext, type: ts.Type): ts.Type | undefined {
  const brand = brandedBy(context, type, "accessorBrand");
  return brand && defined(context, brand);
}

/** The dimensions of an accessor with rows; undefined for every other type. */
export function accessorDimensions(context: PassContext, type: ts.Type): 2 | 3 | undefined {
  const brand = brandedBy(context, defined(context, type), "accessorRowsBrand");
  const literal = brand && defined(context, brand);
  return ([2, 3] as const).find((dimensions) => literal?.isNumberLiteral() && literal.value === dimensions);
}

/** T of a `SpecConstant<T>`; undefined for every other type. */
export function specConstantType(context: PassContext, type: ts.Type): ts.Type | undefined {
  return brandedBy(context, defined(context, type), "specConstantBrand");
}

export interface ItemType {
  readonly kind: ItemKind;
  readonly dimensions: 1 | 2 | 3;
}

/** Whether a type is an item or a group, even if its dimensions are unknown. */
export function isItemType(context: PassContext, type: ts.Type): boolean {
  return brandedBy(context, defined(context, type), "itemBrand") !== undefined;
}

/** The kind and dimensions of an item or group type; undefined for every other type. */
export function itemType(context: PassContext, type: ts.Type): ItemType | undefined {
  const { checker } = context;
  const brand = brandedBy(context, defined(context, type), "itemBrand");
  const property = (name: string) => {
    const symbol = brand && checker.getPropertyOfType(brand, name);
    const literal = symbol && checker.getTypeOfSymbol(symbol);
    return literal?.isLiteral() ? literal.value : undefined;
  };
  const kind = property("kind");
  const dimensions = ([1, 2, 3] as const).find((one) => one === property("dimensions"));
  // The library's kinds are those of the table.
  return typeof kind === "string" && dimensions ? { kind: kind as ItemKind, dimensions } : undefined;
}

export interface ReducerType {
  readonly scalar: ScalarType | undefined;
  readonly operation: string;
}

/** The element type and operation of a `Reducer<T, O>`; undefined for every other type. */
export function reducerType(context: PassContext, type: ts.Type): ReducerType | undefined {
  const { checker } = context;
  const brand = brandedBy(context, defined(context, type), "reducerBrand");
  const property = (name: string) => {
    const symbol = brand && checker.getPropertyOfType(brand, name);
    return symbol && checker.getTypeOfSymbol(symbol);
  };
  const element = property("type");
  const operation = property("operation");
  if (!element || !operation) return undefined;
  return { scalar: flavourOf(context, element), operation: operation.isStringLiteral() ? operation.value : "" };
}

/** Whether a type is a `LocalAccessor<A>`. */
export function isLocalAccessorType(context: PassContext, type: ts.Type): boolean {
  return brandedBy(context, defined(context, type), "localAccessorBrand") !== undefined;
}

/** T of a `StructOf<T>`; undefined for every other type. */
export function structOfType(context: PassContext, type: ts.Type): ts.Type | undefined {
  return brandedBy(context, defined(context, type), "structOfBrand");
}

/** T of a `StructArray<T>`; undefined for every other type. */
export function structArrayType(context: PassContext, type: ts.Type): ts.Type | undefined {
  const brand = brandedBy(context, defined(context, type), "structArrayBrand");
  return brand && defined(context, brand);
}

/** Element type and length of a `FixedArray<T, N>`, the only library type with elements and a literal length. */
export function fixedArrayType(context: PassContext, type: ts.Type): { element: ts.Type; length: number } | undefined {
  if (!type.getSymbol()?.declarations?.some((node) => isFromLibrary(node.getSourceFile()))) return undefined;
  const length = context.checker.getPropertyOfType(type, "length");
  const lengthType = length && context.checker.getTypeOfSymbol(length);
  const element = context.checker.getIndexTypeOfType(type, context.ts.IndexKind.Number);
  return element && lengthType?.isNumberLiteral() ? { element, length: lengthType.value } : undefined;
}
