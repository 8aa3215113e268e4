// The text form of a module: for golden tests, dumps and `lanewise inspect`. parse.ts reads it back to the same module. Items are written as index
// and name, `%2.sum`: % locals, $ globals, # functions, ! sites, -> fields, L labels. The index is significant; the name is for readers, quoted if it
// is not a word. Positions are `@line:column`, preceded by the file unless it is 0. Expression types are left out if the operands determine them; a
// node that states another type has it after a colon.

import {
  type Block,
  type Expr,
  type Fn,
  type Global,
  isSameType,
  type Local,
  type Module,
  ops,
  type Position,
  type Site,
  type Stmt,
  type Type,
  type TypeContext,
  typeName,
  typeOf,
} from "../module/index.js";

interface Scope {
  readonly module: Module;
  readonly context: TypeContext;
}

export function printModule(module: Module): string {
  const sections = [
    [`module ${quoted(module.name)}`],
    module.files.map((file) => `file ${quoted(file)}`),
    module.structs.map(({ name, fields }) => {
      const list = fields.map((field) => `${quoted(field.name)}: ${typeName(field.type)}`).join(", ");
      return `struct ${quoted(name)} { ${list} }`;
    }),
    module.globals.map(printGlobal),
    module.sites.map((site, index) => `site ${named("!", index, site.name)} ${site.kind} ${printPosition(site.at)}`),
    ...module.functions.map((fn, index) => printFunction(fn, index, module)),
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => `${lines.join("\n")}\n`);
  return texts.join("\n");
}

const quoted = (text: string): string => JSON.stringify(text);

/** `%2.sum`, `%2."two words"`, or `%2` without a name. */
function named(sigil: string, index: number, name: string | undefined): string {
  if (!name) return `${sigil}${index}`;
  return `${sigil}${index}.${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}`;
}

function printPosition({ file, line, column }: Position): string {
  return file === 0 ? `@${line}:${column}` : `@${file}:${line}:${column}`;
}

/** The position with a space before it, if any. */
function printPlace(at: Position | undefined): string {
  return at ? ` ${printPosition(at)}` : "";
}

function printGlobal(global: Global, index: number): string {
  const { id, type, storage, hostAccess, at, initial } = global;
  const name = named("$", index, global.name);
  const head = `global ${name} ${quoted(id)}: ${typeName(type)} ${storage} ${hostAccess} ${printPosition(at)}`;
  const hex = initial && Array.from(initial, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === undefined ? head : `${head} = "${hex}"`;
}

function printFunction(fn: Fn, index: number, module: Module): string[] {
  const scope: Scope = {
    module,
    context: { structs: module.structs, globals: module.globals, locals: fn.locals },
  };
  const kept = (number: number) => (fn.specialized?.includes(number) ? " specialized" : "");
  const declared = ({ name, type, isLocal, isReadonly }: Local, number: number) =>
    `${named("%", number, name)}: ${isLocal ? "local " : ""}${isReadonly ? "readonly " : ""}${typeName(type)}${kept(number)}`;
  const locals = fn.locals.map(declared);
  const range = fn.dimensions === 0 ? "" : ` range ${fn.dimensions}`;
  const result = fn.result === "void" ? "" : ` -> ${typeName(fn.result)}`;
  const head = `fn ${named("#", index, fn.name)} ${fn.linkage} ${quoted(fn.symbol)}${range}`;
  return [
    `${head} (${locals.slice(0, fn.parameters).join(", ")})${result} ${printPosition(fn.at)} {`,
    ...locals.slice(fn.parameters).map((local) => `  local ${local}`),
    ...indented(fn.body, scope),
    "}",
  ];
}

function indented(block: Block, scope: Scope): string[] {
  return block.flatMap((stmt) => printStmt(stmt, scope)).map((line) => `  ${line}`);
}

/** Prints a statement as lines. */
function printStmt(stmt: Stmt, scope: Scope): string[] {
  const expr = (operand: Expr) => printExpr(operand, scope);
  const local = (index: number) => named("%", index, scope.context.locals[index]?.name);
  const result = (index: number | undefined) => (index === undefined ? "" : ` -> ${local(index)}`);
  switch (stmt.kind) {
    case "set":
      return [`set ${local(stmt.local)} = ${expr(stmt.value)}${printPlace(stmt.at)}`];
    case "store":
      return [`store ${expr(stmt.place)} = ${expr(stmt.value)} ${printPosition(stmt.at)}`];
    case "atomic": {
      const value = stmt.value ? ` value ${expr(stmt.value)}` : "";
      const expected = stmt.expected ? ` expected ${expr(stmt.expected)}` : "";
      const operands = `${expr(stmt.place)}${value}${expected}${result(stmt.result)}`;
      return [`atomic ${stmt.op} ${operands} ${stmt.order} ${stmt.scope} ${printPosition(stmt.at)}`];
    }
    case "call": {
      const callee = named("#", stmt.function, scope.module.functions[stmt.function]?.name);
      return [`call ${callee}(${stmt.args.map(expr).join(", ")})${result(stmt.result)} ${printPosition(stmt.at)}`];
    }
    case "if": {
      const otherwise = stmt.else.length === 0 ? [] : ["} else {", ...indented(stmt.else, scope)];
      return [`if${printPlace(stmt.at)} ${expr(stmt.condition)} {`, ...indented(stmt.then, scope), ...otherwise, "}"];
    }
    case "loop":
      return printLoop(stmt, scope);
    case "block":
      return [`block L${stmt.label} {`, ...indented(stmt.body, scope), "}"];
    case "break":
    case "continue":
      return [`${stmt.kind} L${stmt.label}${printPlace(stmt.at)}`];
    case "return":
      return [`return${stmt.value ? ` ${expr(stmt.value)}` : ""}${printPlace(stmt.at)}`];
    case "barrier":
      return [`barrier ${stmt.scope} ${stmt.call && `of ${JSON.stringify(stmt.call)} `}${printPosition(stmt.at)}`];
    case "subGroup": {
      const op = stmt.combination ? `${stmt.op} ${stmt.combination}` : stmt.op;
      const lane = stmt.lane ? ` lane ${expr(stmt.lane)}` : "";
      return [
        `subGroup ${op} ${expr(stmt.value)}${lane}${result(stmt.result)} ${printSite(stmt.site, scope.module.sites)}`,
      ];
    }
    case "fail":
      return [`fail ${printSite(stmt.site, scope.module.sites)}`];
    case "debugger":
      return [`debugger ${printPosition(stmt.at)}`];
  }
}

function printLoop(stmt: Extract<Stmt, { kind: "loop" }>, scope: Scope): string[] {
  const head = `loop L${stmt.label} ${printPosition(stmt.at)}`;
  const condition = `while ${printExpr(stmt.condition, scope)} {`;
  const header = stmt.header.length === 0 ? [`${head} ${condition}`] : [`${head} {`, ...indented(stmt.header, scope)];
  const update = stmt.update.length === 0 ? [] : ["} update {", ...indented(stmt.update, scope)];
  return [
    ...header,
    ...(stmt.header.length === 0 ? [] : [`} ${condition}`]),
    ...indented(stmt.body, scope),
    ...update,
    "}",
  ];
}

function printSite(index: number, sites: readonly Site[]): string {
  return named("!", index, sites[index]?.name);
}

function printExpr(expr: Expr, scope: Scope): string {
  const text = printNode(expr, scope);
  const statesType =
    expr.kind === "const" || expr.kind === "dereference" || (expr.kind === "op" && ops[expr.op].result === "stated");
  if (statesType) return text;
  const judgement = typeOf(expr, scope.context);
  const isGiven = "type" in judgement && isSameType(judgement.type, expr.type);
  return isGiven ? text : `${text}:${typeName(expr.type)}`;
}

function printNode(expr: Expr, scope: Scope): string {
  const { context, module } = scope;
  const operand = (inner: Expr) => printExpr(inner, scope);
  const list = (args: readonly Expr[]) => args.map(operand).join(", ");
  switch (expr.kind) {
    case "const":
      return printConstant(expr.type, expr.value);
    case "local":
      return named("%", expr.local, context.locals[expr.local]?.name);
    case "address":
      return `&${named("%", expr.local, context.locals[expr.local]?.name)}`;
    case "global":
      return named("$", expr.global, module.globals[expr.global]?.name);
    case "op": {
      const stated = ops[expr.op].result === "stated" ? `<${expr.type}>` : "";
      return `${expr.op}${stated}(${list(expr.args)})`;
    }
    case "builtin":
      return `math.${expr.builtin}(${list(expr.args)})`;
    case "query":
      return `${expr.query}(${expr.dimension})`;
    case "element":
      return `${operand(expr.base)}[${operand(expr.index)}]${printSite(expr.site, module.sites)}`;
    case "field":
      return `${operand(expr.base)}${named("->", expr.field, fieldName(expr.base.type, expr.field, module))}`;
    case "dereference":
      return `dereference<${typeName(expr.type.to)}>(${operand(expr.pointer)})${printSite(expr.site, module.sites)}`;
    case "pointer":
      return `pointer(${operand(expr.place)})`;
    case "load":
      return `load(${operand(expr.place)})`;
    case "length":
      return `length(${operand(expr.span)})`;
  }
}

export function fieldName(base: Type, field: number, module: Module): string | undefined {
  const struct = typeof base === "object" && base.kind === "ref" ? base.to : undefined;
  if (typeof struct !== "object" || struct.kind !== "struct") return undefined;
  return module.structs.find(({ name }) => name === struct.name)?.fields[field]?.name;
}

/** `true`, `i32(-5)`, `i64(5n)`, `f64(-0)`: distinguishes all values a constant may have. */
function printConstant(type: Type, value: number | bigint | boolean): string {
  if (type === "bool" && typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return `${typeName(type)}(${value}n)`;
  return `${typeName(type)}(${Object.is(value, -0) ? "-0" : value})`;
}
