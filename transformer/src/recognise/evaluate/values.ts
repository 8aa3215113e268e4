// The values of compile-time evaluation: JavaScript's own, the program's functions with their closures, and the
// language's functions. Properties are read and written here, so that only a value's own are ever reached.

import type ts from "typescript-6";
import { giveUp, type Run } from "./run.js";
import type { Scope } from "./scope.js";

export type FunctionLike = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration | ts.MethodDeclaration;

/** A function of the program; without a scope, it is outside all evaluated functions. */
export class Closure {
  readonly declaration: FunctionLike;
  readonly scope: Scope | undefined;

  constructor(declaration: FunctionLike, scope: Scope | undefined) {
    this.declaration = declaration;
    this.scope = scope;
  }
}

export type BuiltinCall = (run: Run, args: readonly Value[], node: ts.Node) => Value;

/** A function or namespace of the language or of our library: `Math`, `Math.floor`, `Number`, `i32`. */
export class Builtin {
  readonly call: BuiltinCall | undefined;
  /** The constructor, called by `new`. */
  readonly construct: BuiltinCall | undefined;
  readonly members: ReadonlyMap<string, Value>;

  constructor(
    call: BuiltinCall | undefined,
    members: ReadonlyMap<string, Value> = new Map(),
    construct?: BuiltinCall | undefined,
  ) {
    this.call = call;
    this.members = members;
    this.construct = construct;
  }
}

/** Marks an unknown part of an array or object, so that the rest can be constant. */
export const unknown = Symbol("unknown");

export type Primitive = number | bigint | boolean | string | null | undefined;
export interface ValueRecord {
  [name: string]: Value;
}
export type Value = Primitive | Value[] | ValueRecord | Closure | Builtin | typeof unknown;

export function isPrimitive(value: Value): value is Primitive {
  return (typeof value !== "object" || value === null) && value !== unknown;
}

export function isCallable(value: Value): value is Closure | Builtin {
  return value instanceof Closure || value instanceof Builtin;
}

export function isRecord(value: Value): value is ValueRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isCallable(value);
}

/** Objects that may gain properties while the program runs. */
const openRecords = new WeakSet<ValueRecord>();

export function markOpen(record: ValueRecord): void {
  openRecords.add(record);
}

/** Whether an object's property names are all known. */
export function isClosed(record: ValueRecord): boolean {
  return !openRecords.has(record);
}

/** Whether no element is unknown, so that elements may be compared. */
export function isWhole(array: readonly Value[]): boolean {
  return !array.includes(unknown);
}

/** Converts a value to a property name as JavaScript does. */
export function toKey(value: Value): string {
  if (!isPrimitive(value)) giveUp();
  const key = String(value);
  return key === "__proto__" ? giveUp() : key;
}

function isIndex(key: string): boolean {
  return String(Number(key) >>> 0) === key;
}

/** `value[key]`, possibly `unknown`. */
export function readProperty(value: Value, key: string): Value {
  if (typeof value === "string") return key === "length" ? value.length : readIndex(value, key);
  if (value instanceof Builtin) return value.members.get(key) ?? giveUp();
  if (Array.isArray(value)) return key === "length" ? value.length : readIndex(value, key);
  if (!isRecord(value)) giveUp();
  if (Object.hasOwn(value, key)) return value[key];
  return key in value || openRecords.has(value) ? unknown : undefined;
}

/** Reads an element. Other keys would be methods, or additions to the prototype. */
function readIndex(value: string | Value[], key: string): Value {
  return isIndex(key) ? value[Number(key)] : giveUp();
}

/** `key in value`. */
export function hasProperty(value: Value, key: string): boolean {
  if (!Array.isArray(value) && !isRecord(value)) giveUp();
  return key in value || (isRecord(value) && openRecords.has(value) ? giveUp() : false);
}

/** `target[key] = value`. */
export function writeProperty(target: Value, key: string, value: Value): void {
  if (Array.isArray(target) && (isIndex(key) || key === "length") && !Object.isFrozen(target)) {
    if (key === "length") target.length = typeof value === "number" && value <= target.length ? value : giveUp();
    else target[Number(key)] = value;
    return;
  }
  if (!isRecord(target) || Object.isFrozen(target)) giveUp();
  target[key] = value;
}

/** The own properties of an object, if all are known. */
export function entriesOf(record: Value): [string, Value][] {
  if (Array.isArray(record)) return Object.entries(record);
  if (!isRecord(record) || openRecords.has(record)) giveUp();
  return Object.entries(record);
}

/** The values that `for … of` and `...` iterate over. */
export function iterate(value: Value): Iterable<Value> {
  return typeof value === "string" || Array.isArray(value) ? value : giveUp();
}
