// What a function without calls does with its locals: every assignment and the loops around it, what each loop assigns, and
// which loops count. Flow-insensitive facts that the other analyses start from.

import { type Block, blocksOf, type Expr, type Fn, resultOf, type Stmt } from "@lanewise/ir";
import type { KnownLaunch } from "../program.js";

export type Loop = Extract<Stmt, { kind: "loop" }>;

export interface Assignment {
  /** Undefined where an atomic or a call gives the value. */
  readonly value: Expr | undefined;
  /** Loops whose body, header or update the assignment is in, outermost first. */
  readonly loops: readonly Loop[];
  /** Those of them in whose body it is: only there has a counter passed its comparison. */
  readonly bodies: readonly Loop[];
}

/** A local that a loop adds the same to once a round, compared with a bound before each round. */
export interface Counter {
  readonly local: number;
  readonly first: Assignment;
  readonly compare: "lt" | "le" | "gt" | "ge";
  readonly bound: Expr;
  /** A constant, or a captured number, of which it must be seen that it is positive. */
  readonly step: number | Expr;
}

export interface LoopFacts {
  /** Around this loop, outermost first. */
  readonly outer: readonly Loop[];
  readonly assigned: ReadonlySet<number>;
  readonly counters: readonly Counter[];
}

export interface Facts {
  readonly fn: Fn;
  readonly known: KnownLaunch | undefined;
  /** By local; what was captured counts as one of a parameter that is assigned. */
  readonly assignments: readonly (readonly Assignment[])[];
  readonly loops: ReadonlyMap<Loop, LoopFacts>;
}

export function collectFacts(fn: Fn, known?: KnownLaunch): Facts {
  const assignments: Assignment[][] = fn.locals.map(() => []);
  const loops = new Map<Loop, { outer: readonly Loop[]; assigned: Set<number> }>();
  const visit = (block: Block, outer: readonly Loop[], bodies: readonly Loop[]): void => {
    for (const stmt of block) {
      const local = resultOf(stmt);
      if (local !== undefined) {
        assignments[local]?.push({ value: stmt.kind === "set" ? stmt.value : undefined, loops: outer, bodies });
        for (const loop of outer) loops.get(loop)?.assigned.add(local);
      }
      if (stmt.kind === "loop") {
        loops.set(stmt, { outer, assigned: new Set() });
        for (const block of [stmt.header, stmt.update]) visit(block, [...outer, stmt], bodies);
        visit(stmt.body, [...outer, stmt], [...bodies, stmt]);
      } else for (const block of blocksOf(stmt)) visit(block, outer, bodies);
    }
  };
  visit(fn.body, [], []);
  // What was captured is there before what is assigned.
  for (const own of assignments.slice(0, fn.parameters)) {
    if (own.length > 0) own.unshift({ value: undefined, loops: [], bodies: [] });
  }
  const withCounters = [...loops].map(([loop, facts]): [Loop, LoopFacts] => [
    loop,
    { ...facts, counters: countersOf(loop, fn.parameters, assignments) },
  ]);
  return { fn, known, assignments, loops: new Map(withCounters) };
}

/** Each conjunct of the condition can bound a counter, which the update alone changes, by a constant. */
function countersOf(loop: Loop, parameters: number, assignments: readonly (readonly Assignment[])[]): Counter[] {
  return conjuncts(loop.condition).flatMap((condition) => {
    if (condition.kind !== "op") return [];
    const { op: compare, args } = condition;
    const [left, bound] = args;
    if (compare !== "lt" && compare !== "le" && compare !== "gt" && compare !== "ge") return [];
    if (left?.kind !== "local" || left.type !== "i32" || !bound) return [];
    const sets = assignments[left.local] ?? [];
    const inside = sets.filter(({ loops }) => loops.includes(loop));
    const [first, ...others] = sets.filter((one) => !inside.includes(one));
    const isCaptured = (local: number) => local < parameters && assignments[local]?.length === 0;
    const step = stepOf(loop, left.local, isCaptured);
    if (step === undefined || inside.length !== 1 || !first || others.length > 0) return [];
    const isUp = compare === "lt" || compare === "le";
    const isTowards = typeof step === "number" ? (isUp ? step > 0 : step < 0) : isUp;
    return isTowards ? [{ local: left.local, first, compare, bound, step }] : [];
  });
}

function conjuncts(condition: Expr): readonly Expr[] {
  return condition.kind === "op" && condition.op === "and" && condition.type === "bool"
    ? condition.args.flatMap(conjuncts)
    : [condition];
}

/** What the loop's update adds to the local. */
function stepOf(loop: Loop, local: number, isCaptured: (local: number) => boolean): number | Expr | undefined {
  for (const stmt of loop.update) {
    if (stmt.kind !== "set" || stmt.local !== local || stmt.value.kind !== "op") continue;
    const { op, args } = stmt.value;
    const [left, right] = args;
    if (left?.kind !== "local" || left.local !== local || !right) return undefined;
    if (right.kind === "local" && op === "add") return isCaptured(right.local) ? right : undefined;
    if (right.kind !== "const") return undefined;
    if (op === "add") return Number(right.value);
    return op === "sub" ? -Number(right.value) : undefined;
  }
  return undefined;
}
