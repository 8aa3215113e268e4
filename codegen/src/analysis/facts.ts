// Collects what a function without calls does with its locals: every assignment and the loops around it, what each loop assigns, and which loops
// count. These flow-insensitive facts are the basis of the other analyses.

import { type Block, blocksOf, type Expr, type Fn, resultOf, type Stmt } from "@lanewise/ir";
import { anything, type Range } from "../narrow/range.js";
import type { KnownLaunch } from "../program.js";

export type Loop = Extract<Stmt, { kind: "loop" }>;

export interface Assignment {
  /** Undefined if the value comes from an atomic or a call. */
  readonly value: Expr | undefined;
  /** Loops whose body, header or update the assignment is in, outermost first. */
  readonly loops: readonly Loop[];
  /** Those of them whose body contains it: only there has a counter passed its comparison. */
  readonly bodies: readonly Loop[];
}

/** An induction variable: a local that a loop changes by the same amount once per iteration, and compares with a bound before each one. */
export interface Counter {
  readonly local: number;
  readonly first: Assignment;
  readonly compare: "lt" | "le" | "gt" | "ge";
  readonly bound: Expr;
  /** A constant, or a captured number that must be checked to be positive. */
  readonly step: number | Expr;
}

export interface LoopFacts {
  /** The loops around this one, outermost first. */
  readonly outer: readonly Loop[];
  readonly assigned: ReadonlySet<number>;
  readonly counters: readonly Counter[];
}

export interface Facts {
  readonly fn: Fn;
  readonly known: KnownLaunch | undefined;
  /** By local; for assigned parameters the captured value counts as an assignment. */
  readonly assignments: readonly (readonly Assignment[])[];
  readonly loops: ReadonlyMap<Loop, LoopFacts>;
  /** The range of an expression wherever it is computed, also by work-items that a condition excludes. */
  readonly rangeOf: (expr: Expr) => Range;
}

export function collectFacts(fn: Fn, known?: KnownLaunch, rangeOf: Facts["rangeOf"] = () => anything): Facts {
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
  // A captured value precedes all assignments.
  for (const own of assignments.slice(0, fn.parameters)) {
    if (own.length > 0) own.unshift({ value: undefined, loops: [], bodies: [] });
  }
  const withCounters = [...loops].map(([loop, facts]): [Loop, LoopFacts] => [
    loop,
    { ...facts, counters: countersOf(loop, fn.parameters, assignments) },
  ]);
  return { fn, known, assignments, loops: new Map(withCounters), rangeOf };
}

/** Each conjunct of the condition can bound a counter, which only the update changes, by a fixed step. */
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

/** The amount that the loop's update adds to the local. */
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
