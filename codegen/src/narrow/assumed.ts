// The assumptions of a kernel's usual variant: a launch's sizes, lengths and captured integers are at most LIMIT in magnitude and, if that turns more
// doubles into words, captured steps and divisors are positive, and areas and volumes are at most AREA. wasm/beyond-limits.ts tests each launch.

import { type Expr, expressionsOf, type Fn, forEachExpr, forEachStmt, type Stmt } from "@lanewise/ir";
import { stepOf } from "./step-of.js";

/** Sizes, lengths and captured integers beyond this are rare; sums of seven of them fit in 32 bits. */
export const LIMIT = 2 ** 28;
/** Products of sizes are about as large as arrays, which have fewer elements. */
export const AREA = 2 ** 30;

/** A size of the range, a parameter (for spans, the length), or a constant. */
export type LaunchSize = { readonly size: number } | { readonly parameter: number } | { readonly constant: number };

/** The assumptions made, about sizes by dimension and about parameters. */
export interface Limits {
  readonly sizes: ReadonlySet<number>;
  readonly parameters: ReadonlySet<number>;
  /** The parameters assumed to be at least 1. */
  readonly positive: ReadonlySet<number>;
  /** The factors of each product. */
  readonly areas: ReadonlyMap<Expr, readonly LaunchSize[]>;
}

/** The permitted assumptions, and those made so far, which analyses add. */
export interface Assumed {
  readonly sizes: Set<number>;
  readonly parameters: Set<number>;
  readonly positive: Set<number>;
  readonly areas: Map<Expr, readonly LaunchSize[]>;
  /** Captured integers that may be assumed to be limited. */
  readonly numbers: ReadonlySet<number>;
  /** Captured integers that are divisors, or steps of a loop's counter. */
  readonly steps: ReadonlySet<number>;
  readonly hasAreas: boolean;
}

/** `isBold` also permits assumptions about steps, divisors and areas. */
export function assumptionsOf(fn: Fn, isBold: boolean): Assumed {
  return {
    ...{ sizes: new Set(), parameters: new Set(), positive: new Set(), areas: new Map() },
    numbers: usedAsNumbers(fn),
    steps: isBold ? stepsOf(fn) : new Set(),
    hasAreas: isBold,
  };
}

/** Only 32-bit integers: floats and bigints may have any value. */
const capturedIn = ({ parameters }: Fn, expr: Expr | undefined): number | undefined => {
  const [value] = expr?.kind === "op" && expr.op === "convert" && expr.type === "f64" ? expr.args : [];
  const isWord = value?.type === "i32" || value?.type === "u32";
  return value?.kind === "local" && isWord && value.local < parameters ? value.local : undefined;
};

/** Captured integers that are converted to doubles; others, such as the seed of a hash, may well be large. */
function usedAsNumbers(fn: Fn): ReadonlySet<number> {
  const found = new Set<number>();
  forEachExprOf(fn, (expr) => {
    const captured = capturedIn(fn, expr);
    if (captured !== undefined) found.add(captured);
  });
  return found;
}

function stepsOf(fn: Fn): ReadonlySet<number> {
  const found = new Set<number>();
  const add = (expr: Expr | undefined): void => {
    const captured = capturedIn(fn, expr);
    if (captured !== undefined) found.add(captured);
  };
  forEachExprOf(fn, (expr) => {
    if (expr.kind === "op" && (expr.op === "rem" || expr.op === "div")) add(expr.args[1]);
  });
  forEachStmt(fn.body, (loop) => {
    if (loop.kind !== "loop") return;
    const counters = new Set<number>();
    forEachExpr(loop.condition, (expr) => {
      if (expr.kind === "local") counters.add(expr.local);
    });
    const visit = (stmt: Stmt): void => {
      if (stmt.kind === "set" && counters.has(stmt.local)) add(stepOf(stmt.value, stmt.local)?.value);
    };
    forEachStmt(loop.body, visit);
    forEachStmt(loop.update, visit);
  });
  return found;
}

function forEachExprOf({ body }: Fn, visit: (expr: Expr) => void): void {
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, visit);
  });
}

/** The largest constant factor of an area: channels, neighbours. */
const FEW = 16;

/** The factors of a product of at least two sizes, lengths and captured integers, if it is one. `definitionOf`: a local's only value. */
export function areaOf(
  { numbers, hasAreas }: Assumed,
  parameters: number,
  definitionOf: (local: number) => Expr | undefined,
  expr: Expr,
): readonly LaunchSize[] | undefined {
  if (!hasAreas) return undefined;
  const factorsOf = (one: Expr): readonly LaunchSize[] | undefined => {
    if (one.kind === "const") return Math.abs(Number(one.value)) <= FEW ? [{ constant: Number(one.value) }] : undefined;
    if (one.kind === "query")
      return one.query === "globalId" || one.query === "globalSize" ? [{ size: one.dimension }] : undefined;
    if (one.kind === "length" && one.span.kind === "local")
      return one.span.local < parameters ? [{ parameter: one.span.local }] : undefined;
    if (one.kind === "local" && numbers.has(one.local)) return [{ parameter: one.local }];
    const index = one.kind === "local" ? definitionOf(one.local) : undefined;
    if (index?.kind === "query") return factorsOf(index);
    if (one.kind !== "op") return undefined;
    const [first, second] = one.args;
    if (one.op === "convert" && first) return factorsOf(first);
    const [left, right] = one.op === "mul" && first && second ? [factorsOf(first), factorsOf(second)] : [];
    return left && right && [...left, ...right];
  };
  const found = factorsOf(expr);
  return found && found.filter((one) => !("constant" in one)).length > 1 ? found : undefined;
}
