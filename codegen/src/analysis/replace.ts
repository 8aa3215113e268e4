// Rewrites the expressions of a block: the caller's replacements are substituted; other expressions are rebuilt only where something in them changed.
// The `with…` functions rebuild one level and leave the levels below to the caller.

import { type Block, type Expr, expressionsOf, operandsOf, type Stmt } from "@lanewise/ir";

/** Undefined keeps the expression and visits its operands. */
type Replacement = (expr: Expr) => Expr | undefined;

export function replaceInBlock(block: Block, replacement: Replacement): Block {
  return block.map((stmt) => replaceInStmt(stmt, replacement));
}

export function replaceInExpr(expr: Expr, replacement: Replacement): Expr {
  return replacement(expr) ?? withOperands(expr, (one) => replaceInExpr(one, replacement));
}

function replaceInStmt(stmt: Stmt, replacement: Replacement): Stmt {
  const own = withExpressions(stmt, (one) => replaceInExpr(one, replacement));
  return withBlocks(own, (block) => replaceInBlock(block, replacement));
}

/** The expression with its operands mapped, in evaluation order. */
export function withOperands(expr: Expr, map: (operand: Expr) => Expr): Expr {
  if (operandsOf(expr).length === 0) return expr;
  switch (expr.kind) {
    case "op":
    case "builtin":
      return { ...expr, args: expr.args.map(map) };
    case "element": {
      const base = map(expr.base);
      const index = map(expr.index);
      return expr.exact ? { ...expr, base, index, exact: map(expr.exact) } : { ...expr, base, index };
    }
    case "field":
      return { ...expr, base: map(expr.base) };
    case "dereference":
      return { ...expr, pointer: map(expr.pointer) };
    case "load":
    case "pointer":
      return { ...expr, place: map(expr.place) };
    case "length":
      return { ...expr, span: map(expr.span) };
    default:
      return expr;
  }
}

/** The statement with its own expressions mapped and its blocks unchanged. */
export function withExpressions(stmt: Stmt, map: (expr: Expr) => Expr): Stmt {
  if (expressionsOf(stmt).length === 0) return stmt;
  switch (stmt.kind) {
    case "set":
      return { ...stmt, value: map(stmt.value) };
    case "store": {
      const place = map(stmt.place);
      return { ...stmt, place, value: map(stmt.value) };
    }
    case "atomic": {
      const place = map(stmt.place);
      const value = stmt.value && map(stmt.value);
      return { ...stmt, place, value, expected: stmt.expected && map(stmt.expected) };
    }
    case "call":
      return { ...stmt, args: stmt.args.map(map) };
    case "subGroup": {
      const value = map(stmt.value);
      return { ...stmt, value, lane: stmt.lane && map(stmt.lane) };
    }
    case "if":
    case "loop":
      return { ...stmt, condition: map(stmt.condition) };
    case "return":
      return { ...stmt, value: stmt.value && map(stmt.value) };
    default:
      return stmt;
  }
}

/** The statement with its blocks mapped, in source order. */
export function withBlocks(stmt: Stmt, map: (block: Block) => Block): Stmt {
  switch (stmt.kind) {
    case "if": {
      const whenTrue = map(stmt.then);
      // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
      return { ...stmt, then: whenTrue, else: map(stmt.else) };
    }
    case "loop": {
      const header = map(stmt.header);
      const body = map(stmt.body);
      return { ...stmt, header, body, update: map(stmt.update) };
    }
    case "block":
      return { ...stmt, body: map(stmt.body) };
    default:
      return stmt;
  }
}
