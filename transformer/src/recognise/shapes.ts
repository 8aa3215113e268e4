// Maps TypeScript types to the kinds of values that kernels have. Only this file maps the checker's types to IR types.

import type { ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { accessorType, deviceGlobalType, flavourOf, isFunctionRefType, pointerType } from "./brands.js";
import { createCache } from "./cache.js";
import { isStandard, resolvedSymbol } from "./library.js";

export type Shape =
  /** A number or bigint; `flavour` is what an annotation pins. Pointers and function references are u64. */
  | { readonly kind: "number"; readonly flavour: ScalarType | undefined }
  | { readonly kind: "boolean" }
  /** A typed array. `clamps`: stores clamp, as in Uint8ClampedArray. */
  | { readonly kind: "span"; readonly element: ScalarType; readonly clamps: boolean }
  /** A device global with T as its element. */
  | { readonly kind: "global"; readonly element: ts.Type }
  | { readonly kind: "function" }
  | { readonly kind: "void" }
  /** TypeScript has reported it. */
  | { readonly kind: "faulty" }
  /** A value that kernels cannot hold. */
  | { readonly kind: "other"; readonly name: string };

const typedArrays: Readonly<Record<string, { element: ScalarType; clamps: boolean }>> = {
  Int8Array: { element: "i8", clamps: false },
  Uint8Array: { element: "u8", clamps: false },
  Uint8ClampedArray: { element: "u8", clamps: true },
  Int16Array: { element: "i16", clamps: false },
  Uint16Array: { element: "u16", clamps: false },
  Float16Array: { element: "f16", clamps: false },
  Int32Array: { element: "i32", clamps: false },
  Uint32Array: { element: "u32", clamps: false },
  Float32Array: { element: "f32", clamps: false },
  Float64Array: { element: "f64", clamps: false },
  BigInt64Array: { element: "i64", clamps: false },
  BigUint64Array: { element: "u64", clamps: false },
};

function other(context: PassContext, type: ts.Type): Shape {
  return { kind: "other", name: context.checker.typeToString(type) };
}

export function shapeOfType(context: PassContext, possiblyUndefined: ts.Type): Shape {
  const { ts, checker } = context;
  if (isErrorType(possiblyUndefined)) return { kind: "faulty" };
  if (possiblyUndefined.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return other(context, possiblyUndefined);
  const present = checker.getNonNullableType(possiblyUndefined);
  const type = present.isTypeParameter() ? (checker.getBaseConstraintOfType(present) ?? present) : present;
  if (possiblyUndefined.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) return { kind: "void" };
  if (checker.isTypeAssignableTo(type, checker.getNumberType())) return numberShape(context, type);
  if (isBigInt(context, type)) return { kind: "number", flavour: flavourOf(context, type) };
  if (type.flags & ts.TypeFlags.BooleanLike) return { kind: "boolean" };
  if (pointerType(context, type) || isFunctionRefType(context, type)) return { kind: "number", flavour: "u64" };
  const global = deviceGlobalType(context, type);
  if (global) return { kind: "global", element: global.element };
  return typedArrayShape(context, type) ?? (isFunction(type) ? { kind: "function" } : other(context, type));
}

/** Whether a type is the checker's error type: an unknown name, a wrong call. */
export function isErrorType(type: ts.Type): boolean {
  const { intrinsicName } = type as { intrinsicName?: string }; // reading an unknown property is safe
  return intrinsicName === "error";
}

function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0;
}

export function isBigInt({ checker, ts }: PassContext, type: ts.Type): boolean {
  return (
    !(type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) && checker.isTypeAssignableTo(type, checker.getBigIntType())
  );
}

function numberShape(context: PassContext, type: ts.Type): Shape {
  if (type.flags & context.ts.TypeFlags.Never) return other(context, type);
  return { kind: "number", flavour: flavourOf(context, type) };
}

function typedArrayShape(context: PassContext, type: ts.Type): Shape | undefined {
  const accessed = accessorType(context, type);
  if (accessed) return typedArrayShape(context, accessed);
  // A queue's arrays are typed arrays that are also disposable.
  for (const member of type.isIntersection() ? type.types : []) {
    const shape = typedArrayShape(context, member);
    if (shape) return shape;
  }
  // A kernel sees `Float32Array<ArrayBuffer> | Float32Array<SharedArrayBuffer>` as one array.
  if (type.isUnion()) {
    const [first, ...others] = type.types.map((member) => typedArrayShape(context, member));
    if (first?.kind !== "span") return undefined;
    const isSame = (shape: Shape | undefined) =>
      shape?.kind === "span" && shape.element === first.element && shape.clamps === first.clamps;
    return others.every(isSame) ? first : undefined;
  }
  const symbol = type.getSymbol();
  const row = symbol && typedArrayNamed(symbol.name);
  return row && symbol && isStandard(context, symbol) ? { kind: "span", ...row } : undefined;
}

/** The element of a typed array class. */
export function typedArrayNamed(name: string): { element: ScalarType; clamps: boolean } | undefined {
  return Object.hasOwn(typedArrays, name) ? typedArrays[name] : undefined;
}

/** The element of a typed array; undefined for every other type. */
export function typedArrayElement(
  context: PassContext,
  type: ts.Type,
): { element: ScalarType; clamps: boolean } | undefined {
  const shape = typedArrayShape(context, type);
  return shape?.kind === "span" ? shape : undefined;
}

const shapes = createCache<ts.Node, Shape>();

export function shapeOf(context: PassContext, node: ts.Node): Shape {
  return shapes(context, node, () => findShape(context, node));
}

/** Tries a variable's declared type first; its narrowed type takes an analysis and matters for unions only. */
function findShape(context: PassContext, node: ts.Node): Shape {
  const symbol = context.ts.isIdentifier(node) ? resolvedSymbol(context, node) : undefined;
  const declared = symbol?.valueDeclaration && shapeOfType(context, context.checker.getTypeOfSymbol(symbol));
  if (declared && declared.kind !== "other") return declared;
  return shapeOfType(context, context.checker.getTypeAtLocation(node));
}
