// Turns a kernel and everything it calls into one function without calls, but those of foreign functions: a callee's body becomes a block, its `return` a
// `set` of the result and a `break`. Locals and labels are numbered anew. The verifier has excluded recursion, and
// parameters are never aggregates, so passing an argument is a `set`.

import {
  type Block,
  type Expr,
  type Fn,
  forEachStmt,
  hasBody,
  invariant,
  type Label,
  type Local,
  type Module,
  type Stmt,
} from "@lanewise/ir";

interface Inlining {
  readonly module: Module;
  readonly locals: Local[];
  nextLabel: Label;
}

/** What the body of one call is rewritten with. */
interface Instance {
  /** Added to its locals. */
  readonly offset: number;
  readonly labels: Map<Label, Label>;
  /** Where `return` goes: nowhere if it is the last statement; undefined in the kernel itself, whose `return` stays. */
  readonly exit: { readonly label: Label | undefined; readonly result: number | undefined } | undefined;
}

export function inlineCalls(module: Module, kernel: Fn): Fn {
  if (!hasCalls(kernel)) return kernel;
  const inlining: Inlining = { module, locals: [...kernel.locals], nextLabel: 0 };
  const body = inlineBlock(inlining, { offset: 0, labels: new Map(), exit: undefined }, kernel.body);
  return { ...kernel, locals: inlining.locals, body };
}

function hasCalls(fn: Fn): boolean {
  let found = false;
  forEachStmt(fn.body, ({ kind }) => {
    found ||= kind === "call";
  });
  return found;
}

function inlineBlock(inlining: Inlining, instance: Instance, block: Block): Block {
  return block.flatMap((stmt) => inlineStmt(inlining, instance, stmt));
}

function inlineStmt(inlining: Inlining, instance: Instance, stmt: Stmt): readonly Stmt[] {
  const expr = (one: Expr) => renumber(instance.offset, one);
  const local = (one: number | undefined) => (one === undefined ? undefined : one + instance.offset);
  const block = (one: Block) => inlineBlock(inlining, instance, one);
  switch (stmt.kind) {
    case "set":
      return [{ ...stmt, local: stmt.local + instance.offset, value: expr(stmt.value) }];
    case "store":
      return [{ ...stmt, place: expr(stmt.place), value: expr(stmt.value) }];
    case "atomic": {
      const value = stmt.value && expr(stmt.value);
      const expected = stmt.expected && expr(stmt.expected);
      return [{ ...stmt, result: local(stmt.result), place: expr(stmt.place), value, expected }];
    }
    case "call":
      return inlineCall(inlining, { ...stmt, args: stmt.args.map(expr), result: local(stmt.result) });
    case "if":
      // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
      return [{ kind: "if", condition: expr(stmt.condition), then: block(stmt.then), else: block(stmt.else) }];
    case "loop": {
      const label = labelOf(inlining, instance, stmt.label);
      const header = block(stmt.header);
      const condition = expr(stmt.condition);
      return [{ ...stmt, label, header, condition, body: block(stmt.body), update: block(stmt.update) }];
    }
    case "block":
      return [{ kind: "block", label: labelOf(inlining, instance, stmt.label), body: block(stmt.body) }];
    case "break":
    case "continue":
      return [{ kind: stmt.kind, label: labelOf(inlining, instance, stmt.label) }];
    case "return":
      return inlineReturn(instance, stmt);
    case "subGroup": {
      const lane = stmt.lane && expr(stmt.lane);
      return [{ ...stmt, result: stmt.result + instance.offset, value: expr(stmt.value), lane }];
    }
    case "barrier":
    case "fail":
      return [stmt];
  }
}

function inlineCall(inlining: Inlining, call: Extract<Stmt, { kind: "call" }>): readonly Stmt[] {
  const callee = inlining.module.functions[call.function];
  if (callee?.linkage === "foreign") return [call];
  invariant(callee && hasBody(callee), "called functions have bodies once images are linked");
  const offset = inlining.locals.length;
  const label = inlining.nextLabel++;
  inlining.locals.push(...callee.locals);
  let result = call.result;
  if (result === undefined && callee.result !== "void") {
    // The value of an ignored result is still evaluated, since that may fail.
    result = inlining.locals.length;
    inlining.locals.push({ name: "ignored", type: callee.result });
  }
  const args = call.args.map((value, parameter): Stmt => ({ kind: "set", local: offset + parameter, value }));
  const isStraight = returnsAtEnd(callee.body);
  const exit = { label: isStraight ? undefined : label, result };
  const body = inlineBlock(inlining, { offset, labels: new Map(), exit }, callee.body);
  return isStraight ? [...args, ...body] : [...args, { kind: "block", label, body }];
}

/** Whether the only `return` is the last statement, if there is one at all. */
function returnsAtEnd(body: Block): boolean {
  let count = 0;
  forEachStmt(body, ({ kind }) => {
    if (kind === "return") count++;
  });
  return count === (body.at(-1)?.kind === "return" ? 1 : 0);
}

function inlineReturn(instance: Instance, stmt: Extract<Stmt, { kind: "return" }>): readonly Stmt[] {
  const { exit, offset } = instance;
  if (!exit) return [stmt];
  const leave: readonly Stmt[] = exit.label === undefined ? [] : [{ kind: "break", label: exit.label }];
  if (!stmt.value) return leave;
  invariant(exit.result !== undefined, "a function with a result is given a local for it");
  return [{ kind: "set", local: exit.result, value: renumber(offset, stmt.value) }, ...leave];
}

function labelOf(inlining: Inlining, instance: Instance, label: Label): Label {
  const known = instance.labels.get(label);
  if (known !== undefined) return known;
  const fresh = inlining.nextLabel++;
  instance.labels.set(label, fresh);
  return fresh;
}

/** The expression with `offset` added to its locals. */
function renumber(offset: number, expr: Expr): Expr {
  if (offset === 0) return expr;
  switch (expr.kind) {
    case "local":
    case "address":
      return { ...expr, local: expr.local + offset };
    case "op":
    case "builtin":
      return { ...expr, args: expr.args.map((arg) => renumber(offset, arg)) };
    case "element":
      return { ...expr, base: renumber(offset, expr.base), index: renumber(offset, expr.index) };
    case "field":
      return { ...expr, base: renumber(offset, expr.base) };
    case "dereference":
      return { ...expr, pointer: renumber(offset, expr.pointer) };
    case "load":
    case "pointer":
      return { ...expr, place: renumber(offset, expr.place) };
    case "length":
      return { ...expr, span: renumber(offset, expr.span) };
    case "const":
    case "query":
    case "global":
      return expr;
  }
}
