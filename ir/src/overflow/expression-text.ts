// Renders an expression roughly as the source has it, for messages: `v * 10 + (t[k] - 48)`. Leaves out implicit conversions.

import {
  builtins,
  type Expr,
  type Fn,
  findStruct,
  forEachStmt,
  isLeftToEngine,
  isRestated,
  type Module,
  type Op,
  resultOf,
} from "../module/index.js";

type OpExpr = Extract<Expr, { kind: "op" }>;

/** Longer texts are cut, with dots. */
const LONGEST = 80;

/** Maximum depth for looking into unnamed locals. */
const DEEPEST = 8;

/** Each operator with its binding strength. */
const infix: Partial<Record<Op, readonly [text: string, binding: number]>> = {
  mul: ["*", 8],
  div: ["/", 8],
  rem: ["%", 8],
  add: ["+", 7],
  sub: ["-", 7],
  shl: ["<<", 6],
  shr: [">>", 6],
  lt: ["<", 5],
  le: ["<=", 5],
  gt: [">", 5],
  ge: [">=", 5],
  eq: ["===", 4],
  ne: ["!==", 4],
  and: ["&", 3],
  xor: ["^", 2],
  or: ["|", 1],
};
const logical: Partial<Record<Op, string>> = { and: "&&", or: "||", xor: "!==" };
/** Functions of `lanewise`. */
const ofLibrary: Partial<Record<Op, string>> = { popcnt: "popcount", ctz: "ctz", clz: "clz", rotl: "rotate" };
const OPERAND = 10;

export type ExpressionText = (expr: Expr, operands?: readonly string[]) => string;

/** Returns the renderer for a function's expressions. `operands`, if given, replace the expression's own. */
export function textsIn(fn: Fn, module: Module): ExpressionText {
  const temporaries = temporariesOf(fn);
  let depth = 0;
  const operand = (expr: Expr, binding: number): string => {
    const [text, own] = textOf(expr);
    return own < binding ? `(${text})` : text;
  };
  const call = (name: string, args: readonly Expr[]): [string, number] => [
    `${name}(${args.map((arg) => textOf(arg)[0]).join(", ")})`,
    OPERAND,
  ];
  const textOf = (expr: Expr, given?: readonly string[]): [text: string, binding: number] => {
    switch (expr.kind) {
      case "const":
        return [`${expr.value}${typeof expr.value === "bigint" ? "n" : ""}`, OPERAND];
      case "local":
      case "address": {
        const name = fn.locals[expr.local]?.name;
        const value = name ? undefined : temporaries.get(expr.local);
        if (!value || depth > DEEPEST) return [name || "…", OPERAND];
        depth++;
        const text = textOf(value);
        depth--;
        return text;
      }
      case "op":
        return textOfOp(expr, given);
      case "builtin":
        if (given) return [`Math.${builtins[expr.builtin].math}(${given.join(", ")})`, OPERAND];
        return call(`Math.${builtins[expr.builtin].math}`, expr.args);
      case "query":
        return [expr.query, OPERAND];
      case "global":
        return [module.globals[expr.global]?.name ?? "…", OPERAND];
      case "element": {
        const name = module.sites[expr.site]?.name;
        return [`${name ?? textOf(expr.base)[0]}[${textOf(expr.index)[0]}]`, OPERAND];
      }
      case "field":
        return [`${operand(expr.base, OPERAND)}${fieldName(expr, module)}`, OPERAND];
      case "dereference":
        return [module.sites[expr.site]?.name ?? "…", OPERAND];
      case "load":
      case "pointer":
        return textOf(expr.place);
      case "length":
        return [`${operand(expr.span, OPERAND)}.length`, OPERAND];
    }
  };
  const textOfOp = (expr: OpExpr, given?: readonly string[]): [string, number] => {
    const { op, args, type } = expr;
    const [a, b, c] = args;
    if (!a) return ["…", OPERAND];
    if (isLeftToEngine(expr)) return a.kind === "builtin" ? call("Math.hypot", sidesOf(a)) : textOf(a);
    if (isRestated(expr) && a.kind === "op" && op === "reinterpret") {
      return given ? [`Math.imul(${given.join(", ")})`, OPERAND] : call("Math.imul", a.args);
    }
    if (isRestated(expr) && op === "saturate" && a.kind === "op") {
      const [kept] = a.op === "shr" && a.args[0]?.kind === "op" ? a.args[0].args : a.args;
      return given ? [given.join(), OPERAND] : textOf(kept ?? a);
    }
    const as = (arg: Expr, index: number, binding: number): string => given?.[index] ?? operand(arg, binding);
    if (op === "wrap" && (isRestated(expr) || a.type === "f64" || a.type === "f32")) {
      return type === "u32" ? [`${as(a, 0, 6)} >>> 0`, 6] : [`${as(a, 0, 2)} | 0`, 1];
    }
    if (op === "convert" && type === "f32") return [`f32(${as(a, 0, 0)})`, OPERAND];
    if (op === "saturate") return [`${type}(${as(a, 0, 0)})`, OPERAND];
    if (op === "convert" || op === "wrap" || op === "index" || op === "reinterpret")
      return given ? [as(a, 0, 0), OPERAND] : textOf(a);
    if (op === "select" && b && c) return [`${as(a, 0, 1)} ? ${as(b, 1, 1)} : ${as(c, 2, 1)}`, 0];
    const row = infix[op];
    if (row && b) {
      const [sign, binding] = row;
      const text =
        type === "bool" && a.type === "bool" ? (logical[op] ?? sign) : op === "shr" && type === "u32" ? ">>>" : sign;
      return [`${as(a, 0, binding)} ${text} ${as(b, 1, binding + 1)}`, binding];
    }
    if (op === "neg") return [`-${as(a, 0, 9).replace(/^-.*/, "($&)")}`, 9];
    if (op === "not") return [`${a.type === "bool" ? "!" : "~"}${as(a, 0, 9)}`, 9];
    if (op === "floordiv" && b) return [`Math.floor(${as(a, 0, 8)} / ${as(b, 1, 9)})`, OPERAND];
    const name =
      op === "clz" && type === "i32" ? "Math.clz32" : (ofLibrary[op] ?? `Math.${op === "nearest" ? "round" : op}`);
    return given ? [`${name}(${given.join(", ")})`, OPERAND] : call(name, args);
  };
  return (expr, operands) => {
    const [text] = textOf(expr, operands);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
  };
}

/** The arguments of `Math.hypot(a, b, c)`, which is lowered to nested calls with two. */
function sidesOf(expr: Expr): readonly Expr[] {
  if (expr.kind === "op" && expr.op === "abs") return expr.args;
  if (expr.kind !== "builtin") return [expr];
  const [first, ...rest] = expr.args;
  return first ? [...sidesOf(first), ...rest] : [];
}

function fieldName(expr: Extract<Expr, { kind: "field" }>, module: Module): string {
  const { type } = expr.base;
  const struct = typeof type === "object" && type.kind === "ref" ? type.to : undefined;
  const name = typeof struct === "object" && struct.kind === "struct" ? struct.name : "";
  return `.${findStruct(name, module.structs)?.fields[expr.field]?.name ?? "…"}`;
}

/** The values of unnamed locals that are set exactly once. */
function temporariesOf(fn: Fn): ReadonlyMap<number, Expr> {
  const values = new Map<number, Expr | undefined>();
  forEachStmt(fn.body, (stmt) => {
    const local = resultOf(stmt);
    if (local === undefined || fn.locals[local]?.name) return;
    values.set(local, stmt.kind === "set" && !values.has(local) ? stmt.value : undefined);
  });
  return new Map([...values].filter((entry): entry is [number, Expr] => entry[1] !== undefined));
}
