// Inlines everything a kernel calls into one function, except foreign functions: a callee's body becomes a block, its `return` a `set` of the result
// and a `break`. Locals and labels are renumbered. The verifier has excluded recursion, and parameters are never aggregates, so passing an argument
// is a `set`. If failures must name the calls that led to them, each copy of a body gets its own failure sites.

import {
  type Block,
  type Call,
  type Expr,
  type Fn,
  forEachStmt,
  hasBody,
  invariant,
  type Label,
  type Local,
  type Module,
  type Site,
  type Stmt,
} from "@lanewise/ir";
import { withFirstSite } from "./call-sites.js";

interface Inlining {
  readonly module: Module;
  readonly locals: Local[];
  /** Receives the sites of copies; undefined: copies keep the function's own. */
  readonly sites: Site[] | undefined;
  nextLabel: Label;
}

/** The state for rewriting one call's body. */
interface Instance {
  /** Added to the body's locals. */
  readonly offset: number;
  readonly labels: Map<Label, Label>;
  /** The calls that led here, innermost first. */
  readonly calledFrom: readonly Call[];
  /** This copy's sites, by the function's own. */
  readonly sites: Map<number, number>;
  /** The target of `return`: no label if it is the last statement; undefined in the kernel itself, whose `return` stays. */
  readonly exit: { readonly label: Label | undefined; readonly result: number | undefined } | undefined;
}

export function inlineCalls(module: Module, kernel: Fn): Fn {
  return inlined(module, kernel, undefined);
}

/** For WebAssembly: inlines the kernel like `inlineCalls`, gives its sites the calls that reach them, and removes `debugger` statements. */
export function inlineWithPaths(module: Module, kernel: number): Module {
  const fn = module.functions[kernel];
  invariant(fn, () => `there is a kernel ${kernel}`);
  const sites = [...module.sites];
  const whole = inlined(module, fn, sites);
  if (whole === fn) return module;
  return { ...module, sites, functions: module.functions.map((one, index) => (index === kernel ? whole : one)) };
}

function inlined(module: Module, kernel: Fn, sites: Site[] | undefined): Fn {
  if (!isChanged(kernel, sites !== undefined)) return kernel;
  const inlining: Inlining = { module, locals: [...kernel.locals], sites, nextLabel: 0 };
  const itself: Instance = { offset: 0, labels: new Map(), calledFrom: [], sites: new Map(), exit: undefined };
  const body = inlineBlock(inlining, itself, kernel.body);
  return { ...kernel, locals: inlining.locals, body };
}

function isChanged(fn: Fn, isForWasm: boolean): boolean {
  let found = false;
  forEachStmt(fn.body, ({ kind }) => {
    found ||= kind === "call" || (isForWasm && kind === "debugger");
  });
  return found;
}

function inlineBlock(inlining: Inlining, instance: Instance, block: Block): Block {
  return block.flatMap((stmt) => inlineStmt(inlining, instance, stmt));
}

function inlineStmt(inlining: Inlining, instance: Instance, stmt: Stmt): readonly Stmt[] {
  const { offset, calledFrom } = instance;
  const numbers: Numbers = { offset, siteOf: (site) => siteOf(inlining, instance, site) };
  const isAsItWas = offset === 0 && calledFrom.length === 0;
  const expr = (one: Expr) => (isAsItWas ? one : renumber(numbers, one));
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
      return inlineCall(inlining, instance, { ...stmt, args: stmt.args.map(expr), result: local(stmt.result) });
    case "if":
      // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
      return [{ ...stmt, condition: expr(stmt.condition), then: block(stmt.then), else: block(stmt.else) }];
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
      return inlineReturn(instance, stmt.value && expr(stmt.value), stmt);
    case "subGroup": {
      const lane = stmt.lane && expr(stmt.lane);
      const site = numbers.siteOf(stmt.site);
      return [{ ...stmt, result: stmt.result + instance.offset, value: expr(stmt.value), lane, site }];
    }
    case "barrier":
      return [stmt];
    case "debugger":
      return inlining.sites ? [] : [stmt];
    case "fail":
      return [{ ...stmt, site: numbers.siteOf(stmt.site) }];
  }
}

function inlineCall(inlining: Inlining, caller: Instance, call: Extract<Stmt, { kind: "call" }>): readonly Stmt[] {
  const callee = inlining.module.functions[call.function];
  if (callee?.linkage === "foreign") return [callAcross(inlining, caller, callee, call)];
  invariant(callee && hasBody(callee), "called functions have bodies once images are linked");
  const offset = inlining.locals.length;
  const label = inlining.nextLabel++;
  inlining.locals.push(...callee.locals.map(({ isReadonly: _, ...local }) => local));
  let result = call.result;
  if (result === undefined && callee.result !== "void") {
    // An ignored result is still evaluated, since that may fail.
    result = inlining.locals.length;
    inlining.locals.push({ name: "ignored", type: callee.result });
  }
  const args = call.args.map((value, parameter): Stmt => ({ kind: "set", local: offset + parameter, value }));
  const isStraight = returnsAtEnd(callee.body);
  const exit = { label: isStraight ? undefined : label, result };
  const calledFrom = [{ callee: callee.name, ...call.at }, ...caller.calledFrom];
  const copy: Instance = { offset, labels: new Map(), calledFrom, sites: new Map(), exit };
  const body = inlineBlock(inlining, copy, callee.body);
  return isStraight ? [...args, ...body] : [...args, { kind: "block", label, body }];
}

/** The callee numbers its own sites: they are consecutive, from the number it is passed. */
function callAcross(
  { module, sites }: Inlining,
  { calledFrom }: Instance,
  { compiled }: Fn,
  call: Extract<Stmt, { kind: "call" }>,
): Stmt {
  if (!sites || !compiled) return call;
  const first = sites.length;
  for (const site of compiled.sites) {
    const original = module.sites[site];
    invariant(original, () => `there is a site ${site}`);
    sites.push({ ...original, calledFrom: [...(original.calledFrom ?? []), ...calledFrom] });
  }
  return withFirstSite(call, first);
}

/** Whether there is no `return` except possibly the last statement. */
function returnsAtEnd(body: Block): boolean {
  let count = 0;
  forEachStmt(body, ({ kind }) => {
    if (kind === "return") count++;
  });
  return count === (body.at(-1)?.kind === "return" ? 1 : 0);
}

function inlineReturn({ exit }: Instance, value: Expr | undefined, stmt: Stmt): readonly Stmt[] {
  if (!exit) return [stmt];
  const leave: readonly Stmt[] = exit.label === undefined ? [] : [{ kind: "break", label: exit.label }];
  if (!value) return leave;
  invariant(exit.result !== undefined, "a function with a result is given a local for it");
  return [{ kind: "set", local: exit.result, value }, ...leave];
}

function labelOf(inlining: Inlining, instance: Instance, label: Label): Label {
  const known = instance.labels.get(label);
  if (known !== undefined) return known;
  const fresh = inlining.nextLabel++;
  instance.labels.set(label, fresh);
  return fresh;
}

function siteOf({ module, sites }: Inlining, { calledFrom, sites: own }: Instance, site: number): number {
  if (!sites || calledFrom.length === 0) return site;
  const known = own.get(site);
  if (known !== undefined) return known;
  const original = module.sites[site];
  invariant(original, () => `there is a site ${site}`);
  const made = sites.push({ ...original, calledFrom }) - 1;
  own.set(site, made);
  return made;
}

interface Numbers {
  /** Added to locals. */
  readonly offset: number;
  readonly siteOf: (site: number) => number;
}

/** Renumbers the expression's locals and sites for the kernel. */
function renumber(numbers: Numbers, expr: Expr): Expr {
  const { offset, siteOf: siteIn } = numbers;
  switch (expr.kind) {
    case "local":
    case "address":
      return { ...expr, local: expr.local + offset };
    case "op":
    case "builtin":
      return { ...expr, args: expr.args.map((arg) => renumber(numbers, arg)) };
    case "element":
      return {
        ...expr,
        base: renumber(numbers, expr.base),
        index: renumber(numbers, expr.index),
        site: siteIn(expr.site),
      };
    case "field":
      return { ...expr, base: renumber(numbers, expr.base) };
    case "dereference":
      return { ...expr, pointer: renumber(numbers, expr.pointer), site: siteIn(expr.site) };
    case "load":
    case "pointer":
      return { ...expr, place: renumber(numbers, expr.place) };
    case "length":
      return { ...expr, span: renumber(numbers, expr.span) };
    case "const":
    case "query":
    case "global":
      return expr;
  }
}
