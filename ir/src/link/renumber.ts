// Moves a function to another module, whose tables have other numbers and whose structs may have other names. Used by link-modules.ts; changes
// nothing else in the function.

import { loggedSite } from "../abi/index.js";
import type { Block, DataType, Expr, Fn, Global, Position, Stmt, Type } from "../module/index.js";

/** Maps the old module's numbers and names to the new one's. */
export interface Numbering {
  /** The old module's globals, which identify its console. */
  readonly globals: readonly Global[];
  readonly structName: (name: string) => string;
  readonly functionIndex: (index: number) => number;
  readonly globalIndex: (index: number) => number;
  readonly siteIndex: (index: number) => number;
  readonly fileIndex: (index: number) => number;
}

export function renumberType<T extends Type>(type: T, to: Pick<Numbering, "structName">): T {
  const given: Type = type;
  // The result is the same kind of type, with other names.
  return renamed(given, to) as T;
}

function renamed(type: Type, to: Pick<Numbering, "structName">): Type {
  if (typeof type === "string") return type;
  switch (type.kind) {
    case "struct":
      return { kind: "struct", name: to.structName(type.name) };
    case "array":
      return { ...type, element: renumberType<DataType>(type.element, to) };
    case "span":
      return { ...type, element: renumberType<DataType>(type.element, to) };
    case "ref":
      return { ...type, to: renumberType<DataType>(type.to, to) };
  }
}

export function renumberPosition(at: Position, to: Pick<Numbering, "fileIndex">): Position {
  return { ...at, file: to.fileIndex(at.file) };
}

/** Moves a function; `symbol` is its symbol there. */
export function renumberFunction(fn: Fn, symbol: string, linkage: Fn["linkage"], to: Numbering): Fn {
  return {
    ...fn,
    symbol,
    linkage,
    locals: fn.locals.map((local) => {
      const { isReadonly, ...rest } = { ...local, type: renumberType(local.type, to) };
      const isKnownToOthers = linkage === "exported" || linkage === "imported";
      return isReadonly && isKnownToOthers ? { ...rest, isReadonly } : rest;
    }),
    result: fn.result === "void" ? "void" : renumberType(fn.result, to),
    body: renumberBlock(fn.body, to),
    at: renumberPosition(fn.at, to),
    ...(fn.compiled && { compiled: { ...fn.compiled, sites: fn.compiled.sites.map(to.siteIndex) } }),
  };
}

function renumberBlock(block: Block, to: Numbering): Block {
  return block.map((stmt) => renumberStmt(stmt, to));
}

function renumberStmt(stmt: Stmt, to: Numbering): Stmt {
  const expr = (one: Expr): Expr => renumberExpr(one, to);
  const optional = (one: Expr | undefined) => one && expr(one);
  const place = "at" in stmt && stmt.at ? { at: renumberPosition(stmt.at, to) } : {};
  switch (stmt.kind) {
    case "set":
      return { ...stmt, value: expr(stmt.value), ...place };
    case "store": {
      const site = loggedSite(stmt, to.globals);
      const value: Expr =
        site === undefined ? expr(stmt.value) : { kind: "const", type: "u32", value: to.siteIndex(site) + 1 };
      return { ...stmt, place: expr(stmt.place), value, at: renumberPosition(stmt.at, to) };
    }
    case "atomic":
      return {
        ...stmt,
        place: expr(stmt.place),
        value: optional(stmt.value),
        expected: optional(stmt.expected),
        at: renumberPosition(stmt.at, to),
      };
    case "call":
      return {
        ...stmt,
        function: to.functionIndex(stmt.function),
        args: stmt.args.map(expr),
        at: renumberPosition(stmt.at, to),
      };
    case "if":
      return {
        ...stmt,
        condition: expr(stmt.condition),
        // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
        then: renumberBlock(stmt.then, to),
        else: renumberBlock(stmt.else, to),
        ...place,
      };
    case "loop":
      return {
        ...stmt,
        header: renumberBlock(stmt.header, to),
        condition: expr(stmt.condition),
        body: renumberBlock(stmt.body, to),
        update: renumberBlock(stmt.update, to),
        at: renumberPosition(stmt.at, to),
      };
    case "block":
      return { ...stmt, body: renumberBlock(stmt.body, to) };
    case "return":
      return { ...stmt, value: optional(stmt.value), ...place };
    case "barrier":
    case "debugger":
      return { ...stmt, at: renumberPosition(stmt.at, to) };
    case "subGroup":
      return { ...stmt, value: expr(stmt.value), lane: optional(stmt.lane), site: to.siteIndex(stmt.site) };
    case "fail":
      return { ...stmt, site: to.siteIndex(stmt.site) };
    case "break":
    case "continue":
      return { ...stmt, ...place };
  }
}

function renumberExpr(expr: Expr, to: Numbering): Expr {
  const inner = (one: Expr): Expr => renumberExpr(one, to);
  switch (expr.kind) {
    case "const":
    case "query":
      return expr;
    case "local":
    case "address":
      return { ...expr, type: renumberType(expr.type, to) } as Expr; // the same node with the same kind of type
    case "op":
    case "builtin":
      return { ...expr, args: expr.args.map(inner) };
    case "global":
      return { ...expr, type: renumberType(expr.type, to), global: to.globalIndex(expr.global) };
    case "element":
      return {
        ...expr,
        type: renumberType(expr.type, to),
        base: inner(expr.base),
        index: inner(expr.index),
        site: to.siteIndex(expr.site),
      };
    case "field":
      return { ...expr, type: renumberType(expr.type, to), base: inner(expr.base) };
    case "load":
    case "pointer":
      return { ...expr, place: inner(expr.place) };
    case "dereference":
      return {
        ...expr,
        type: renumberType(expr.type, to),
        pointer: inner(expr.pointer),
        site: to.siteIndex(expr.site),
      };
    case "length":
      return { ...expr, span: inner(expr.span) };
  }
}
