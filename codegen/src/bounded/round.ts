// Analyses one iteration of a loop, from its header to the next: the properties that all paths through it share. A comparison that each path passes
// is tested in every iteration; a local that each path moves, moves in every one.

import { type Block, type Expr, forEachStmt, type Label, type Op, resultOf, type Stmt } from "@lanewise/ir";
import { type Assignments, type Loop, type LoopChanges, onlyValue } from "./loop-changes.js";

/** How an assignment changes the old value: by a constant (2 for any size of the launch, which is positive), or at least doubled or halved. */
export type Move = number | "double" | "halve" | "other";

/** `less` is less than `more` or, for "ne", differs from it. Temporaries that are copies in this iteration are replaced by their originals. */
export interface Comparison {
  readonly op: "lt" | "le" | "ne";
  readonly less: Expr;
  readonly more: Expr;
}

export interface Round {
  /** Each path moves at least the locals of one of these sets. */
  readonly stepped: readonly ReadonlySet<number>[];
  readonly passed: ReadonlySet<Comparison>;
  /** By assigned local: its moves, on any path. */
  readonly moves: ReadonlyMap<number, ReadonlySet<Move>>;
}

/** The facts that hold at a point, whichever path led there. */
interface Way extends Pick<Round, "stepped" | "passed"> {
  readonly copies: ReadonlyMap<number, number>;
  /** The comparisons that hold if a bool is true; under its complement (`~local`), if it is false. "never": it does not have that value here. */
  readonly implied: ReadonlyMap<number, ReadonlySet<Comparison> | "never">;
}

const start: Way = { stepped: [new Set()], passed: new Set(), copies: new Map(), implied: new Map() };

/** Undefined if no iteration is followed by another. */
export function roundOf(loop: Loop, { assignments }: LoopChanges): Round | undefined {
  const moves = new Map<number, Set<Move>>();
  const jumps = new Map<string, (Way | undefined)[]>();

  const jump = (kind: "break" | "continue", label: Label, way: Way): undefined => {
    const key = `${kind} ${label}`;
    jumps.set(key, [...(jumps.get(key) ?? []), way]);
  };
  const join = (kind: "break" | "continue", label: Label, way: Way | undefined) =>
    (jumps.get(`${kind} ${label}`) ?? []).reduce(meet, way);

  const assign = (stmt: Stmt, local: number, way: Way): Way => {
    const value = stmt.kind === "set" ? stmt.value : undefined;
    const move = value ? moveOf(local, value, { copies: way.copies, assignments }) : "other";
    moves.set(local, (moves.get(local) ?? new Set<Move>()).add(move));
    const copies = new Map(way.copies);
    copies.delete(local);
    if (value?.kind === "local") copies.set(local, way.copies.get(value.local) ?? value.local);
    const implied = new Map(way.implied);
    implied.delete(local);
    implied.delete(~local);
    if (value?.type === "bool") {
      for (const truth of [true, false]) {
        implied.set(truth ? local : ~local, new Set([...way.passed, ...comparisons(value, truth, way)]));
      }
    }
    const stepped = move === "other" ? way.stepped : way.stepped.map((one) => new Set([...one, local]));
    return { ...way, copies, implied, stepped };
  };

  /** Drops the facts about locals that a nested loop assigns: they may have changed before its header runs. */
  const forget = (inner: Loop, way: Way): Way => {
    const copies = new Map(way.copies);
    const implied = new Map(way.implied);
    for (const local of assignedIn(inner)) {
      copies.delete(local);
      implied.delete(local);
      implied.delete(~local);
    }
    return { ...way, copies, implied };
  };

  const repeat = (stmt: Loop, before: Way): { readonly left: Way | undefined; readonly end: Way | undefined } => {
    const asked = walk(stmt.header, before);
    const end = walk(stmt.update, join("continue", stmt.label, walk(stmt.body, given(stmt.condition, true, asked))));
    return { end, left: join("break", stmt.label, given(stmt.condition, false, asked)) };
  };

  const step = (stmt: Stmt, way: Way): Way | undefined => {
    switch (stmt.kind) {
      case "if":
        return meet(
          walk(stmt.then, given(stmt.condition, true, way)),
          walk(stmt.else, given(stmt.condition, false, way)),
        );
      case "block":
        return join("break", stmt.label, walk(stmt.body, way));
      case "loop":
        return repeat(stmt, forget(stmt, way)).left;
      case "break":
      case "continue":
        return jump(stmt.kind, stmt.label, way);
      case "return":
      case "fail":
        return undefined;
      default: {
        const local = resultOf(stmt);
        return local === undefined ? way : assign(stmt, local, way);
      }
    }
  };

  const walk = (block: Block, before: Way | undefined): Way | undefined =>
    block.reduce<Way | undefined>((way, stmt) => way && step(stmt, way), before);

  const { end } = repeat(loop, start);
  return end && { stepped: end.stepped, passed: end.passed, moves };
}

/** The facts where a condition is true, or is false; undefined if that is impossible. */
function given(condition: Expr, truth: boolean, way: Way | undefined): Way | undefined {
  if (!way || (condition.kind === "const" && condition.value !== truth)) return undefined;
  const passed = new Set([...way.passed, ...comparisons(condition, truth, way)]);
  const [asked, isTrue] = positive(condition, truth);
  if (asked.kind !== "local") return { ...way, passed };
  const implied = new Map(way.implied).set(isTrue ? ~asked.local : asked.local, "never");
  return { ...way, passed, implied };
}

function positive(condition: Expr, truth: boolean): readonly [Expr, boolean] {
  const [first] = condition.kind === "op" && condition.op === "not" ? condition.args : [];
  return first ? positive(first, !truth) : [condition, truth];
}

const opposites: Partial<Record<Op, Op>> = { lt: "ge", le: "gt", gt: "le", ge: "lt", eq: "ne", ne: "eq" };

/** The comparisons that hold if a condition is true, or false. For floats, which may be NaN, false implies none. */
function comparisons(condition: Expr, truth: boolean, way: Way): readonly Comparison[] {
  const [asked, isTrue] = positive(condition, truth);
  if (asked.kind === "local") {
    const known = way.implied.get(isTrue ? asked.local : ~asked.local);
    return known === undefined || known === "never" ? [] : [...known];
  }
  if (asked.kind !== "op") return [];
  const { op, args } = asked;
  const [first, second] = args;
  if (!first || !second) return [];
  if (op === (isTrue ? "and" : "or")) return args.flatMap((one) => comparisons(one, isTrue, way));
  const isOfFloats = first.type === "f32" || first.type === "f64";
  const found = isTrue ? op : isOfFloats ? undefined : opposites[op];
  const [less, more] = [first, second].map((one) => throughCopies(one, way.copies));
  if (!less || !more) return [];
  if (found === "lt" || found === "le" || found === "ne") return [{ op: found, less, more }];
  if (found === "gt" || found === "ge") return [{ op: found === "gt" ? "lt" : "le", less: more, more: less }];
  return [];
}

function throughCopies(expr: Expr, copies: Way["copies"]): Expr {
  if (expr.kind === "local") return { ...expr, local: copies.get(expr.local) ?? expr.local };
  return expr.kind === "op" ? { ...expr, args: expr.args.map((one) => throughCopies(one, copies)) } : expr;
}

interface Known extends Pick<Way, "copies"> {
  readonly assignments: Assignments;
}

function moveOf(local: number, value: Expr, { copies, assignments }: Known): Move {
  if (value.kind !== "op") return "other";
  const isOld = (expr: Expr | undefined) => expr?.kind === "local" && (copies.get(expr.local) ?? expr.local) === local;
  const [first, second] = value.args;
  const added = isOld(first) ? second : value.op === "add" && isOld(second) ? first : undefined;
  const by = added && sizeOf(added, assignments);
  if (by === undefined || by === 0 || Number.isNaN(by)) return "other";
  const isInteger = value.type !== "f32" && value.type !== "f64";
  switch (value.op) {
    case "add":
      return by;
    case "sub":
      return -by;
    case "shr":
      return by > 0 && by < 32 ? "halve" : "other";
    case "div":
      return isInteger && by > 1 ? "halve" : "other";
    case "shl":
      return by > 0 && by < 32 ? "double" : "other";
    case "mul":
      return isInteger && by > 1 ? "double" : "other";
    default:
      return "other";
  }
}

function sizeOf(expr: Expr, assignments: Assignments): number | undefined {
  if (expr.kind === "const") return Number(expr.value);
  if (expr.kind === "query") return sizes.has(expr.query) ? 2 : undefined;
  const value = expr.kind === "local" ? onlyValue(expr.local, assignments) : undefined;
  return value && sizeOf(value, assignments);
}

const sizes: ReadonlySet<string> = new Set(["globalSize", "localSize", "groupCount", "subGroupCount", "subGroupSize"]);

/** The facts that hold on both paths. */
function meet(a: Way | undefined, b: Way | undefined): Way | undefined {
  if (!a || !b) return a ?? b;
  const implied = new Map<number, ReadonlySet<Comparison> | "never">();
  for (const [local, known] of a.implied) {
    const other = b.implied.get(local);
    if (known === "never" && other !== undefined) implied.set(local, other);
    else if (other === "never") implied.set(local, known);
    else if (known !== "never" && other !== undefined) implied.set(local, both(known, other));
  }
  return {
    stepped: eitherOf([...a.stepped, ...b.stepped]),
    passed: both(a.passed, b.passed),
    copies: new Map([...a.copies].filter(([local, from]) => b.copies.get(local) === from)),
    implied,
  };
}

/** The most sets of moved locals to distinguish. */
const MOST_WAYS = 8;

/** Drops the sets that contain another, which add nothing. */
function eitherOf(ways: readonly ReadonlySet<number>[]): readonly ReadonlySet<number>[] {
  const kept: ReadonlySet<number>[] = [];
  for (const way of [...ways].sort((a, b) => a.size - b.size)) {
    if (!kept.some((one) => both(one, way).size === one.size)) kept.push(way);
  }
  return kept.length <= MOST_WAYS ? kept : [kept.reduce(both)];
}

function both<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  return a === b ? a : new Set([...a].filter((one) => b.has(one)));
}

function assignedIn(loop: Loop): readonly number[] {
  const found: number[] = [];
  forEachStmt([loop], (stmt) => {
    const local = resultOf(stmt);
    if (local !== undefined) found.push(local);
  });
  return found;
}
