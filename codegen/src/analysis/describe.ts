// Renders an expression roughly as the user wrote it, for reports: names, operators, indexed arrays. Omits conversions, and cuts long texts with "…".

import type { Expr, Module, Op } from "@lanewise/ir";
import type { Facts } from "./facts.js";

export interface Described {
  readonly module: Module;
  readonly facts: Facts;
}

/** A greater `level` binds tighter. */
const infix: Readonly<Partial<Record<Op, { readonly sign: string; readonly level: number }>>> = {
  add: { sign: "+", level: 6 },
  sub: { sign: "-", level: 6 },
  mul: { sign: "*", level: 7 },
  div: { sign: "/", level: 7 },
  rem: { sign: "%", level: 7 },
  and: { sign: "&", level: 2 },
  or: { sign: "|", level: 0 },
  xor: { sign: "^", level: 1 },
  shl: { sign: "<<", level: 5 },
  shr: { sign: ">>", level: 5 },
  eq: { sign: "===", level: 3 },
  ne: { sign: "!==", level: 3 },
  lt: { sign: "<", level: 4 },
  le: { sign: "<=", level: 4 },
  gt: { sign: ">", level: 4 },
  ge: { sign: ">=", level: 4 },
};
const functions: Readonly<Partial<Record<Op, string>>> = {
  min: "Math.min",
  max: "Math.max",
  abs: "Math.abs",
  sqrt: "Math.sqrt",
  floor: "Math.floor",
  ceil: "Math.ceil",
  trunc: "Math.trunc",
  nearest: "Math.round",
  floordiv: "Math.floor",
  clz: "clz",
  ctz: "ctz",
  popcnt: "popcount",
  rotl: "rotate",
};
const prefixed: ReadonlySet<Op> = new Set(["select", "neg", "not"]);
const MAX_DEPTH = 6;
const MAX_LENGTH = 48;

export function describe(context: Described, expr: Expr): string {
  const text = print(context, expr, 0);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}

function print(context: Described, expr: Expr, depth: number): string {
  if (depth > MAX_DEPTH) return "…";
  const inner = (one: Expr | undefined) => (one ? print(context, one, depth + 1) : "…");
  switch (expr.kind) {
    case "const":
      return String(expr.value);
    case "local":
      return printLocal(context, expr.local, depth);
    case "length":
      return `${inner(expr.span)}.length`;
    case "load":
      return inner(expr.place);
    case "element":
      return `${context.module.sites[expr.site]?.name ?? inner(expr.base)}[${inner(expr.index)}]`;
    case "field":
      return inner(expr.base);
    case "dereference":
      return context.module.sites[expr.site]?.name ?? inner(expr.pointer);
    case "global":
      return context.module.globals[expr.global]?.name ?? "…";
    case "builtin":
      return `Math.${expr.builtin}(${expr.args.map(inner).join(", ")})`;
    case "query":
      if (expr.query === "globalOffset") return "the range's offset";
      return expr.query === "globalSize" ? "the range's size" : "the work-item's index";
    case "op":
      return printOp(expr, inner);
    default:
      return "…";
  }
}

function printOp({ op, type, args }: Extract<Expr, { kind: "op" }>, inner: (one: Expr | undefined) => string): string {
  const [a, b, c] = args;
  const own = infix[op];
  const nested = (one: Expr | undefined) => {
    const operand = withoutConversions(one);
    const level = operand?.kind === "op" ? infix[operand.op]?.level : undefined;
    const least = (own?.level ?? 8) + (one === a ? 0 : 1);
    return level !== undefined && level < least ? `(${inner(one)})` : inner(one);
  };
  if (op === "select") return `${nested(a)} ? ${nested(b)} : ${nested(c)}`;
  if (op === "neg" || op === "not") return `${op === "neg" ? "-" : type === "bool" ? "!" : "~"}${nested(a)}`;
  if (op === "floordiv") return `Math.floor(${nested(a)} / ${nested(b)})`;
  if (type === "bool" && (op === "and" || op === "or")) return `${inner(a)} ${op === "and" ? "&&" : "||"} ${inner(b)}`;
  if (own && b) return `${nested(a)} ${own.sign} ${nested(b)}`;
  const name = functions[op];
  return name ? `${name}(${args.map(inner).join(", ")})` : inner(a);
}

/** The expression to print: conversions are left out. */
function withoutConversions(expr: Expr | undefined): Expr | undefined {
  if (expr?.kind !== "op" || infix[expr.op] || functions[expr.op] || prefixed.has(expr.op)) return expr;
  return withoutConversions(expr.args[0]);
}

/** An unnamed local holds part of an expression. */
function printLocal(context: Described, local: number, depth: number): string {
  const { fn, assignments } = context.facts;
  const name = fn.locals[local]?.name;
  if (name) return name;
  const [only, ...others] = assignments[local] ?? [];
  return only?.value && others.length === 0 ? print(context, only.value, depth + 1) : "…";
}
