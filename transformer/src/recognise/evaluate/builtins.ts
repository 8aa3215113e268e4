// The language's functions and constants, and our library's conversions, as compile-time values. Includes only what
// depends on its arguments alone: no Math.random, no Date.

import type ts from "typescript-6";
import type { PassContext } from "../../pass-context.js";
import { bitFunctions } from "../bit-functions.js";
import { isOfLibrary, isStandard } from "../library.js";
import { asHostFunction } from "./calls.js";
import { conversions } from "./conversions.js";
import { charge, giveUp, hostCall, limited } from "./run.js";
import {
  Builtin,
  type BuiltinCall,
  entriesOf,
  isPrimitive,
  isRecord,
  isWhole,
  iterate,
  readProperty,
  type Value,
  type ValueRecord,
} from "./values.js";

/** Functions that take any number of arguments. */
const variadic: ReadonlySet<unknown> = new Set([
  Math.max,
  Math.min,
  Math.hypot,
  String.fromCharCode,
  String.fromCodePoint,
]);

/** A host function over primitives. Extra arguments, such as those that `map` passes, are ignored. */
function pure(operation: (...args: never[]) => unknown): BuiltinCall {
  return (run, args, node) => {
    const taken = variadic.has(operation) ? args : args.slice(0, operation.length);
    if (!taken.every(isPrimitive)) giveUp();
    // For primitives, the functions in these tables return values.
    const value = hostCall(() => Reflect.apply(operation, undefined, taken)) as Value;
    return typeof value === "bigint" ? limited(run, value, node) : value;
  };
}

/** An object's numeric and function members; `names` selects some. */
function membersOf(object: object, names: readonly string[] = Object.getOwnPropertyNames(object)): Map<string, Value> {
  const members = new Map<string, Value>();
  for (const name of names) {
    const member: unknown = Object.getOwnPropertyDescriptor(object, name)?.value;
    if (typeof member === "number") members.set(name, member);
    // These host functions are called with primitives only.
    if (typeof member === "function") members.set(name, new Builtin(pure(member as (...args: never[]) => unknown)));
  }
  return members;
}

const math = membersOf(Math);
math.delete("random");

const numberMembers = membersOf(Number, [
  ...["EPSILON", "MAX_SAFE_INTEGER", "MIN_SAFE_INTEGER", "MAX_VALUE", "MIN_VALUE", "NaN"],
  ...["NEGATIVE_INFINITY", "POSITIVE_INFINITY"],
  ...["isFinite", "isInteger", "isNaN", "isSafeInteger", "parseFloat", "parseInt"],
]);

/** BigInt.asIntN and asUintN, whose result may have any number of bits. */
function wrapping(operation: (bits: number, value: bigint) => bigint): Builtin {
  const apply = pure(operation);
  return new Builtin((run, args, node) => {
    charge(run, Number(args[0]) / 16, node);
    return apply(run, args, node);
  });
}

const makeArray: BuiltinCall = (run, args, node) => {
  const [length] = args;
  if (args.length !== 1 || typeof length !== "number") return [...args];
  charge(run, length, node);
  return hostCall(() => new Array<Value>(length));
};

const arrayFrom: BuiltinCall = (run, [source, map], node) => {
  const items = isRecord(source) ? arrayLike(source) : iterate(source);
  charge(run, Number(readProperty(source, "length")), node);
  const values = hostCall(() => Array.from<Value>(items));
  if (map === undefined) return values;
  if (!isWhole(values)) giveUp();
  const made = asHostFunction(run, map, node);
  return values.map((value, index) => made(value, index));
};

/** `{ length: n }`, usually without elements. */
function arrayLike(record: ValueRecord): ArrayLike<Value> {
  const { length } = record;
  return typeof length === "number" ? { ...record, length } : giveUp();
}

/** A function over the properties of an object. */
function overEntries(make: (entries: [string, Value][]) => Value): Builtin {
  return new Builtin((run, [record], node) => {
    const entries = entriesOf(record);
    charge(run, entries.length, node);
    return make(entries);
  });
}

const freeze: BuiltinCall = (_, [value]) => {
  if (Array.isArray(value) || isRecord(value)) Object.freeze(value);
  return value;
};

const assign: BuiltinCall = (run, [target, ...sources], node) => {
  if (!isRecord(target) || Object.isFrozen(target)) giveUp();
  for (const source of sources) {
    if (source === undefined || source === null) continue;
    const entries = entriesOf(source);
    charge(run, entries.length, node);
    Object.assign(target, Object.fromEntries(entries));
  }
  return target;
};

const fromEntries: BuiltinCall = (run, [entries], node) => {
  const record: ValueRecord = {};
  for (const entry of iterate(entries)) {
    charge(run, 1, node);
    const [key, value] = Array.isArray(entry) ? entry : giveUp();
    if (!isPrimitive(key) || key === "__proto__") giveUp();
    record[String(key)] = value;
  }
  return record;
};

const globals: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["Math", new Builtin(undefined, math)],
  ["Number", new Builtin(pure(Number), numberMembers)],
  [
    "BigInt",
    new Builtin(
      pure(BigInt),
      new Map([
        ["asIntN", wrapping(BigInt.asIntN)],
        ["asUintN", wrapping(BigInt.asUintN)],
      ]),
    ),
  ],
  ["Boolean", new Builtin((_, [value]) => Boolean(value))],
  ["String", new Builtin(pure(String), membersOf(String, ["fromCharCode", "fromCodePoint"]))],
  ...["parseFloat", "parseInt", "isNaN", "isFinite"].map((name): [string, Value] => [
    name,
    membersOf(globalThis, [name]).get(name),
  ]),
  [
    "Array",
    new Builtin(
      makeArray,
      new Map([
        ["from", new Builtin(arrayFrom)],
        ["of", new Builtin((_, args) => [...args])],
        ["isArray", new Builtin((_, [value]) => Array.isArray(value))],
      ]),
      makeArray,
    ),
  ],
  [
    "Object",
    new Builtin(
      undefined,
      new Map([
        ["freeze", new Builtin(freeze)],
        ["assign", new Builtin(assign)],
        ["fromEntries", new Builtin(fromEntries)],
        ["keys", overEntries((entries) => entries.map(([key]) => key))],
        ["values", overEntries((entries) => entries.map(([, value]) => value))],
        ["entries", overEntries((entries) => entries.map(([key, value]) => [key, value]))],
        ["is", new Builtin(pure(Object.is))],
      ]),
    ),
  ],
]);

const library: ReadonlyMap<string, Value> = new Map(
  [
    ...Object.entries(conversions),
    ...Object.entries(bitFunctions).map(
      ([name, { apply, gives }]) => [name, gives === "bits" ? apply : (x: number | bigint) => apply(x, 0)] as const,
    ),
  ].map(([name, apply]) => [name, new Builtin(pure(apply))]),
);

/** The value of a symbol from TypeScript's libraries or ours; undefined for every other symbol. */
export function builtinNamed(context: PassContext, symbol: ts.Symbol): { readonly value: Value } | undefined {
  if (context.checker.isUndefinedSymbol(symbol)) return { value: undefined };
  const table = isStandard(context, symbol) ? globals : isOfLibrary(symbol) ? library : undefined;
  return table?.has(symbol.name) ? { value: table.get(symbol.name) } : undefined;
}
