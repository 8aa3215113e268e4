// The methods of `atomicRef(…)` and the functions of `Atomics`: the IR operation and operands of each; also memory orders and scopes,
// which have the IR's names.

import type { AtomicOp, MemoryOrder, MemoryScope } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

export interface AtomicMethod {
  readonly op: AtomicOp;
  /** The roles of the arguments, in order. */
  readonly operands: readonly ("value" | "expected")[];
  /** The result: the old value, nothing (`store` of atomicRef), or the stored value (`Atomics.store`). */
  readonly gives: "before" | "nothing" | "stored";
}

const one = (op: AtomicOp): AtomicMethod => ({ op, operands: ["value"], gives: "before" });
const load: AtomicMethod = { op: "load", operands: [], gives: "before" };
const compareExchange: AtomicMethod = { op: "compareExchange", operands: ["expected", "value"], gives: "before" };

const methods: Readonly<Record<string, AtomicMethod>> = {
  load,
  store: { op: "store", operands: ["value"], gives: "nothing" },
  exchange: one("exchange"),
  compareExchange,
  fetchAdd: one("add"),
  fetchSub: one("sub"),
  fetchAnd: one("and"),
  fetchOr: one("or"),
  fetchXor: one("xor"),
  fetchMin: one("min"),
  fetchMax: one("max"),
};

const functions: Readonly<Record<string, AtomicMethod>> = {
  load,
  store: { op: "store", operands: ["value"], gives: "stored" },
  exchange: one("exchange"),
  compareExchange,
  add: one("add"),
  sub: one("sub"),
  and: one("and"),
  or: one("or"),
  xor: one("xor"),
};

/** Looks up a method of `atomicRef(…)`. */
export function atomicMethod(name: string): AtomicMethod | undefined {
  return Object.hasOwn(methods, name) ? methods[name] : undefined;
}

/** Looks up a function of `Atomics`; `wait` and `notify` are for the host only. */
export function atomicFunction(name: string): AtomicMethod | undefined {
  return Object.hasOwn(functions, name) ? functions[name] : undefined;
}

const orders = [
  "relaxed",
  "acquire",
  "release",
  "acquireRelease",
  "sequential",
] as const satisfies readonly MemoryOrder[];
const scopes = ["workItem", "subGroup", "workGroup", "device", "system"] as const satisfies readonly MemoryScope[];

/** The order and scope that string literal types name; undefined if an argument names none. */
export function orderingOf(
  { checker }: PassContext,
  [order, scope]: readonly ts.Expression[],
): { readonly order?: MemoryOrder; readonly scope?: MemoryScope } | undefined {
  const named = <W extends string>(words: readonly W[], node: ts.Expression): W | undefined => {
    const type = checker.getTypeAtLocation(node);
    return type.isStringLiteral() ? words.find((word) => word === type.value) : undefined;
  };
  const [ordered, scoped] = [order && named(orders, order), scope && named(scopes, scope)];
  if ((order && !ordered) || (scope && !scoped)) return undefined;
  return { ...(ordered && { order: ordered }), ...(scoped && { scope: scoped }) };
}
