// The methods of `atomicRef(…)` and the functions of JavaScript's Atomics: which IR operation each is and what it takes; memory orders and
// scopes, whose names are the IR's.

import type { AtomicOp, MemoryOrder, MemoryScope } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";

export interface AtomicMethod {
  readonly op: AtomicOp;
  /** What the arguments are, in their order. */
  readonly operands: readonly ("value" | "expected")[];
  /** It gives what was there before; `store` of atomicRef gives nothing, that of Atomics what was stored. */
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

/** Of `atomicRef(…)`. */
export function atomicMethod(name: string): AtomicMethod | undefined {
  return Object.hasOwn(methods, name) ? methods[name] : undefined;
}

/** Of `Atomics`; `wait` and `notify` are for the host. */
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

/** What arguments name by their types, each one string; undefined where one names nothing. */
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
