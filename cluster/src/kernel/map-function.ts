// Rebuilds a function's body: maps each expression by `expr`, after its operands, and each statement by `stmt`, after its blocks.

import type { Block, Expr, Stmt } from "@lanewise/ir";

export interface NodeMap {
  /** Maps an expression whose operands are already mapped. */
  readonly expr: (expr: Expr) => Expr;
  /** Returns the statement's replacement. */
  readonly stmt: (stmt: Stmt) => readonly Stmt[];
  /** Maps locals that statements write. */
  readonly local: (local: number) => number;
}

export function mapBlock(block: Block, map: NodeMap): Block {
  return block.flatMap((stmt) => map.stmt(mapStmt(stmt, map)));
}

function mapExpr(expr: Expr, map: NodeMap): Expr {
  const inner = (one: Expr) => mapExpr(one, map);
  switch (expr.kind) {
    case "op":
    case "builtin":
      return map.expr({ ...expr, args: expr.args.map(inner) });
    case "element":
      return map.expr({ ...expr, base: inner(expr.base), index: inner(expr.index) });
    case "field":
      return map.expr({ ...expr, base: inner(expr.base) });
    case "dereference":
      return map.expr({ ...expr, pointer: inner(expr.pointer) });
    case "load":
    case "pointer":
      return map.expr({ ...expr, place: inner(expr.place) });
    case "length":
      return map.expr({ ...expr, span: inner(expr.span) });
    case "const":
    case "local":
    case "query":
    case "global":
    case "address":
      return map.expr(expr);
  }
}

function mapStmt(stmt: Stmt, map: NodeMap): Stmt {
  const expr = (one: Expr) => mapExpr(one, map);
  const optional = (one: Expr | undefined) => one && mapExpr(one, map);
  const result = (one: number | undefined) => (one === undefined ? undefined : map.local(one));
  const block = (one: Block) => mapBlock(one, map);
  switch (stmt.kind) {
    case "set":
      return { ...stmt, local: map.local(stmt.local), value: expr(stmt.value) };
    case "store":
      return { ...stmt, place: expr(stmt.place), value: expr(stmt.value) };
    case "atomic": {
      const [value, expected] = [optional(stmt.value), optional(stmt.expected)];
      return { ...stmt, result: result(stmt.result), place: expr(stmt.place), value, expected };
    }
    case "call":
      return { ...stmt, result: result(stmt.result), args: stmt.args.map(expr) };
    case "if":
      // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
      return { ...stmt, condition: expr(stmt.condition), then: block(stmt.then), else: block(stmt.else) };
    case "loop": {
      const { header, condition, body, update } = stmt;
      return { ...stmt, header: block(header), condition: expr(condition), body: block(body), update: block(update) };
    }
    case "block":
      return { ...stmt, body: block(stmt.body) };
    case "return":
      return { ...stmt, value: optional(stmt.value) };
    case "subGroup":
      return { ...stmt, result: map.local(stmt.result), value: expr(stmt.value), lane: optional(stmt.lane) };
    case "break":
    case "continue":
    case "barrier":
    case "fail":
    case "debugger":
      return stmt;
  }
}
