// What values of a kernel look like: numbers, booleans, arrays of the host, structs, fixed arrays, functions. Storage is what a
// field or an element holds; a value says besides where an object is. (docs/decisions/0006-values.md)

import { type DataType, invariant, type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { CallableNode, FunctionNode } from "../recognise/calls.js";
import type { ItemKind } from "../recognise/item-members.js";
import type { Instance, Key, Outer, Variable } from "./instance.js";
import type { Term } from "./term.js";

/** What a field or an element holds. */
export type Storage =
  /** `clamps`: stores clamp, as those of Uint8ClampedArray do. */
  | { readonly kind: "number"; readonly scalar: ScalarType; readonly clamps?: true }
  /** A plain `number`: one term for all that is stored there. */
  | { readonly kind: "weak"; readonly term: Term }
  | { readonly kind: "boolean" }
  /** One of the texts that its type has, as its number. */
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
  /** What the type parameters of its class, and of those it extends, stand for. */
  readonly bindings: Bindings;
  /** Of a discriminated union, which has the fields of all its members (infer/unions.ts). */
  readonly union: UnionFacts | undefined;
  /** Some field is assigned outside a constructor. */
  isMutated: boolean;
  /** A whole one is stored into an element or a field that was there before. */
  isStored: boolean;
  /** The host sees its memory: plain numbers are f64. */
  isShared: boolean;
}

export interface UnionFacts {
  readonly members: number;
  /** The fields that all members have. */
  readonly common: readonly string[];
  /** The fields by which TypeScript tells the members apart. */
  readonly tags: readonly string[];
  /** What the members are: equal for the same union alone. */
  readonly text: string;
  /** The names of each member's fields. */
  readonly memberFields: readonly (readonly string[])[];
  /** Fields that a member may leave out. */
  readonly optional: readonly string[];
  /** A field by which each member is told from all others, and the literals that it may be in each. */
  readonly identity: { readonly name: string; readonly literals: readonly (readonly string[])[] } | undefined;
}

/** What type parameters stand for. */
export type Bindings = ReadonlyMap<ts.Type, Storage>;

/** What is known of all fixed arrays of one type in a kernel, as of structs. */
export interface ArrayFacts {
  isMutated: boolean;
  /** A whole one is stored into an element or a field that was there before. */
  isStored: boolean;
}

type FactsOf = (storage: Storage & { kind: "array" }) => ArrayFacts;

/**
 * Where an object is: made by the expression; in private memory; in memory that the host and other work-items see; in memory of the
 * work-group.
 */
export type Where = "fresh" | "private" | "memory" | "local";

export interface StructValue {
  readonly kind: "struct";
  readonly struct: Struct;
  readonly where: Where;
  /** The variable through which it is reached. */
  readonly root: Variable | undefined;
  /** One of several objects of the kernel's own, by a condition. */
  readonly isChoice?: true;
  /** Held by another object. */
  readonly isMember?: true;
}

export interface ArrayValue {
  readonly kind: "array";
  readonly element: Storage;
  readonly length: number;
  readonly where: Where;
  readonly root: Variable | undefined;
  readonly isChoice?: true;
  /** Held by another object. */
  readonly isMember?: true;
}

export type ObjectValue = StructValue | ArrayValue;

/** A function that is passed to another: it is compiled where it is called. */
export interface FunctionValue {
  readonly kind: "function";
  readonly declaration: CallableNode;
  readonly name: string;
  /** The function, or the call of one, whose variables it sees. */
  readonly scope: Instance | undefined;
}

/** One of two functions, by a boolean that is known when the kernel runs. */
export interface ChoiceValue {
  readonly kind: "choice";
  readonly selector: Variable;
  readonly whenTrue: CalledValue;
  readonly whenFalse: CalledValue;
}

export type CalledValue = FunctionValue | ChoiceValue;

export interface PathValue {
  readonly kind: "path";
  /** As it is read at the launch: `config`, `this`, `config.camera`. */
  readonly text: string;
  readonly root: ts.Symbol;
  readonly node: ts.Node;
  readonly type: ts.Type;
  /** Where the host reads it: the kernel, or functions that its wrapper is passed. */
  readonly origins: readonly FunctionNode[];
  /** Whether it is there, as the launch asks it: of what only some members of a union have. */
  readonly guard?: string;
}

/** A row, or a plane, of a captured accessor of several dimensions. */
export interface RowValue {
  readonly kind: "row";
  readonly element: Storage;
  /** The accessor, as it is read at the launch. */
  readonly text: string;
  /** What is captured of it: all elements. */
  readonly data: Key;
  /** How far apart neighbours are, of all dimensions but the last. */
  readonly pitches: readonly Key[];
  /** Arrays as long as each dimension but the first. */
  readonly lengths: readonly Key[];
  /** Those that lead to it. */
  readonly indices: readonly ts.Expression[];
}

/** A part of a typed array. */
export interface SubarrayValue {
  readonly kind: "subarray";
  readonly element: Storage;
  readonly isLocal?: true;
  readonly base: Outer;
  /** The base, where it is a variable that is written where the part is made. */
  readonly copy?: Variable;
  readonly begin: Variable;
  readonly length: Variable;
}

/** A work-item or a group: known when the kernel is compiled. */
export interface ItemValue {
  readonly kind: "item";
  readonly of: ItemKind;
  readonly dimensions: 1 | 2 | 3;
}

export type Value =
  /** `narrow`: what an 8- or 16-bit flavour cuts every value assigned to the variable to. */
  | { readonly kind: "number"; readonly term: Term; readonly narrow: ScalarType | undefined }
  | { readonly kind: "boolean" }
  /** One of the texts that its type has: an i32 when the kernel runs. */
  | { readonly kind: "text" }
  /** A typed array or an array of structs. `isLocal`: a local accessor. `combiner`: of a reducer, the function it combines by. */
  | {
      readonly kind: "span";
      readonly element: Storage;
      readonly isLocal?: true;
      readonly combiner?: FunctionNode | undefined;
    }
  /** A device global of a scalar. */
  | { readonly kind: "global"; readonly scalar: ScalarType }
  | ObjectValue
  | FunctionValue
  | ChoiceValue
  /** An object of the host, of which the kernel reads fields: each is a capture of its own. */
  | PathValue
  | ItemValue
  | RowValue
  | SubarrayValue
  /** An object literal of functions alone: each is found where it is called. */
  | { readonly kind: "functions" }
  /** An argument that was not passed. */
  | { readonly kind: "undefined" };

/** What `this` is in a method: an object of the kernel's, or one of the host, whose fields are read one by one. */
export type SelfValue = StructValue | PathValue;

/** What a value may be instead of what it holds. */
export type Absent = "null" | "undefined";

/** The first field of a value that may be null, or undefined (infer/nullables.ts): so their types are two. */
export const IS_THERE = { null: "nullable$isThere", undefined: "optional$isThere" } as const satisfies Record<
  Absent,
  string
>;
/** The other one. */
export const HELD = "nullable$held";

export function isNullable(value: Value | undefined): value is StructValue {
  return value?.kind === "struct" && isNullableStruct(value.struct);
}

function isNullableStruct({ fields }: Struct): boolean {
  return absentOf({ fields }) !== undefined;
}

/** What a nullable is where it is not there; undefined for every other struct. */
export function absentOf({ fields }: Pick<Struct, "fields">): Absent | undefined {
  const [first] = fields;
  if (first?.name === IS_THERE.null) return "null";
  return first?.name === IS_THERE.undefined ? "undefined" : undefined;
}

/** What a nullable holds where it is there. */
export function storageHeld({ struct }: StructValue): Storage {
  const held = struct.fields.find(({ name }) => name === HELD);
  invariant(held, "a nullable holds something");
  return held.storage;
}

export type SpanValue = Extract<Value, { kind: "span" }>;

export function isObject(value: Value | undefined): value is ObjectValue {
  return value?.kind === "struct" || value?.kind === "array";
}

export function numberValue(term: Term, narrow?: ScalarType): Value {
  return { kind: "number", term, narrow };
}

/** Equal for types that TypeScript takes for each other: the same fields, and of a class the same one. */
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

/** Whether a field of it, or of what it holds, is assigned. */
export function isMutated(storage: Storage, arrays: FactsOf): boolean {
  if (storage.kind === "array") return arrays(storage).isMutated || isMutated(storage.element, arrays);
  if (storage.kind !== "struct") return false;
  return storage.struct.isMutated || storage.struct.fields.some((field) => isMutated(field.storage, arrays));
}

/** Whether whole ones of it, or of what it holds, are stored over others. */
export function isStored(storage: Storage, arrays: FactsOf): boolean {
  if (storage.kind === "array") return arrays(storage).isStored || isStored(storage.element, arrays);
  if (storage.kind !== "struct") return false;
  return storage.struct.isStored || storage.struct.fields.some((field) => isStored(field.storage, arrays));
}

/** An object's own storage. */
export function storageOf(value: ObjectValue): Storage & { kind: "struct" | "array" } {
  if (value.kind === "struct") return { kind: "struct", struct: value.struct };
  return { kind: "array", element: value.element, length: value.length };
}

/** What a typed array holds. */
export function elementStorage({ element, clamps }: { element: ScalarType; clamps: boolean }): Storage {
  return clamps ? { kind: "number", scalar: element, clamps } : { kind: "number", scalar: element };
}

/** An object with that storage; undefined for scalars. */
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

/** What is read from a field or an element, as a value. */
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

/** The IR type of a storage, once its plain numbers are decided. `nameOf` gives the name of a struct's definition. */
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

/** Whether a load of it is a small non-negative integer, at home with i32 and u32. */
export function isSmallUnsigned(scalar: ScalarType): boolean {
  const { kind, size, signed } = scalars[scalar];
  return kind === "integer" && size < 4 && !signed;
}

/** The call that made an instance. */
export type CallNode =
  | ts.CallExpression
  | ts.NewExpression
  | ts.PropertyAccessExpression
  | ts.ClassLikeDeclaration
  | SettingNode;

/** An assignment that calls a setter. */
export type SettingNode = ts.BinaryExpression | ts.PrefixUnaryExpression | ts.PostfixUnaryExpression;

export type Caller = { readonly instance: Instance; readonly call: CallNode };
