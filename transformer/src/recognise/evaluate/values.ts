// The values of a compile-time evaluation: JavaScript's own, functions of the program with the variables around them, and
// functions of the language. Properties are read and written here, so that nothing but a value's own is ever reached.

import type ts from "typescript-6";
import { giveUp, type Run } from "./run.js";
import type { Scope } from "./scope.js";

export type FunctionLike = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration | ts.MethodDeclaration;

/** A function of the program; without a scope it stands outside of all that is evaluated. */
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
  /** Called with `new`. */
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

/** Stands in an array or object for what is no constant, so that the rest of it can be one. */
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

/** Objects that may get further properties while the program runs. */
const openRecords = new WeakSet<ValueRecord>();

export function markOpen(record: ValueRecord): void {
  openRecords.add(record);
}

/** Whether all properties of an object are known, by name. */
export function isClosed(record: ValueRecord): boolean {
  return !openRecords.has(record);
}

/** Whether nothing in the array is unknown, so that its elements may be compared. */
export function isWhole(array: readonly Value[]): boolean {
  return !array.includes(unknown);
}

/** A property's name, as JavaScript makes it of a value. */
export function toKey(value: Value): string {
  if (!isPrimitive(value)) giveUp();
  const key = String(value);
  return key === "__proto__" ? giveUp() : key;
}

function isIndex(key: string): boolean {
  return String(Number(key) >>> 0) === key;
}

/** `value[key]`; may be `unknown`. */
export function readProperty(value: Value, key: string): Value {
  if (typeof value === "string") return key === "length" ? value.length : readIndex(value, key);
  if (value instanceof Builtin) return value.members.get(key) ?? giveUp();
  if (Array.isArray(value)) return key === "length" ? value.length : readIndex(value, key);
  if (!isRecord(value)) giveUp();
  if (Object.hasOwn(value, key)) return value[key];
  return key in value || openRecords.has(value) ? unknown : undefined;
}

/** Anything but an index would be a method, or what somebody gave to the prototype. */
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

/** The own properties of an object, whose number must be known. */
export function entriesOf(record: Value): [string, Value][] {
  if (Array.isArray(record)) return Object.entries(record);
  if (!isRecord(record) || openRecords.has(record)) giveUp();
  return Object.entries(record);
}

/** What `for … of` and `...` go through. */
export function iterate(value: Value): Iterable<Value> {
  return typeof value === "string" || Array.isArray(value) ? value : giveUp();
}
