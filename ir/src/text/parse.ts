// Reads the text form that print.ts writes. Checks the syntax only; the verifier checks what the module means. Errors are IrSyntaxError, with line
// and column.

import {
  type AtomicOp,
  atomicOps,
  type Block,
  combinations,
  type Fn,
  type Global,
  isValueScalar,
  type Linkage,
  type Local,
  type MemoryOrder,
  type MemoryScope,
  type Module,
  type Position,
  type Site,
  type Stmt,
  type StructDefinition,
  type SubGroupOp,
  subGroupOps,
  typeName,
} from "../module/index.js";
import { Cursor } from "./cursor.js";
import type { Token } from "./lex.js";
import { checkName, type ExprScope, parseExpr, parseLocal, parseSite } from "./parse-expr.js";

export interface ParsedModule {
  readonly module: Module;
  /** The line, from 1, on which each node begins. */
  readonly lines: ReadonlyMap<object, number>;
}

export function parseModule(text: string): Module {
  return parseModuleWithLines(text).module;
}

export function parseModuleWithLines(text: string): ParsedModule {
  const cursor = new Cursor(text);
  const lines = new Map<object, number>();
  cursor.expect("module");
  const module = {
    name: cursor.string(),
    files: [] as string[],
    structs: [] as StructDefinition[],
    globals: [] as Global[],
    sites: [] as Site[],
    functions: [] as Fn[],
  };
  const onNode = (node: object, token: Token) => lines.set(node, token.line);
  /** Names of called functions, checked at the end because they may be declared further down. */
  const checks: (() => void)[] = [];
  const scope: StmtScope = { cursor, module, locals: [], onNode, checks };
  while (cursor.token.kind !== "end") {
    const { token } = cursor;
    onNode(parseEntry(scope, module), token);
  }
  for (const check of checks) check();
  return { module, lines };
}

interface StmtScope extends ExprScope {
  readonly checks: (() => void)[];
}
type Mutable<T> = { [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };

/** Parses one declaration into the module; returns its node. */
function parseEntry(scope: StmtScope, module: Mutable<Module>): object {
  const { cursor } = scope;
  const append = <T>(table: T[], item: T): T => {
    table.push(item);
    return item;
  };
  switch (cursor.word(["file", "struct", "global", "site", "fn"], "a declaration")) {
    case "file":
      module.files.push(cursor.string());
      return module.files;
    case "struct":
      return append(module.structs, parseStruct(cursor));
    case "global":
      return append(module.globals, parseGlobal(cursor, module.globals.length));
    case "site":
      return append(module.sites, parseDeclaredSite(cursor, module.sites.length));
    case "fn":
      return append(module.functions, parseFunction(scope, module.functions.length));
  }
}

function parseStruct(cursor: Cursor): StructDefinition {
  const name = cursor.string();
  const fields = cursor.list("{", "}", () => {
    const field = cursor.string();
    cursor.expect(":");
    return { name: field, type: cursor.dataType() };
  });
  return { name, fields };
}

function parseGlobal(cursor: Cursor, index: number): Global {
  const name = cursor.declared("$", index);
  const id = cursor.string();
  cursor.expect(":");
  const type = cursor.dataType();
  const storage = cursor.word(["device", "image", "constant", "imported", "local", "specialization"], "a storage");
  const hostAccess = cursor.word(["read", "write", "read_write", "none"], "a host access");
  const at = cursor.position();
  const initial = cursor.skip("=") ? parseBytes(cursor) : undefined;
  return { id, name, type, initial, storage, hostAccess, at };
}

function parseBytes(cursor: Cursor): Uint8Array {
  const { token } = cursor;
  const hex = cursor.string();
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) cursor.fail("expected bytes as hexadecimal digits", token);
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

function parseDeclaredSite(cursor: Cursor, index: number): Site {
  const name = cursor.declared("!", index);
  return {
    kind: cursor.word(
      ["bounds", "assert", "reference", "barrier", "log", "nullCall", "unknownCall", "circularCall"],
      "a kind of site",
    ),
    name,
    at: cursor.position(),
  };
}

const linkages: readonly Linkage[] = ["kernel", "internal", "exported", "imported", "reference", "dispatch", "foreign"];

function parseFunction(scope: StmtScope, index: number): Fn {
  const { cursor } = scope;
  const name = cursor.declared("#", index);
  const linkage = cursor.word(linkages, "a linkage");
  const symbol = cursor.string();
  const dimensions = cursor.skip("range") ? parseDimensions(cursor) : 0;
  const locals: Local[] = [];
  const specialized: number[] = [];
  const declare = (): void => {
    const { token } = cursor;
    const local = cursor.declared("%", locals.length);
    cursor.expect(":");
    const isLocal = cursor.skip("local");
    const isReadonly = cursor.skip("readonly");
    const declared: Local = {
      name: local,
      type: cursor.type(),
      ...(isLocal && { isLocal }),
      ...(isReadonly && { isReadonly }),
    };
    scope.onNode(declared, token);
    locals.push(declared);
    if (cursor.skip("specialized")) specialized.push(locals.length - 1);
  };
  const parameters = cursor.list("(", ")", declare).length;
  const result = cursor.skip("->") ? parseResult(cursor) : "void";
  const at = cursor.position();
  cursor.expect("{");
  while (cursor.skip("local")) declare();
  const body = parseStatements({ ...scope, locals });
  const fn: Fn = { symbol, name, linkage, dimensions, parameters, locals, result, body, at };
  return specialized.length > 0 ? { ...fn, specialized } : fn;
}

function parseDimensions(cursor: Cursor): 1 | 2 | 3 {
  const { token } = cursor;
  const found = cursor.integer();
  return found === 1 || found === 2 || found === 3 ? found : cursor.fail("a range has 1, 2 or 3 dimensions", token);
}

function parseResult(cursor: Cursor): Fn["result"] {
  const { token } = cursor;
  const type = cursor.type();
  if (isValueScalar(type)) return type;
  if (typeof type === "object" && (type.kind === "ref" || type.kind === "span")) return type;
  return cursor.fail(`no function has the result ${typeName(type)}`, token);
}

function parseBlock(scope: StmtScope): Block {
  scope.cursor.expect("{");
  return parseStatements(scope);
}

/** Statements up to the closing brace. */
function parseStatements(scope: StmtScope): Block {
  const { cursor, onNode } = scope;
  const block: Stmt[] = [];
  while (!cursor.skip("}")) {
    const { token } = cursor;
    const stmt = cursor.nested(() => statements[cursor.word(kinds, "a statement")](scope));
    onNode(stmt, token);
    block.push(stmt);
  }
  return block;
}

const orders: readonly MemoryOrder[] = ["relaxed", "acquire", "release", "acquireRelease", "sequential"];
const scopes: readonly MemoryScope[] = ["workItem", "subGroup", "workGroup", "device", "system"];
// The table is a literal, which has exactly the keys of its type.
const atomicNames = Object.keys(atomicOps) as AtomicOp[];
const subGroupNames = Object.keys(subGroupOps) as SubGroupOp[];

const statements: { readonly [K in Stmt["kind"]]: (scope: StmtScope) => Stmt } = {
  set: (scope) => {
    const local = parseLocal(scope);
    scope.cursor.expect("=");
    return { kind: "set", local, value: parseExpr(scope), ...parsePlace(scope) };
  },
  store: (scope) => {
    const place = parseExpr(scope);
    scope.cursor.expect("=");
    return { kind: "store", place, value: parseExpr(scope), at: scope.cursor.position() };
  },
  atomic: (scope) => {
    const { cursor } = scope;
    const op = cursor.word(atomicNames, "an atomic operation");
    const place = parseExpr(scope);
    const value = cursor.skip("value") ? parseExpr(scope) : undefined;
    const expected = cursor.skip("expected") ? parseExpr(scope) : undefined;
    const result = parseResultLocal(scope);
    const order = cursor.word(orders, "a memory order");
    const memoryScope = cursor.word(scopes, "a memory scope");
    return { kind: "atomic", op, result, place, value, expected, order, scope: memoryScope, at: cursor.position() };
  },
  call: (scope) => {
    const { cursor, module, checks } = scope;
    const callee = cursor.name("#");
    checks.push(() => checkName(callee, module.functions[callee.index]?.name, cursor));
    const args = cursor.list("(", ")", () => parseExpr(scope));
    return { kind: "call", result: parseResultLocal(scope), function: callee.index, args, at: cursor.position() };
  },
  if: (scope) => {
    const place = parsePlace(scope);
    const condition = parseExpr(scope);
    const whenTrue = parseBlock(scope);
    const whenFalse = scope.cursor.skip("else") ? parseBlock(scope) : [];
    // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
    return { kind: "if", condition, then: whenTrue, else: whenFalse, ...place };
  },
  loop: (scope) => {
    const { cursor } = scope;
    const label = cursor.label();
    const at = cursor.position();
    const header = cursor.isAt("{") ? parseBlock(scope) : [];
    cursor.expect("while");
    const condition = parseExpr(scope);
    const body = parseBlock(scope);
    const update = cursor.skip("update") ? parseBlock(scope) : [];
    return { kind: "loop", label, header, condition, body, update, at };
  },
  block: (scope) => ({ kind: "block", label: scope.cursor.label(), body: parseBlock(scope) }),
  break: (scope) => ({ kind: "break", label: scope.cursor.label(), ...parsePlace(scope) }),
  continue: (scope) => ({ kind: "continue", label: scope.cursor.label(), ...parsePlace(scope) }),
  return: (scope) => {
    const value = isAtExpr(scope.cursor) ? parseExpr(scope) : undefined;
    return { kind: "return", value, ...parsePlace(scope) };
  },
  barrier: ({ cursor }) => ({
    kind: "barrier",
    scope: cursor.word(["subGroup", "workGroup"], "a barrier's scope"),
    call: cursor.skip("of") ? cursor.string() : "",
    at: cursor.position(),
  }),
  subGroup: (scope) => {
    const { cursor } = scope;
    const op = cursor.word(subGroupNames, "an operation of sub-groups");
    const combination = subGroupOps[op].isShuffle ? undefined : cursor.word(combinations, "what combines values");
    const value = parseExpr(scope);
    const lane = cursor.skip("lane") ? parseExpr(scope) : undefined;
    cursor.expect("->");
    const result = parseLocal(scope);
    return { kind: "subGroup", op, combination, result, value, lane, site: parseSite(scope) };
  },
  fail: (scope) => ({ kind: "fail", site: parseSite(scope) }),
  debugger: ({ cursor }) => ({ kind: "debugger", at: cursor.position() }),
};
// The table is a literal, which has exactly the keys of its type.
const kinds = Object.keys(statements) as Stmt["kind"][];

function parseResultLocal(scope: StmtScope): number | undefined {
  return scope.cursor.skip("->") ? parseLocal(scope) : undefined;
}

/** Statements never begin like an expression. */
function isAtExpr(cursor: Cursor): boolean {
  const words: readonly string[] = kinds;
  return !cursor.isAt("}") && cursor.token.kind !== "position" && !words.includes(cursor.token.text);
}

/** The optional position of a statement that cannot fail. */
function parsePlace({ cursor }: StmtScope): { readonly at?: Position } {
  return cursor.token.kind === "position" ? { at: cursor.position() } : {};
}
