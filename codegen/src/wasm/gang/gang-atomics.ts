// Lowers a gang's atomic operations: scalar code for each active work-item in turn.

import { invariant, type Stmt } from "@lanewise/ir";
import { type AtomicOperation, isAtomicScalar, performAtomic } from "../atomics.js";
import { ifElse, instruction } from "../instructions.js";
import { type Address, registerOf } from "../memory.js";
import { referent } from "../places.js";
import { bindVector, extractLane, type GangContext, readMask, type Vector } from "./gang-context.js";
import { putItem } from "./per-item.js";
import { privateBase } from "./private-copies.js";
import { lowerVector } from "./vector-expressions.js";
import { checkAll, laneOffsets, lowerVectorPlace } from "./vector-places.js";

type AtomicStmt = Extract<Stmt, { kind: "atomic" }>;

export function lowerGangAtomic(context: GangContext, stmt: AtomicStmt): void {
  const { code, gang, region } = context;
  const type = referent(stmt.place);
  invariant(typeof type === "string" && isAtomicScalar(type), "atomics are on scalars of a register's size");
  context.options.explainer?.atomic(context, stmt);
  const operand = (expr: AtomicStmt["value"]) => expr && bindVector(context, lowerVector(context, expr));
  const place = checkAll(context, lowerVectorPlace(context, stmt.place));
  const [value, expected] = [operand(stmt.value), operand(stmt.expected)];
  const copy = privateBase(context, stmt.place, place.base);
  const base = context.bind("i32", copy ?? place.base);
  const offsets = bindVector(context, laneOffsets(context, place.lanes));
  const active = region.mask && bindVector(context, readMask(region.mask));
  const result = stmt.result === undefined ? undefined : context.vectors[stmt.result];
  const isPlain = copy !== undefined;
  const options = isPlain ? { ...context.options, threads: "one" as const } : context.options;
  for (let item = 0; item < gang; item++) {
    const one = code.collect(() => {
      const element = (vector: Vector | undefined) =>
        vector && context.bind(registerOf(type), extractLane(type, vector, item));
      const at: Address = {
        base: context.bind("i32", instruction("i32.add", base, extractLane("i32", offsets, item))),
        offset: place.offset,
      };
      const operation: AtomicOperation = {
        context: { ...context, options },
        type,
        address: at,
        value: element(value),
        expected: element(expected),
      };
      const before = performAtomic(operation, stmt.op);
      if (result && before) putItem(context, type, result, item, before);
      else if (before) code.emit(instruction("drop", before));
    });
    code.emit(...(active ? [ifElse(extractLane("bool", active, item), undefined, one)] : one));
  }
}
