// `precision: "f32"`: doubles are computed as f32 where nobody counts on all of their digits. Whole numbers stay exact: what the function shows to be
// one (counters, sums of integers, floor), all that an index is computed from, and captured numbers and elements that become integers. What is
// decided here, and why: docs/decisions/0096-precision-on-gpus.md.

import {
  build,
  type Expr,
  expressionsOf,
  type Fn,
  forEachStmt,
  type Local,
  operandsOf,
  resultOf,
  type Stmt,
  withoutRestatement,
} from "@lanewise/ir";
import { withBlocks, withExpressions, withOperands } from "../analysis/replace.js";

type OpExpr = Extract<Expr, { kind: "op" }>;

/** What is known of a double's value: a whole number, any (a captured number, an element), one with a fraction. The most of its parts. */
const KIND = { whole: 0, any: 1, fraction: 2 } as const;
/** What is made of a value: an integer; an index, or what one is computed from. */
const USE = { value: 0, integer: 1, index: 2 } as const;
type Kind = (typeof KIND)[keyof typeof KIND];
type Use = (typeof USE)[keyof typeof USE];

const atLeast = <T extends number>(a: T, b: T): T => (a > b ? a : b);

const comparisons: ReadonlySet<string> = new Set(["eq", "ne", "lt", "le", "gt", "ge"]);
const roundings: ReadonlySet<string> = new Set(["floor", "ceil", "trunc", "nearest"]);
const toIntegers: ReadonlySet<string> = new Set(["wrap", "saturate", "index"]);
/** Operations whose results are whole where their operands are. */
const keeping: ReadonlySet<string> = new Set([
  ...["add", "sub", "mul", "rem", "min", "max", "neg", "abs", "copysign", "select"],
]);

/** The function with f32 in place of the doubles that may be. */
export function inSinglePrecision(fn: Fn): Fn {
  const precision = new Precision(fn);
  const locals = fn.locals.map(
    (local, index): Local => (precision.isSingle(index) ? { ...local, type: "f32" } : local),
  );
  const block = (stmts: readonly Stmt[]): readonly Stmt[] => stmts.map((stmt) => withBlocks(ownOf(stmt), block));
  const ownOf = (stmt: Stmt): Stmt => {
    if (stmt.kind !== "set") return withExpressions(stmt, (expr) => precision.rewritten(expr, USE.value));
    const use = precision.useOf(stmt.local);
    const value = precision.isSingle(stmt.local)
      ? precision.single(stmt.value, use)
      : precision.rewritten(stmt.value, use);
    return { ...stmt, value };
  };
  return { ...fn, locals, body: block(fn.body) };
}

class Precision {
  readonly #fn: Fn;
  readonly #kinds: Kind[];
  readonly #uses: Use[];
  /** Locals that more than assignments change. */
  readonly #others = new Set<number>();

  constructor(fn: Fn) {
    this.#fn = fn;
    this.#kinds = fn.locals.map((_, local) => (local < fn.parameters ? KIND.any : KIND.whole));
    this.#uses = fn.locals.map(() => USE.value);
    const sets: Extract<Stmt, { kind: "set" }>[] = [];
    forEachStmt(fn.body, (stmt) => {
      const result = resultOf(stmt);
      if (stmt.kind === "set") sets.push(stmt);
      else if (result !== undefined) this.#others.add(result);
    });
    until(() =>
      sets.map(({ local, value }) => raise(this.#kinds, local, value.type === "f64" ? this.#kind(value) : KIND.whole)),
    );
    until(() => {
      const changes: boolean[] = [];
      forEachStmt(fn.body, (stmt) => {
        const use = stmt.kind === "set" ? this.useOf(stmt.local) : USE.value;
        for (const expr of expressionsOf(stmt)) changes.push(this.#note(expr, use));
      });
      return changes;
    });
  }

  useOf(local: number): Use {
    return this.#uses[local] ?? USE.value;
  }

  isSingle(local: number): boolean {
    const isDouble = this.#fn.locals[local]?.type === "f64" && local >= this.#fn.parameters;
    return isDouble && !this.#others.has(local) && isFree(this.#kinds[local] ?? KIND.any, this.useOf(local));
  }

  #kind(given: Expr): Kind {
    const expr = withoutRestatement(given);
    switch (expr.kind) {
      case "const":
        return Number.isInteger(expr.value) || !Number.isFinite(expr.value) ? KIND.whole : KIND.fraction;
      case "local":
        return this.#others.has(expr.local) ? KIND.any : (this.#kinds[expr.local] ?? KIND.any);
      case "builtin":
        if (isRounding(expr) || expr.builtin === "sign") return KIND.whole;
        return expr.builtin === "pow" ? this.#most(expr.args) : KIND.fraction;
      case "op":
        if (isRounding(expr)) return KIND.whole;
        // A quotient of whole numbers is rounded to one, mostly.
        if (expr.op === "div") return atLeast<Kind>(KIND.any, this.#most(expr.args));
        if (expr.op === "convert") return expr.args[0]?.type === "f32" ? KIND.fraction : KIND.whole;
        return keeping.has(expr.op) ? this.#most(expr.args) : KIND.fraction;
      default:
        return KIND.any;
    }
  }

  #most(args: readonly Expr[]): Kind {
    const kinds = args.map((arg) => (arg.type === "f64" ? this.#kind(arg) : KIND.whole));
    return kinds.reduce<Kind>(atLeast, KIND.whole);
  }

  /** What operands are used for. */
  #useIn(expr: Expr, use: Use): Use {
    if (use === USE.index) return use;
    if (isRounding(expr)) return USE.integer;
    if (expr.kind === "op" && toIntegers.has(expr.op) && expr.args[0]?.type === "f64") return USE.integer;
    if (expr.kind === "op" && comparisons.has(expr.op)) return USE.value;
    return expr.type === "f64" && this.#kind(expr) === KIND.fraction ? USE.value : use;
  }

  /** Whether a local has more uses than were known. */
  #note(expr: Expr, use: Use): boolean {
    if (expr.kind === "local") return raise(this.#uses, expr.local, use);
    if (expr.kind === "element") {
      const inIndex = [expr.index, ...(expr.exact ? [expr.exact] : [])].map((one) => this.#note(one, USE.index));
      return [this.#note(expr.base, USE.value), ...inIndex].some(Boolean);
    }
    const own = this.#useIn(expr, use);
    return operandsOf(expr)
      .map((one) => this.#note(one, own))
      .some(Boolean);
  }

  rewritten(expr: Expr, use: Use): Expr {
    if (expr.kind === "element") {
      const base = this.rewritten(expr.base, USE.value);
      const index = this.rewritten(expr.index, USE.index);
      const exact = expr.exact && this.rewritten(expr.exact, USE.index);
      return { ...expr, base, index, ...(exact && { exact }) };
    }
    if (expr.type === "f64") {
      const single = this.#asSingle(expr, use);
      return single ? build.convert("convert", "f64", single) : this.#operands(expr, use);
    }
    if (expr.kind !== "op" || use === USE.index) return this.#operands(expr, use);
    const own = this.#useIn(expr, use);
    const [first] = expr.args;
    if (expr.op === "convert" && expr.type === "f32" && first?.type === "f64") return this.single(first, use);
    if (toIntegers.has(expr.op) || comparisons.has(expr.op)) {
      const singles = expr.args.map((arg) => this.#asSingle(arg, own) ?? exactSingle(arg));
      const isAny = expr.args.some((arg) => arg.type === "f64" && arg.kind !== "const");
      // In these positions, operands may have either type.
      if (isAny && singles.every((one) => one !== undefined)) return { ...expr, args: singles } as Expr;
    }
    return this.#operands(expr, use);
  }

  #operands(expr: Expr, use: Use): Expr {
    const own = this.#useIn(expr, use);
    return withOperands(expr, (one) => this.rewritten(one, own));
  }

  /** The value of a double, rounded. */
  single(given: Expr, use: Use): Expr {
    const expr = withoutRestatement(given);
    const [first] = expr.kind === "op" && expr.op === "convert" ? expr.args : [];
    const isWord = first?.type === "i32" || first?.type === "u32";
    if (expr.kind === "const") return build.constant("f32", Math.fround(Number(expr.value)));
    if (first && isWord) return build.convert("convert", "f32", this.rewritten(first, use));
    return this.#asSingle(expr, use) ?? build.convert("convert", "f32", this.rewritten(expr, use));
  }

  /** The value as f32, where that is all that is computed of it. */
  #asSingle(given: Expr, use: Use): Expr | undefined {
    const expr = withoutRestatement(given);
    if (expr.type !== "f64" || use === USE.index) return undefined;
    if (expr.kind === "local") return this.isSingle(expr.local) ? build.local(expr.local, "f32") : undefined;
    if (expr.kind !== "op" && expr.kind !== "builtin") return undefined;
    const [first] = expr.args;
    if (expr.kind === "op" && expr.op === "convert")
      return first?.type === "f32" ? this.rewritten(first, use) : undefined;
    const own = this.#useIn(expr, use);
    if (isRounding(expr)) {
      const rounded = first && this.#asSingle(first, own);
      return rounded && inF32(expr, [rounded]);
    }
    if (!isFree(this.#kind(expr), use) || (expr.kind === "op" && expr.op === "reinterpret")) return undefined;
    const args = expr.args.map((arg) => (arg.type === "f64" ? this.single(arg, own) : this.rewritten(arg, own)));
    return inF32(expr, args);
  }
}

const isRounding = (expr: Expr): boolean =>
  (expr.kind === "op" && roundings.has(expr.op)) || (expr.kind === "builtin" && expr.builtin === "round");

const isFree = (kind: Kind, use: Use): boolean =>
  use !== USE.index && kind > (use === USE.integer ? KIND.any : KIND.whole);

// Each operation of doubles is one of f32, too.
const inF32 = (expr: OpExpr | Extract<Expr, { kind: "builtin" }>, args: readonly Expr[]): Expr =>
  ({ ...expr, type: "f32", args }) as Expr;

/** A constant that no f32 rounds. */
function exactSingle(expr: Expr): Expr | undefined {
  if (expr.kind !== "const" || !Object.is(Math.fround(Number(expr.value)), Number(expr.value))) return undefined;
  return build.constant("f32", Number(expr.value));
}

function raise<T extends number>(all: T[], local: number, to: T): boolean {
  const before = all[local];
  if (before === undefined || before >= to) return false;
  all[local] = to;
  return true;
}

/** Repeats until nothing changes. */
function until(step: () => readonly boolean[]): void {
  while (step().some(Boolean));
}
