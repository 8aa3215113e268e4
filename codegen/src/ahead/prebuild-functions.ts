// Compiles a module's device functions to WebAssembly for kernels of other packages that have no IR: one WebAssembly module each, called across
// instances (ir/src/module/foreign.ts). A function receives what it needs from its kernel as arguments: addresses of globals, indices, constants.

import {
  type Access,
  accessOf,
  type Block,
  build,
  type Expr,
  type Fn,
  groupUseOf,
  invariant,
  isScalar,
  type KernelAccess,
  loggedSite,
  type Module,
  renumberFunction,
  runsTogether,
  type Site,
  type Stmt,
  typeName,
} from "@lanewise/ir";
import { replaceInBlock, withBlocks } from "../analysis/replace.js";
import { withFirstSite as numberedFrom } from "../call-sites.js";
import { inlineWithPaths } from "../inline.js";
import { builtinsOf } from "../replace-builtins.js";
import { Locals } from "../simplify/locals.js";
import { withParameters } from "../simplify/parameters.js";
import { compileFunction } from "../wasm/compile.js";
import type { WholeModule } from "./link-own.js";
import { mathNames, type PrebuildOptions, type SharedParts } from "./prebuild-kernel.js";
import type { FunctionCode, FunctionNeed, PrebuiltFunction } from "./wasm-image.js";

/** `obstacle` tells what prevents compiling a function of the module, as for kernels. */
export function prebuildFunctions(
  whole: WholeModule,
  options: PrebuildOptions,
  shared: SharedParts,
  obstacle: (index: number) => string | undefined,
): readonly PrebuiltFunction[] {
  const { module } = whole;
  return module.functions.flatMap((fn, index): PrebuiltFunction[] => {
    if (fn.linkage !== "exported") return [];
    const { symbol, name, result, at } = fn;
    const parameters = fn.locals.slice(0, fn.parameters);
    const missing = obstacle(index) ?? obstacleOf(module, index);
    const builtins = [...builtinsOf(module, index)];
    const known = { symbol, name, parameters, at, builtins, missing: missing ?? "" };
    if (missing !== undefined || !isPassed(result)) return [{ ...known, result: "void", code: null }];
    return [{ ...known, result, code: prebuild(module, index, options, shared) }];
  });
}

function isPassed(result: Fn["result"]): result is FunctionResult {
  return result === "void" || isScalar(result);
}

type FunctionResult = PrebuiltFunction["result"];

/** Why the function cannot be called across instances. */
function obstacleOf(module: Module, index: number): string | undefined {
  const fn = module.functions[index];
  invariant(fn, "it is a function of its module");
  if (!isPassed(fn.result)) return `it returns ${typeName(fn.result)}, and only numbers and booleans are returned`;
  if (runsTogether(groupUseOf(module, index))) return "it is for work-groups, whose work-items wait for each other";
  const scoped = [...accessOf(module, index).globals.keys()]
    .map((global) => module.globals[global])
    .find((global) => global?.storage === "image");
  return scoped && `it uses ${scoped.id}, which has deviceImageScope`;
}

function prebuild(module: Module, index: number, options: PrebuildOptions, shared: SharedParts): FunctionCode {
  const access = accessOf(module, index);
  const { fn: inlined, sites } = inOneFunction(module, index);
  const needs = new Needs(inlined, module, access);
  const firstSite = needs.locals.add("first site", "u32");
  const numbered = withFirstSite(inlined.body, module, firstSite);
  const body = replaceInBlock(numbered, (expr) => needs.replacement(expr));
  const own = [...Array(inlined.parameters).keys()];
  const fn = withParameters({ ...inlined, locals: needs.locals.all, body }, [firstSite, ...own, ...needs.parameters]);
  const { bytes, math, foreign, stackSize } = compileFunction({
    ...{ module: { ...module, functions: [...module.functions, fn] }, kernel: module.functions.length },
    ...{ bounds: options.bounds, fp: options.fp },
    ...{ features: "scalar", threads: "many", privatise: false, shape: "rows", sharedMemory: true },
  });
  const pointers = [
    ...(access.isIndirect ? (["dereference"] as const) : []),
    ...(access.hasPointers ? (["pointer"] as const) : []),
  ];
  return {
    module: shared.code(bytes),
    ...{ math: mathNames(math), foreign, stackSize, sites, pointers },
    access: [...access.parameters, ...needs.access],
    needs: needs.all,
  };
}

/** Inlines everything into a function whose only `return` is its last statement; also returns its sites, renumbered. */
function inOneFunction(module: Module, index: number): { readonly fn: Fn; readonly sites: readonly Site[] } {
  const called = module.functions[index];
  invariant(called, "it is a function of its module");
  const { parameters, result, at } = called;
  const locals = called.locals.slice(0, parameters);
  const args = locals.map(({ type }, local) => build.local(local, type));
  const isVoid = result === "void";
  const call = build.call(index, args, isVoid ? undefined : parameters, at);
  const wrapper: Fn = {
    ...called,
    linkage: "kernel",
    locals: isVoid ? locals : [...locals, { name: "result", type: result }],
    body: isVoid ? [call] : [call, build.returnValue(build.local(parameters, result))],
  };
  const inlined = inlineWithPaths({ ...module, functions: [...module.functions, wrapper] }, module.functions.length);
  const fn = inlined.functions.at(-1);
  invariant(fn, "the wrapper is the last one");
  const used: number[] = [];
  const body = withOwnSites(fn.body, inlined, used);
  const same = <T>(one: T): T => one;
  const renumbered = renumberFunction({ ...fn, body }, fn.symbol, fn.linkage, {
    ...{ globals: module.globals, structName: same, functionIndex: same, globalIndex: same, fileIndex: same },
    siteIndex: (site) => (used.includes(site) ? used.indexOf(site) : used.push(site) - 1),
  });
  const sites = used.flatMap((site) => {
    const found = inlined.sites[site];
    return found ? [withoutWrapper(found)] : [];
  });
  return { fn: renumbered, sites };
}

/** The sites of a function called across instances stay consecutive, as in the module. */
function withOwnSites(block: Block, module: Module, used: number[]): Block {
  return block.map((stmt) => {
    if (!isAcross(stmt, module)) return withBlocks(stmt, (inner) => withOwnSites(inner, module, used));
    const [first] = stmt.args;
    invariant(first?.kind === "const", "a call says where its sites begin");
    const begin = used.length;
    const count = module.functions[stmt.function]?.compiled?.sites.length ?? 0;
    for (let site = 0; site < count; site++) used.push(Number(first.value) + site);
    return numberedFrom(stmt, begin);
  });
}

/** The outermost call is the wrapper's. */
function withoutWrapper({ calledFrom, ...site }: Site): Site {
  return calledFrom && calledFrom.length > 1 ? { ...site, calledFrom: calledFrom.slice(0, -1) } : site;
}

/** Messages, and functions called across instances, use site numbers of the kernel's module. */
function withFirstSite(block: Block, module: Module, firstSite: number): Block {
  const moved = (number: Expr): Expr => build.op("add", build.local(firstSite, "u32"), number);
  return block.map((stmt) => {
    if (stmt.kind === "store" && loggedSite(stmt, module.globals) !== undefined)
      return { ...stmt, value: moved(stmt.value) };
    const [first, ...others] = isAcross(stmt, module) ? stmt.args : [];
    if (stmt.kind === "call" && first) return { ...stmt, args: [moved(first), ...others] };
    return withBlocks(stmt, (inner) => withFirstSite(inner, module, firstSite));
  });
}

type CallStmt = Extract<Stmt, { kind: "call" }>;

/** Whether it calls a function that has its own sites. */
function isAcross(stmt: Stmt, { functions }: Module): stmt is CallStmt {
  return stmt.kind === "call" && functions[stmt.function]?.compiled !== undefined;
}

/** The values a function needs from its kernel, each as a parameter. */
class Needs {
  readonly locals: Locals;
  readonly all: FunctionNeed[] = [];
  readonly access: Access[] = [];
  readonly parameters: number[] = [];
  readonly #module: Module;
  readonly #globals: KernelAccess["globals"];
  readonly #known = new Map<string, number>();

  constructor(fn: Fn, module: Module, { globals }: KernelAccess) {
    this.locals = new Locals(fn);
    this.#module = module;
    this.#globals = globals;
  }

  replacement(expr: Expr): Expr | undefined {
    if (expr.kind === "query") {
      const { query, dimension } = expr;
      return this.#parameter(expr, query, { kind: "query", query, dimension }, "none");
    }
    const place = expr.kind === "load" ? expr.place : expr;
    if (place.kind !== "global") return undefined;
    const { global } = place;
    const { name = "", storage } = this.#module.globals[global] ?? {};
    const isConstant = storage === "specialization";
    // Kernels are compiled for the value.
    if (expr.kind === "load")
      return isConstant ? this.#parameter(expr, name, { kind: "value", global }, "none") : undefined;
    return this.#parameter(expr, name, { kind: "place", global }, this.#globals.get(global) ?? "none");
  }

  #parameter(expr: Expr, name: string, need: FunctionNeed, access: Access): Expr {
    const key = JSON.stringify(need);
    const known = this.#known.get(key);
    if (known !== undefined) return build.local(known, expr.type);
    const local = this.locals.add(name, expr.type);
    this.#known.set(key, local);
    this.all.push(need);
    this.access.push(access);
    this.parameters.push(local);
    return build.local(local, expr.type);
  }
}
