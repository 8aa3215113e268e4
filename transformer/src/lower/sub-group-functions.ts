// Lowers sub-group functions: one IR statement each, whose result is a local. A barrier is a shuffle of a constant: a shuffle waits for all members,
// too.

import { build, type Expr, invariant, type SubGroupOp, type ValueScalar } from "@lanewise/ir";
import type ts from "typescript-6";
import { combinationOf } from "../infer/collect-group-functions.js";
import type { GroupMethod, ShuffleMethod } from "../recognise/item-members.js";
import { lowerBoolean, lowerNumberInto } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, readLocal, termOf } from "./function-emitter.js";
import { lowerOperands } from "./order.js";

type SubGroupMethod = GroupMethod | ShuffleMethod;

/** The operation of each method; `combination`: set where the user does not name one. */
const rows = {
  shuffle: { op: "shuffle" },
  shuffleUp: { op: "shuffleUp" },
  shuffleDown: { op: "shuffleDown" },
  shuffleXor: { op: "shuffleXor" },
  broadcast: { op: "shuffle" },
  any: { op: "reduce", combination: "or" },
  all: { op: "reduce", combination: "and" },
  none: { op: "reduce", combination: "or" },
  reduce: { op: "reduce" },
  inclusiveScan: { op: "inclusiveScan" },
  exclusiveScan: { op: "exclusiveScan" },
} as const satisfies Record<SubGroupMethod, { readonly op: SubGroupOp; readonly combination?: "and" | "or" }>;

const shuffles: ReadonlySet<SubGroupOp> = new Set<SubGroupOp>(["shuffle", "shuffleUp", "shuffleDown", "shuffleXor"]);

export function lowerInSubGroup(emitter: FunctionEmitter, node: ts.CallExpression, method: SubGroupMethod): Expr {
  const [first, second] = node.arguments;
  invariant(first, `${method} was collected`);
  const row: { readonly op: SubGroupOp; readonly combination?: "and" | "or" } = rows[method];
  const isBoolean = !emitter.instance.terms.has(first);
  const type: ValueScalar = isBoolean ? "bool" : termOf(emitter, node).type;
  const operands = [() => (type === "bool" ? lowerBoolean(emitter, first) : lowerNumberInto(emitter, first, type))];
  const isShuffle = shuffles.has(row.op);
  if (isShuffle && second) operands.push(() => lowerNumberInto(emitter, second, "i32"));
  const [value, lane = build.constant("i32", 0)] = lowerOperands(emitter, operands);
  invariant(value, "the value was lowered");
  const how = isShuffle ? lane : (row.combination ?? (second && combinationOf(emitter.collection, second)));
  invariant(how, `the operation of ${method} was collected`);
  const result = addLocal(emitter, "", type);
  emit(emitter, build.subGroup(row.op, result, value, how, siteOf(emitter, node, method)));
  const given = readLocal(emitter, result);
  return method === "none" ? build.op("not", given) : given;
}

export function lowerSubGroupBarrier(emitter: FunctionEmitter, node: ts.CallExpression): void {
  const nothing = build.constant("i32", 0);
  const result = addLocal(emitter, "", "i32");
  emit(emitter, build.subGroup("shuffle", result, nothing, nothing, siteOf(emitter, node, "barrier")));
}

function siteOf(emitter: FunctionEmitter, node: ts.Node, method: string): number {
  return emitter.module.addSite("barrier", `subGroup.${method}`, node);
}
