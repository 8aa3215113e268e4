// Estimates from the IR what a work-item of a kernel costs: a first guess, which the runtime corrects by measuring. It is right to about a factor of
// ten where trip counts are constants; other loops count as a few iterations.

import {
  type Block,
  type Expr,
  expressionsOf,
  forEachExpr,
  hasBody,
  invariant,
  type Module,
  type Op,
  type Stmt,
} from "@lanewise/ir";

export interface KernelCost {
  /** Of one work-item, in scalar code. */
  readonly nanoseconds: number;
  /** Whether programs for one thread and for many differ. */
  readonly hasAtomics: boolean;
}

/** Nanoseconds of operations that are neither free nor ordinary. */
const ordinary = 0.3;
const slowOperations: Partial<Record<Op, number>> = { div: 2, floordiv: 3, rem: 3, sqrt: 3 };
const slowExpressions: Partial<Record<Expr["kind"], number>> = {
  load: 0.5,
  dereference: 1.5,
  pointer: 10,
  builtin: 8,
  const: 0,
  local: 0,
  op: ordinary,
};
const slowStatements: Partial<Record<Stmt["kind"], number>> = { store: 0.5, atomic: 5 };
/** Cost of a foreign function, whose code is unknown. */
const FOREIGN_COST = 20;
/** Assumed iterations of a loop with unknown trip count. */
const UNKNOWN_ROUNDS = 16;

/** The cost of the kernel including its callees. */
export function costOf(module: Module, kernel: number): KernelCost {
  let hasAtomics = false;
  const functions = new Map<number, number>();
  const costOfFunction = (index: number): number => {
    const known = functions.get(index);
    if (known !== undefined) return known;
    const fn = module.functions[index];
    invariant(fn, `function ${index} is in the module`);
    const nanoseconds = hasBody(fn) ? costOfBlock(fn.body) : FOREIGN_COST;
    functions.set(index, nanoseconds);
    return nanoseconds;
  };
  const costOfBlock = (block: Block): number => {
    const constants = new Map<number, number>();
    let sum = 0;
    for (const stmt of block) {
      sum += costOfStmt(stmt, constants);
      if (stmt.kind !== "set") continue;
      if (stmt.value.kind === "const") constants.set(stmt.local, Number(stmt.value.value));
      else constants.delete(stmt.local);
    }
    return sum;
  };
  const costOfStmt = (stmt: Stmt, constants: ReadonlyMap<number, number>): number => {
    const own = expressionsOf(stmt).reduce((sum, expr) => sum + costOfExpr(expr), slowStatements[stmt.kind] ?? 0);
    switch (stmt.kind) {
      case "atomic":
        hasAtomics = true;
        return own;
      case "call":
        return own + costOfFunction(stmt.function);
      case "block":
        return own + costOfBlock(stmt.body);
      case "if":
        return own + Math.max(costOfBlock(stmt.then), costOfBlock(stmt.else));
      case "loop": {
        const round = own + costOfBlock(stmt.header) + costOfBlock(stmt.body) + costOfBlock(stmt.update);
        return round * roundsOf(stmt, constants);
      }
      default:
        return own;
    }
  };
  return { nanoseconds: Math.max(ordinary, costOfFunction(kernel)), hasAtomics };
}

function costOfExpr(expr: Expr): number {
  let sum = 0;
  forEachExpr(expr, (node) => {
    const slow = node.kind === "op" ? slowOperations[node.op] : slowExpressions[node.kind];
    sum += slow ?? ordinary;
  });
  return sum;
}

/** The trip count of `for (i = a; i < b; i += c)` with constants: (b - a) / c. */
function roundsOf(loop: Stmt & { readonly kind: "loop" }, constants: ReadonlyMap<number, number>): number {
  const { condition, update } = loop;
  const [first] = update;
  if (condition.kind !== "op" || first?.kind !== "set") return UNKNOWN_ROUNDS;
  const [counter, bound] = condition.args;
  if (counter?.kind !== "local" || bound?.kind !== "const" || counter.local !== first.local) return UNKNOWN_ROUNDS;
  const from = constants.get(counter.local);
  const step = first.value.kind === "op" ? first.value.args[1] : undefined;
  if (from === undefined || step?.kind !== "const") return UNKNOWN_ROUNDS;
  const rounds = Math.abs((Number(bound.value) - from) / Number(step.value));
  return Number.isFinite(rounds) ? Math.max(1, rounds) : UNKNOWN_ROUNDS;
}
