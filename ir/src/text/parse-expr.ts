// Parses the expressions of the text form; print.ts shows how they look. A type the text leaves out follows from the operands; if they give none, the
// text must state one, so that a faulty module can be written down for the verifier.

import {
  builtins,
  type Expr,
  isAggregate,
  isValueScalar,
  type Local,
  type Module,
  type Op,
  ops,
  type Query,
  queries,
  type RefType,
  refTo,
  type Type,
  type TypeContext,
  typeName,
  typeOf,
  type ValueScalar,
} from "../module/index.js";
import { type Cursor, isScalarName, type Name } from "./cursor.js";
import type { Token } from "./lex.js";
import { fieldName } from "./print.js";

export interface ExprScope {
  readonly cursor: Cursor;
  /** The part parsed so far. */
  readonly module: Module;
  readonly locals: readonly Local[];
  /** Called with each node and its token. */
  readonly onNode: (node: object, token: Token) => void;
}

export function parseExpr(scope: ExprScope): Expr {
  return scope.cursor.nested(() => {
    let expr = parsePrimary(scope);
    for (let next = parsePostfix(expr, scope); next; next = parsePostfix(expr, scope)) expr = next;
    return expr;
  });
}

/** The index of the local, global, field or site; a name, if given, must match. */
export function checkName(found: Name, expected: string | undefined, cursor: Cursor): number {
  if (found.name !== "" && expected !== undefined && found.name !== expected)
    cursor.fail(`number ${found.index} is called ${JSON.stringify(expected)} here`, found.token);
  return found.index;
}

export function parseLocal({ cursor, locals }: ExprScope): number {
  const found = cursor.name("%");
  return checkName(found, locals[found.index]?.name, cursor);
}

export function parseSite({ cursor, module }: ExprScope): number {
  const found = cursor.name("!");
  return checkName(found, module.sites[found.index]?.name, cursor);
}

/** The node with the type stated after a colon, or the one its operands give. */
function typed(scope: ExprScope, token: Token, node: Expr): Expr {
  const { cursor, module, locals, onNode } = scope;
  const context: TypeContext = { structs: module.structs, globals: module.globals, locals };
  const judgement = typeOf(node, context);
  const stated = cursor.skip(":") ? cursor.type() : undefined;
  const type = stated ?? ("type" in judgement ? judgement.type : undefined);
  if (type === undefined) return cursor.fail("problem" in judgement ? judgement.problem : "", token);
  const result = withType(node, type) ?? cursor.fail(`a ${node.kind} has no type ${typeName(type)}`, token);
  onNode(result, token);
  return result;
}

const isRef = (type: Type): type is RefType => typeof type === "object" && type.kind === "ref";

/** Undefined if nodes of this kind never have such a type. */
function withType(node: Expr, type: Type): Expr | undefined {
  switch (node.kind) {
    case "local":
      return { ...node, type };
    case "builtin":
      return type === "f32" || type === "f64" ? { ...node, type } : undefined;
    case "query":
    case "length":
      return type === "i32" ? { ...node, type } : undefined;
    case "pointer":
      return type === "u64" ? { ...node, type } : undefined;
    case "global":
    case "address":
    case "element":
    case "field":
    case "dereference":
      return isRef(type) ? { ...node, type } : undefined;
    default:
      return isValueScalar(type) ? { ...node, type } : undefined;
  }
}

function parsePostfix(base: Expr, scope: ExprScope): Expr | undefined {
  const { cursor, module } = scope;
  const { token } = cursor;
  const type = refTo("i32");
  if (cursor.skip("[")) {
    const index = parseExpr(scope);
    cursor.expect("]");
    return typed(scope, token, { kind: "element", type, base, index, site: parseSite(scope) });
  }
  if (!cursor.isName("->")) return undefined;
  const found = cursor.name("->");
  const field = checkName(found, fieldName(base.type, found.index, module), cursor);
  return typed(scope, token, { kind: "field", type, base, field });
}

function parsePrimary(scope: ExprScope): Expr {
  const { cursor, module, locals } = scope;
  const { token } = cursor;
  if (cursor.isName("%")) {
    const local = parseLocal(scope);
    return typed(scope, token, { kind: "local", type: locals[local]?.type ?? "i32", local });
  }
  if (cursor.isName("$")) {
    const found = cursor.name("$");
    const global = checkName(found, module.globals[found.index]?.name, cursor);
    return typed(scope, token, { kind: "global", type: refTo("i32"), global });
  }
  if (cursor.skip("&")) {
    const local = parseLocal(scope);
    const type = locals[local]?.type ?? "i32";
    return typed(scope, token, { kind: "address", type: refTo(isAggregate(type) ? type : "i32"), local });
  }
  return parseCallLike(cursor.take("word", "an expression").text, token, scope);
}

/** Constants, operations, builtins, queries, `load`, `length` and pointers: a word, then its operands. */
function parseCallLike(word: string, token: Token, scope: ExprScope): Expr {
  const { cursor } = scope;
  const operands = () => cursor.list("(", ")", () => parseExpr(scope));
  const operand = () => {
    cursor.expect("(");
    const expr = parseExpr(scope);
    cursor.expect(")");
    return expr;
  };
  if (word === "true" || word === "false") return constant("bool", word === "true", token, scope);
  if (isScalarName(word)) {
    const type = isValueScalar(word) ? word : cursor.fail(`${word} is in memory only`, token);
    cursor.expect("(");
    const value = parseConstant(cursor);
    cursor.expect(")");
    return constant(type, value, token, scope);
  }
  if (isOp(word)) return parseOp(word, token, operands, scope);
  const builtin = word.startsWith("math.") ? word.slice("math.".length) : "";
  if (isKeyOf(builtins, builtin))
    return typed(scope, token, { kind: "builtin", type: "f64", builtin, args: operands() });
  if (isKeyOf(queries, word)) return parseQuery(word, token, scope);
  if (word === "dereference") return parseDereference(token, operand, scope);
  if (word === "pointer") return typed(scope, token, { kind: "pointer", type: "u64", place: operand() });
  if (word === "load") return typed(scope, token, { kind: "load", type: "i32", place: operand() });
  if (word === "length") return typed(scope, token, { kind: "length", type: "i32", span: operand() });
  return cursor.fail(`there is no operation ${word}`, token);
}

function isKeyOf<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}
const isOp = (word: string): word is Op => isKeyOf(ops, word);

function constant(type: ValueScalar, value: number | bigint | boolean, token: Token, scope: ExprScope): Expr {
  const node: Expr = { kind: "const", type, value };
  scope.onNode(node, token);
  return node;
}

function parseConstant(cursor: Cursor): number | bigint | boolean {
  if (cursor.skip("true")) return true;
  if (cursor.skip("false")) return false;
  const { text } = cursor.take("number", "a value");
  return text.endsWith("n") ? BigInt(text.slice(0, -1)) : Number(text);
}

function parseOp(op: Op, token: Token, operands: () => Expr[], scope: ExprScope): Expr {
  const { cursor, onNode } = scope;
  if (ops[op].result !== "stated") return typed(scope, token, { kind: "op", type: "i32", op, args: operands() });
  cursor.expect("<");
  const type = cursor.type();
  cursor.expect(">");
  if (!isValueScalar(type)) return cursor.fail(`${op} gives no ${typeName(type)}`, token);
  const node: Expr = { kind: "op", type, op, args: operands() };
  onNode(node, token);
  return node;
}

function parseDereference(token: Token, operand: () => Expr, scope: ExprScope): Expr {
  const { cursor, onNode } = scope;
  cursor.expect("<");
  const type = refTo(cursor.dataType());
  cursor.expect(">");
  const pointer = operand();
  const node: Expr = { kind: "dereference", type, pointer, site: parseSite(scope) };
  onNode(node, token);
  return node;
}

function parseQuery(query: Query, token: Token, scope: ExprScope): Expr {
  const { cursor } = scope;
  cursor.expect("(");
  const number = cursor.integer();
  cursor.expect(")");
  if (number !== 0 && number !== 1 && number !== 2) return cursor.fail("a dimension is 0, 1 or 2", token);
  return typed(scope, token, { kind: "query", type: "i32", query, dimension: number });
}
