// What a random program knows where it is being written: its types, the variables in scope and what may be done with them,
// the functions it may call. Values of the generator; they hold text and no syntax trees.

import type { Random } from "../support/random.js";

export const numbers = ["i32", "u32", "f32", "f64", "i64", "u64"] as const;
export type Numeric = (typeof numbers)[number];
export type Scalar = Numeric | "boolean";

export interface Field {
  readonly name: string;
  readonly type: Type;
}
export interface Struct {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly Field[];
  /** The names of its fields as its constructor takes them; an interface's objects are literals. */
  readonly parameters?: readonly Field[];
  /** Its fields are assigned, so that its objects are never stored into others; else they are values. */
  readonly isMutable: boolean;
  readonly getters: readonly Field[];
  readonly methods: readonly Callable[];
  /** Give a fresh object. */
  readonly statics: readonly Callable[];
}
export interface ArrayType {
  readonly kind: "array";
  readonly element: Type;
  readonly length: number;
  /** As it is written. */
  readonly text: string;
  /** `new Float32Array(n)`; its elements may be narrower than `element`. */
  readonly isTyped: boolean;
}
export type Type = Scalar | Struct | ArrayType;

export interface Variable {
  readonly name: string;
  readonly type: Type;
  /** "whole": it may be assigned. "parts": its fields or elements may. */
  readonly writable: "no" | "whole" | "parts";
  /** An array whose only elements are the work-item's own: how to index it. */
  readonly index?: (scope: Scope) => string;
}
/** A function-typed parameter is written as a lambda in place. */
export interface Lambda {
  readonly kind: "lambda";
  readonly parameters: readonly Scalar[];
  readonly result: Scalar;
}
export interface Parameter {
  readonly type: Type | Lambda;
  readonly isOptional?: boolean;
}
export interface Callable {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly result: Type | "void";
}

/** All work-items change its elements, in one way, so that the order does not matter; meanwhile nobody reads them. */
export interface Shared {
  readonly name: string;
  readonly of: Numeric;
  /** Of Atomics, where that has it. */
  readonly js?: "add" | "sub" | "xor";
  readonly method: "fetchAdd" | "fetchSub" | "fetchXor" | "fetchMax" | "fetchMin";
  /** Elements that are changed; undefined: it is one variable. */
  readonly length: number | undefined;
}

export interface Scope {
  readonly random: Random;
  /** A name that the program does not use yet. */
  readonly fresh: (prefix: string) => string;
  readonly structs: readonly Struct[];
  readonly functions: readonly Callable[];
  readonly variables: readonly Variable[];
  /** Constants by type, as text. */
  readonly constants: readonly { readonly text: string; readonly type: Scalar }[];
  readonly enums: readonly { readonly name: string; readonly members: readonly string[] }[];
  /** Whether functions may be called: not in a function that is passed, which may be passed to one of them. */
  readonly canCall: boolean;
  /** The arrays that all work-items change. */
  readonly shared: readonly Shared[];
  /** How many indices are around: they end somewhere. */
  readonly nesting: number;
  /** What may be left: loops around, and labels of statements around. */
  readonly loops: number;
  readonly labels: readonly { readonly name: string; readonly isLoop: boolean }[];
  /** Inside of a switch outside of the innermost loop, `continue` may be written, and `break` is the switch's. */
  readonly canContinue: boolean;
  /** Whether `return;` may be written. */
  readonly canReturn: boolean;
}

export function isScalar(type: Type | "void" | Lambda): type is Scalar {
  return typeof type === "string" && type !== "void";
}

export function isStruct(type: Type | "void" | Lambda): type is Struct {
  return typeof type === "object" && type.kind === "struct";
}

export function sameType(a: Type | "void" | Lambda, b: Type | "void" | Lambda): boolean {
  if (typeof a === "string" || typeof b === "string" || a.kind !== "array" || b.kind !== "array") return a === b;
  return a.text === b.text;
}

export function textOf(type: Type): string {
  if (typeof type === "string") return type;
  return type.kind === "struct" ? type.name : type.text;
}

/** Whether a scalar of a type, or one of a mutable struct, can be reached in it. */
export function contains(type: Type, wanted: Scalar, mustWrite: boolean): boolean {
  if (isScalar(type)) return type === wanted;
  if (type.kind === "array") return contains(type.element, wanted, mustWrite);
  if (mustWrite && !type.isMutable) return false;
  const fields = mustWrite ? type.fields : [...type.fields, ...type.getters];
  return fields.some((field) => contains(field.type, wanted, mustWrite));
}

export function withVariables(scope: Scope, ...variables: readonly Variable[]): Scope {
  return { ...scope, variables: [...scope.variables, ...variables] };
}
