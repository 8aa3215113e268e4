// The values of a kernel: numbers, booleans, host arrays, structs, fixed arrays, functions. Storage describes the content of a field or an element; a
// value also has an object's location. (docs/decisions/0006-values.md)

import { type DataType, invariant, type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { CallableNode, FunctionNode } from "../recognise/calls.js";
import type { LoadedObject } from "../recognise/evaluate.js";
import type { ItemKind } from "../recognise/item-members.js";
import type { Instance, Key, Outer, Variable } from "./instance.js";
import type { Term } from "./term.js";

/** The content of a field or an element. */
export type Storage =
  /** `clamps`: stores clamp, as in a Uint8ClampedArray. */
  | { readonly kind: "number"; readonly scalar: ScalarType; readonly clamps?: true }
  /** A plain `number`: one term for all values stored there. */
  | { readonly kind: "weak"; readonly term: Term }
  | { readonly kind: "boolean" }
  /** One of its type's strings, as a number. */
  | { readonly kind: "text" }
  | { readonly kind: "struct"; readonly struct: Struct }
  | { readonly kind: "array"; readonly element: Storage; readonly length: number };

export interface Field {
  readonly name: string;
  readonly storage: Storage;
}

/** A struct type as one kernel uses it. */
export interface Struct {
  /** The type's name. */
  name: string;
  readonly fields: readonly Field[];
  readonly declaration: ts.ClassLikeDeclaration | undefined;
  /** The type arguments of its class, and of its base classes. */
  readonly bindings: Bindings;
  /** Fields of its class that hold a typed array from elsewhere: they take no memory, and each object's `views` say which part it is. */
  views: readonly string[];
  /** Set for a discriminated union, which has the fields of all its members (infer/unions.ts). */
  readonly union: UnionFacts | undefined;
  /** Whether some field is assigned outside a constructor. */
  isMutated: boolean;
  /** Whether a whole struct is stored over an existing element or field. */
  isStored: boolean;
  /** Whether the host sees its memory: plain numbers are f64. */
  isShared: boolean;
}

export interface UnionFacts {
  readonly members: number;
  /** The fields that all members have. */
  readonly common: readonly string[];
  /** The fields by which TypeScript tells the members apart. */
  readonly tags: readonly string[];
  /** Describes the members: equal only for the same union. */
  readonly text: string;
  /** The names of each member's fields. */
  readonly memberFields: readonly (readonly string[])[];
  /** Fields that are optional in some member. */
  readonly optional: readonly string[];
  /** A field that tells each member from all others, and its possible literals in each. */
  readonly identity: { readonly name: string; readonly literals: readonly (readonly string[])[] } | undefined;
}

/** The types to which type parameters are bound. */
export type Bindings = ReadonlyMap<ts.Type, Storage>;

/** Facts about all fixed arrays of one type in a kernel, as for structs. */
export interface ArrayFacts {
  isMutated: boolean;
  /** Whether a whole array is stored over an existing element or field. */
  isStored: boolean;
}

type FactsOf = (storage: Storage & { kind: "array" }) => ArrayFacts;

/**
 * An object's location: created by the expression; in private memory; in memory that the host and other work-items see; in the work-group's memory.
 */
export type Where = "fresh" | "private" | "memory" | "local";

export interface StructValue {
  readonly kind: "struct";
  readonly struct: Struct;
  readonly where: Where;
  /** By field: the array that it holds. The constructor adds them. */
  readonly views?: Map<string, SubarrayValue>;
  /** The variable through which it is reached. */
  readonly root: Variable | undefined;
  /** Whether it is one of several of the kernel's own objects, by a condition. */
  readonly isChoice?: true;
  /** For a function's result: what may be a copy in the memory of the function. */
  readonly held?: Held;
  /** Whether it is inside another object. */
  readonly isMember?: true;
}

export interface ArrayValue {
  readonly kind: "array";
  readonly element: Storage;
  readonly length: number;
  readonly where: Where;
  readonly root: Variable | undefined;
  readonly isChoice?: true;
  readonly held?: Held;
  /** Whether it is inside another object. */
  readonly isMember?: true;
}

/**
 * What leads to an object that a function gives and that may be in the function's own memory if nothing assigns its fields: then choices, and some
 * variables, are copies.
 */
export interface Held {
  hasChoice: boolean;
  readonly variables: Set<Variable>;
}

export type ObjectValue = StructValue | ArrayValue;

/** A function that is passed to another: it is compiled for each call. */
export interface FunctionValue {
  readonly kind: "function";
  readonly declaration: CallableNode;
  readonly name: string;
  /** The function, or inlined call, whose variables it sees. */
  readonly scope: Instance | undefined;
}

/** One of two functions, by a boolean that is computed at run time. */
export interface ChoiceValue {
  readonly kind: "choice";
  readonly selector: Variable;
  readonly whenTrue: CalledValue;
  readonly whenFalse: CalledValue;
}

export type CalledValue = FunctionValue | ChoiceValue;

export interface PathValue {
  readonly kind: "path";
  /** The expression that the launch reads: `config`, `this`, `config.camera`. */
  readonly text: string;
  readonly root: ts.Symbol;
  readonly node: ts.Node;
  readonly type: ts.Type;
  /** Where the host reads it: at the kernel, or at functions passed to its wrapper. */
  readonly origins: readonly FunctionNode[];
  /** The launch's test for presence, if only some members of a union have the field. */
  readonly guard?: string;
  /** For an object that a package's module makes when it is loaded, which the launch reads only to test it: the names from `root` to it. */
  readonly loaded?: { readonly object: LoadedObject; readonly names: readonly string[] };
}

/** A row, or a plane, of a captured accessor of several dimensions. */
export interface RowValue {
  readonly kind: "row";
  readonly element: Storage;
  /** The expression by which the launch reads the accessor. */
  readonly text: string;
  /** The capture of all its elements. */
  readonly data: Key;
  /** The distances between neighbours, in all dimensions but the last. */
  readonly pitches: readonly Key[];
  /** Arrays as long as each dimension but the first. */
  readonly lengths: readonly Key[];
  /** The indices from the accessor to it. */
  readonly indices: readonly ts.Expression[];
}

/** A part of a typed array. */
export interface SubarrayValue {
  readonly kind: "subarray";
  readonly element: Storage;
  readonly isLocal?: true;
  readonly base: Outer;
  /** The base, if it is a variable that is assigned where the part is created. */
  readonly copy?: Variable;
  /** The array, if it is one of the kernel's own. */
  readonly own?: ArrayValue;
  readonly begin: Variable;
  readonly length: Variable;
}

/** A work-item or a group: known at compile time. */
export interface ItemValue {
  readonly kind: "item";
  readonly of: ItemKind;
  readonly dimensions: 1 | 2 | 3;
}

export type Value =
  /** `narrow`: the 8- or 16-bit flavour to which every value assigned to the variable is narrowed. */
  | { readonly kind: "number"; readonly term: Term; readonly narrow: ScalarType | undefined }
  | { readonly kind: "boolean" }
  /** One of its type's strings: an i32 at run time. */
  | { readonly kind: "text" }
  /**
   * A typed array or an array of structs. `isLocal`: a local accessor. `isCopy`: an ordinary array of the host, which the launch copies, so that it can
   * only be read. `combiner`: the function by which a reducer combines.
   */
  | {
      readonly kind: "span";
      readonly element: Storage;
      readonly isLocal?: true;
      readonly isCopy?: true;
      readonly combiner?: FunctionNode | undefined;
    }
  /** A device global of a scalar. */
  | { readonly kind: "global"; readonly scalar: ScalarType }
  | ObjectValue
  | FunctionValue
  | ChoiceValue
  /** A host object whose fields the kernel reads: each becomes a capture. */
  | PathValue
  | ItemValue
  | RowValue
  | SubarrayValue
  /** An object literal of functions only: each is found where it is called. */
  | { readonly kind: "functions" }
  /** An argument that was not passed. */
  | { readonly kind: "undefined" };

/** The value of `this` in a method: one of the kernel's objects, or a host object, whose fields are read one by one. */
export type SelfValue = StructValue | PathValue;

/** What a nullable is when it has no value; unwritten: this call has not written it. */
export type Absent = "null" | "undefined" | "unwritten";

/** The first field, the presence flag, of a value that may be missing (infer/nullables.ts); the types differ. */
export const IS_THERE = {
  null: "nullable$isThere",
  undefined: "optional$isThere",
  unwritten: "scratch$isWritten",
} as const satisfies Record<Absent, string>;
/** The second field, the value. */
export const HELD = "nullable$held";

export function isNullable(value: Value | undefined): value is StructValue {
  return value?.kind === "struct" && isNullableStruct(value.struct);
}

function isNullableStruct({ fields }: Struct): boolean {
  return absentOf({ fields }) !== undefined;
}

/** Returns what a nullable is when it has no value; undefined for all other structs. */
export function absentOf({ fields }: Pick<Struct, "fields">): Absent | undefined {
  const [first] = fields;
  if (first?.name === IS_THERE.null) return "null";
  if (first?.name === IS_THERE.unwritten) return "unwritten";
  return first?.name === IS_THERE.undefined ? "undefined" : undefined;
}

/** A number of a module's array or object, which this work-item may not have written yet (infer/module-objects.ts). */
export function isTracked(value: Value | undefined): value is StructValue {
  return value?.kind === "struct" && absentOf(value.struct) === "unwritten";
}

/** Returns the storage of a nullable's value. */
export function storageHeld({ struct }: StructValue): Storage {
  const held = struct.fields.find(({ name }) => name === HELD);
  invariant(held, "a nullable holds something");
  return held.storage;
}

/** Returns the kernel's own object whose elements or fields an access of the value reaches. */
export function ownObject(value: Value | undefined): ObjectValue | undefined {
  return value?.kind === "subarray" ? value.own : isObject(value) ? value : undefined;
}

export type SpanValue = Extract<Value, { kind: "span" }>;

export function isObject(value: Value | undefined): value is ObjectValue {
  return value?.kind === "struct" || value?.kind === "array";
}

export function numberValue(term: Term, narrow?: ScalarType): Value {
  return { kind: "number", term, narrow };
}

/** Returns a key that is equal for types which TypeScript considers identical: the same fields, and the same class, if any. */
export function storageKey(storage: Storage): string {
  switch (storage.kind) {
    case "number":
      return storage.clamps ? `clamped ${storage.scalar}` : storage.scalar;
    case "weak":
      return storage.term.isBig ? "bigint" : "number";
    case "boolean":
    case "text":
      return storage.kind;
    case "struct":
      return structKey(storage.struct);
    case "array":
      return `${storageKey(storage.element)}[${storage.length}]`;
  }
}

type StructParts = Pick<Struct, "name" | "fields" | "declaration" | "union">;

export function structKey({ name, fields, declaration, union }: StructParts): string {
  return `${union?.text ?? ""}${declaration ? `${name}@${declaration.getSourceFile().fileName}:${declaration.pos}` : ""}{${fields.map((field) => `${field.name}:${storageKey(field.storage)}`).join()}}`;
}

/** Whether a field of it, or of an object inside it, is assigned. */
export function isMutated(storage: Storage, arrays: FactsOf): boolean {
  if (storage.kind === "array") return arrays(storage).isMutated || isMutated(storage.element, arrays);
  if (storage.kind !== "struct") return false;
  return storage.struct.isMutated || storage.struct.fields.some((field) => isMutated(field.storage, arrays));
}

/** Whether a whole one of it, or of an object inside it, is stored over another. */
export function isStored(storage: Storage, arrays: FactsOf): boolean {
  if (storage.kind === "array") return arrays(storage).isStored || isStored(storage.element, arrays);
  if (storage.kind !== "struct") return false;
  return storage.struct.isStored || storage.struct.fields.some((field) => isStored(field.storage, arrays));
}

/** Returns an object's storage. */
export function storageOf(value: ObjectValue): Storage & { kind: "struct" | "array" } {
  if (value.kind === "struct") return { kind: "struct", struct: value.struct };
  return { kind: "array", element: value.element, length: value.length };
}

/** Returns the storage of a typed array's elements. */
export function elementStorage({ element, clamps }: { element: ScalarType; clamps: boolean }): Storage {
  return clamps ? { kind: "number", scalar: element, clamps } : { kind: "number", scalar: element };
}

/** Returns an object with that storage; undefined for scalars. */
export function objectOf(storage: Storage & { kind: "struct" }, where?: Where): StructValue;
export function objectOf(storage: Storage & { kind: "array" }, where?: Where): ArrayValue;
export function objectOf(storage: Storage & { kind: "struct" | "array" }, where?: Where): ObjectValue;
export function objectOf(storage: Storage, where?: Where): ObjectValue | undefined;
export function objectOf(storage: Storage, where: Where = "private"): ObjectValue | undefined {
  const place = { where, root: undefined } as const;
  if (storage.kind === "struct") return { kind: "struct", struct: storage.struct, ...place };
  if (storage.kind === "array") return { kind: "array", element: storage.element, length: storage.length, ...place };
  return undefined;
}

/** Returns the value read from a field or an element. */
export function memberValue(storage: Storage, place: Pick<ObjectValue, "where" | "root">, read: () => Term): Value {
  const { root } = place;
  const where = place.where === "fresh" ? "private" : place.where;
  switch (storage.kind) {
    case "number":
      return storage.scalar === "bool" ? { kind: "boolean" } : numberValue(read());
    case "weak":
      return numberValue(storage.term);
    case "boolean":
    case "text":
      return { kind: storage.kind };
    case "struct":
      return { kind: "struct", struct: storage.struct, where, root, isMember: true };
    case "array":
      return { kind: "array", element: storage.element, length: storage.length, where, root, isMember: true };
  }
}

/** Returns the IR type of a storage, once its plain numbers are decided. `nameOf` returns the name of a struct's definition. */
export function dataOf(storage: Storage, nameOf: (struct: Struct) => string): DataType {
  switch (storage.kind) {
    case "number":
      return storage.scalar;
    case "weak":
      return storage.term.type;
    case "boolean":
      return "bool";
    case "text":
      return "i32";
    case "struct":
      return { kind: "struct", name: nameOf(storage.struct) };
    case "array":
      return { kind: "array", element: dataOf(storage.element, nameOf), length: storage.length };
  }
}

/** Whether a load of it is a small non-negative integer, which fits i32 and u32. */
export function isSmallUnsigned(scalar: ScalarType): boolean {
  const { kind, size, signed } = scalars[scalar];
  return kind === "integer" && size < 4 && !signed;
}

/** The call that created an instance. */
export type CallNode =
  | ts.CallExpression
  | ts.NewExpression
  | ts.PropertyAccessExpression
  | ts.ClassLikeDeclaration
  | SettingNode;

/** An assignment that calls a setter. */
export type SettingNode = ts.BinaryExpression | ts.PrefixUnaryExpression | ts.PostfixUnaryExpression;

export type Caller = { readonly instance: Instance; readonly call: CallNode };
