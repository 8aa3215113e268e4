// Recognises global indices computed from a group and a local index, `group.id() * 64 + localId()`: a sum in which the quotient of the global index
// cancels out is written without it, so that analyses see neighbouring accesses.

import { build, type Expr, expressionsOf, type Fn, forEachExpr, forEachStmt, withoutRestatement } from "@lanewise/ir";
import { atomOf, constantOf, type Polynomial, plus, times } from "../analysis/polynomial.js";
import { replaceInBlock } from "../analysis/replace.js";
import { assignmentsIn } from "../simplify/locals.js";
import type { LocalSizes } from "./bind-local-size.js";

type Sum = Polynomial<Expr>;
type Dimension = 0 | 1 | 2;

/** Replaces sums of group and local indices by global ones. */
export function findGlobalIndices(fn: Fn, sizes: LocalSizes): Fn {
  if (!asksFor(fn, "localId") || !asksFor(fn, "groupId")) return fn;
  const definitionOf = definitionsOf(fn);
  const asGlobal = (expr: Expr): Expr | undefined => {
    if (expr.kind !== "op" || (expr.op !== "add" && expr.op !== "sub")) return undefined;
    const found = { groups: new Set<string>(), locals: false };
    const sum = sumOf(expr, { sizes, definitionOf, found });
    const isFolded = sum && found.locals && [...found.groups].some((key) => !names(sum, key));
    return isFolded ? written(sum) : undefined;
  };
  return { ...fn, body: replaceInBlock(fn.body, asGlobal) };
}

interface Search {
  readonly sizes: LocalSizes;
  readonly definitionOf: (local: number) => Expr | undefined;
  /** Queries found so far. */
  readonly found: { readonly groups: Set<string>; locals: boolean };
}

const keyOf = (query: string, dimension: Dimension): string => `${query} ${dimension}`;

/** The expression as a sum of products of constants, locals and queries, where a local id is the global one minus the group's first. */
function sumOf(of: Expr, search: Search): Sum | undefined {
  const expr = withoutRestatement(of);
  if (expr.type !== "i32") return undefined;
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" ? constantOf(expr.value) : undefined;
    case "local": {
      const value = search.definitionOf(expr.local);
      return (value && sumOf(value, search)) ?? atomOf({ key: `local ${expr.local}`, value: expr });
    }
    case "query":
      return sumOfQuery(expr, search);
    case "op": {
      const [left, right] = expr.args.map((arg) => sumOf(arg, search));
      if (!left || !right) return undefined;
      if (expr.op === "mul") return times(left, right);
      if (expr.op === "add") return plus(left, right);
      return expr.op === "sub" ? plus(left, right, -1) : undefined;
    }
    default:
      return undefined;
  }
}

function sumOfQuery(expr: Extract<Expr, { kind: "query" }>, { sizes, found }: Search): Sum | undefined {
  const { query, dimension } = expr;
  const size = sizes[dimension];
  const atom = (name: "globalId" | "groupId"): Sum =>
    atomOf({ key: keyOf(name, dimension), value: build.query(name, dimension) });
  switch (query) {
    case "localSize":
      return constantOf(size);
    case "groupId":
      found.groups.add(keyOf(query, dimension));
      return atom(query);
    case "localId":
      found.locals = true;
      return plus(atom("globalId"), atom("groupId"), -size);
    default:
      return atomOf({ key: keyOf(query, dimension), value: expr });
  }
}

function names({ terms }: Sum, key: string): boolean {
  return [...terms.values()].some(({ atoms }) => atoms.some((atom) => atom.key === key));
}

function written({ constant, terms }: Sum): Expr {
  const i32 = (value: number): Expr => build.constant("i32", value | 0);
  const product = (factors: readonly Expr[]): Expr =>
    factors.slice(1).reduce((whole, factor) => build.op("mul", whole, factor), factors[0] ?? i32(1));
  const products = [...terms.values()].map(({ coefficient, atoms }) =>
    // Nodes must be new: analyses identify nodes by identity.
    product([...atoms.map(({ value }) => ({ ...value })), ...(coefficient === 1 ? [] : [i32(coefficient)])]),
  );
  const all = constant === 0 && products.length > 0 ? products : [...products, i32(constant)];
  return all.slice(1).reduce((sum, one) => build.op("add", sum, one), all[0] ?? i32(0));
}

/** The value of a local wherever it is read: it is set once, to a value that does not change (as in simplify/forward-locals.ts). */
function definitionsOf(fn: Fn): (local: number) => Expr | undefined {
  const assignments = assignmentsIn(fn.body);
  const isStable = (expr: Expr): boolean => {
    if (expr.kind === "local")
      return (assignments.get(expr.local) ?? []).length === (expr.local < fn.parameters ? 0 : 1);
    return expr.kind === "const" || expr.kind === "query" || (expr.kind === "op" && expr.args.every(isStable));
  };
  return (local) => {
    const [only, ...others] = assignments.get(local) ?? [];
    const isOne = only?.kind === "set" && others.length === 0 && local >= fn.parameters;
    return isOne && isStable(only.value) ? only.value : undefined;
  };
}

function asksFor(fn: Fn, query: "localId" | "groupId"): boolean {
  let asks = false;
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        asks ||= one.kind === "query" && one.query === query;
      });
    }
  });
  return asks;
}
