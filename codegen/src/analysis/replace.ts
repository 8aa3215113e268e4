// Rewrites the expressions of a block: what the caller gives for an expression takes its place; others are rebuilt only
// where something in them changed.

import type { Block, Expr, Stmt } from "@lanewise/ir";

/** Undefined keeps the expression and looks into it. */
type Replacement = (expr: Expr) => Expr | undefined;

export function replaceInBlock(block: Block, replacement: Replacement): Block {
  return block.map((stmt) => replaceInStmt(stmt, replacement));
}

function replaceInExpr(expr: Expr, replacement: Replacement): Expr {
  const inside = (one: Expr) => replaceInExpr(one, replacement);
  const replaced = replacement(expr);
  if (replaced) return replaced;
  switch (expr.kind) {
    case "op":
    case "builtin":
      return { ...expr, args: expr.args.map(inside) };
    case "element":
      return { ...expr, base: inside(expr.base), index: inside(expr.index) };
    case "field":
      return { ...expr, base: inside(expr.base) };
    case "load":
      return { ...expr, place: inside(expr.place) };
    case "length":
      return { ...expr, span: inside(expr.span) };
    default:
      return expr;
  }
}

function replaceInStmt(stmt: Stmt, replacement: Replacement): Stmt {
  const expr = (one: Expr) => replaceInExpr(one, replacement);
  const maybe = (one: Expr | undefined) => one && expr(one);
  const block = (one: Block) => replaceInBlock(one, replacement);
  switch (stmt.kind) {
    case "set":
      return { ...stmt, value: expr(stmt.value) };
    case "store":
      return { ...stmt, place: expr(stmt.place), value: expr(stmt.value) };
    case "atomic":
      return { ...stmt, place: expr(stmt.place), value: maybe(stmt.value), expected: maybe(stmt.expected) };
    case "call":
      return { ...stmt, args: stmt.args.map(expr) };
    case "if":
      // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
      return { ...stmt, condition: expr(stmt.condition), then: block(stmt.then), else: block(stmt.else) };
    case "loop": {
      const [header, body, update] = [block(stmt.header), block(stmt.body), block(stmt.update)];
      return { ...stmt, header, condition: expr(stmt.condition), body, update };
    }
    case "block":
      return { ...stmt, body: block(stmt.body) };
    case "return":
      return { ...stmt, value: maybe(stmt.value) };
    default:
      return stmt;
  }
}
