// Array and string methods in compile-time evaluation: the host's own, if they depend only on their arguments.

import type ts from "typescript-6";
import { asHostFunction } from "./calls.js";
import { charge, giveUp, hostCall, type Run } from "./run.js";
import { isCallable, isPrimitive, isWhole, type Value } from "./values.js";

/** Whether a method calls its first argument, and whether it visits the elements. */
interface ArrayMethod {
  readonly calls: boolean;
  readonly walks: boolean;
}

const walk: ArrayMethod = { calls: false, walks: true };
const touch: ArrayMethod = { calls: false, walks: false };
const call: ArrayMethod = { calls: true, walks: true };

const arrayMethods: Readonly<Record<string, ArrayMethod>> = {
  at: touch,
  pop: touch,
  push: touch,
  shift: touch,
  concat: walk,
  copyWithin: walk,
  fill: walk,
  flat: walk,
  includes: walk,
  indexOf: walk,
  lastIndexOf: walk,
  reverse: walk,
  slice: walk,
  splice: walk,
  toReversed: walk,
  toSpliced: walk,
  unshift: walk,
  with: walk,
  every: call,
  filter: call,
  find: call,
  findIndex: call,
  findLast: call,
  findLastIndex: call,
  flatMap: call,
  forEach: call,
  map: call,
  reduce: call,
  reduceRight: call,
  some: call,
  sort: call,
  toSorted: call,
};

export function callArrayMethod(run: Run, array: Value[], name: string, args: readonly Value[], node: ts.Node): Value {
  const row = Object.hasOwn(arrayMethods, name) ? arrayMethods[name] : undefined;
  if (!row) giveUp();
  if (row.walks) charge(run, array.length, node);
  if (row.walks && !isWhole(array)) giveUp();
  const sorts = name === "sort" || name === "toSorted";
  if (sorts && args[0] === undefined && !array.every(isPrimitive)) giveUp();
  if (/[iI]n(cludes|dexOf)/.test(name) && args.some(isCallable)) giveUp();
  const given = row.calls && args[0] !== undefined ? [asHostFunction(run, args[0], node), ...args.slice(1)] : args;
  const result = applyMethod(Array.prototype, array, name, given);
  if (Array.isArray(result)) charge(run, row.walks ? result.length : 0, node);
  return result;
}

const stringMethods: ReadonlySet<string> = new Set([
  "at",
  "charAt",
  "charCodeAt",
  "codePointAt",
  "concat",
  "endsWith",
  "includes",
  "indexOf",
  "lastIndexOf",
  "padEnd",
  "padStart",
  "repeat",
  "slice",
  "split",
  "startsWith",
  "substring",
  "toLowerCase",
  "toUpperCase",
  "trim",
  "trimEnd",
  "trimStart",
]);

export function callStringMethod(run: Run, text: string, name: string, args: readonly Value[], node: ts.Node): Value {
  if (!stringMethods.has(name) || !args.every(isPrimitive)) giveUp();
  const [first] = args;
  const isMade = name === "repeat" || name.startsWith("pad");
  const growth = isMade && typeof first === "number" ? first * (name === "repeat" ? text.length : 1) : 0;
  charge(run, (text.length + Math.max(0, growth || 0)) >> 3, node);
  if (growth > Number.MAX_SAFE_INTEGER) giveUp();
  return applyMethod(String.prototype, text, name, args);
}

function applyMethod(prototype: object, self: Value, name: string, args: readonly unknown[]): Value {
  const method: unknown = Reflect.get(prototype, name);
  if (typeof method !== "function") giveUp(); // unknown to this host
  // Given values, the methods in the tables return values or arrays of values.
  return hostCall(() => Reflect.apply(method, self, args)) as Value;
}
