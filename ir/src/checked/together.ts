// Computes what a sub-group computes together (module/ops.ts): each member's result from all members' values, in the order of docs/ir.md.

import { identityOf, isReductionScalar } from "../abi/index.js";
import type { Datum, Value } from "../interpret/index.js";
import { invariant } from "../invariant.js";
import { type Combination, isValueScalar, type ValueScalar } from "../module/index.js";
import type { Together, Wait } from "./waiting-steps.js";

/** One result for each member; all wait at `stmt`. */
export function computeTogether(stmt: Together, members: readonly Wait[]): readonly Datum[] {
  const { op, combination } = stmt;
  const values = members.map(({ value }) => value);
  if (!combination) return members.map(({ value, lane }, own) => values[wantedLane(op, own, lane)] ?? value);
  const { type } = stmt.value;
  const apply = members[0]?.combine;
  invariant(apply && isValueScalar(type), "a sub-group combines values");
  const combine = (a: number, b: number): Datum => apply(values[a] ?? 0, values[b] ?? 0, false);
  if (op === "reduce") {
    for (let step = 1; step < values.length; step *= 2) {
      for (let i = 0; i + step < values.length; i += 2 * step) values[i] = combine(i, i + step);
    }
    return values.map(() => values[0] ?? 0);
  }
  for (let step = 1; step < values.length; step *= 2) {
    for (let i = values.length - 1; i >= step; i--) values[i] = combine(i - step, i);
  }
  return op === "inclusiveScan" ? values : [neutralOf(combination, type), ...values.slice(0, -1)];
}

function wantedLane(op: Together["op"], own: number, lane: number): number {
  switch (op) {
    case "shuffleUp":
      return own - lane;
    case "shuffleDown":
      return own + lane;
    case "shuffleXor":
      return own ^ lane;
    default:
      return lane;
  }
}

function neutralOf(combination: Combination, type: ValueScalar): Value {
  return isReductionScalar(type) ? identityOf(combination, type) : combination === "and";
}
