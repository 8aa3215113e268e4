// References to functions, and calls through them. A reference is a u64: the id that the runtime gives the function's symbol; 0 is null. Ids are
// below 2^32, so none is a pointer (abi/pointer-table.ts). Until images are linked, taking a reference is a call of a "reference" function, whose symbol
// is "&" and the target's, and a call by reference is a call of a "dispatch" function, which takes the reference before the arguments. Here both get
// bodies: a constant, and a choice between direct calls. Later passes see ordinary functions.

import {
  type Block,
  build,
  type Expr,
  type Fn,
  forEachStmt,
  type Global,
  type Module,
  type Position,
  type Site,
  type Stmt,
  typeName,
} from "../module/index.js";

/** The meaning of references in a program. */
export interface ReferenceMeaning {
  /** From 1 to 2^32 - 1; undefined if it is known only when the program is loaded: code then reads it from a global (`functionOfGlobal`). */
  readonly idOf: (symbol: string) => number | undefined;
  /** The symbols of the exported functions of a type that calls by reference may reach. */
  readonly targetsOf: (functionType: string) => readonly string[];
}

/** The symbol of the "reference" function for the function `symbol`. */
export function referenceTo(symbol: string): string {
  return `&${symbol}`;
}

/** The symbol of the function that a "reference" function refers to. */
export function referredSymbol({ symbol }: Fn): string {
  return symbol.slice(1);
}

/** The type that references must match: `(f32, span<u8>) -> f32`. */
export function functionType({ locals, parameters, result }: Fn): string {
  const types = locals.slice(0, parameters).map(({ type }) => typeName(type));
  return `(${types.join(", ")}) -> ${result === "void" ? result : typeName(result)}`;
}

/** The type of the functions that a "dispatch" function calls. */
export function dispatchedType(fn: Fn): string {
  return functionType({ ...fn, locals: fn.locals.slice(1), parameters: fn.parameters - 1 });
}

/** Gives references and calls by reference their bodies. Adds functions, sites and globals only behind the existing ones. */
export function resolveReferences(module: Module, meaning: ReferenceMeaning): Module {
  if (!module.functions.some(({ linkage }) => linkage === "reference" || linkage === "dispatch")) return module;
  const functions = [...module.functions];
  const sites: Site[] = [...module.sites];
  const globals: Global[] = [...module.globals];
  const idOf = (symbol: string, at: Position): Id => {
    const number = meaning.idOf(symbol);
    return { number, value: number === undefined ? loadedId(symbol, at, globals) : constantId(number) };
  };
  for (const [index, fn] of module.functions.entries()) {
    if (fn.linkage === "reference") {
      const { value } = idOf(referredSymbol(fn), fn.at);
      functions[index] = { ...fn, linkage: "internal", body: [build.returnValue(value)] };
    }
    if (fn.linkage === "dispatch") {
      const targets = meaning.targetsOf(dispatchedType(fn)).map((symbol) => {
        return { id: idOf(symbol, fn.at), function: importOf(functions, fn, symbol) };
      });
      functions[index] = dispatchTo(fn, targets, sites);
    }
  }
  return { ...module, functions, sites, globals };
}

interface Id {
  readonly number: number | undefined;
  readonly value: Expr;
}

function constantId(id: number): Expr {
  return build.constant("u64", BigInt(id));
}

const OF_FUNCTION = "lanewise:function/";

/** A load of the global that holds the function's id. */
function loadedId(symbol: string, at: Position, globals: Global[]): Expr {
  const id = `${OF_FUNCTION}${symbol}`;
  const known = globals.findIndex((global) => global.id === id);
  const made = {
    id,
    name: symbol,
    type: "u64",
    initial: undefined,
    storage: "device",
    hostAccess: "none",
    at,
  } as const;
  return build.load(build.global(known >= 0 ? known : globals.push(made) - 1, "u64"));
}

/** The symbol of the function whose id this global holds; undefined for other globals. */
export function functionOfGlobal(id: string): string | undefined {
  return id.startsWith(OF_FUNCTION) ? id.slice(OF_FUNCTION.length) : undefined;
}

interface Target {
  readonly id: Id;
  readonly function: number;
}

/** The index of the function in the module; imports it if the module does not have it. */
function importOf(functions: Fn[], dispatch: Fn, symbol: string): number {
  const known = functions.findIndex((fn) => fn.symbol === symbol);
  if (known >= 0) return known;
  const { parameters, locals, result, at } = dispatch;
  const taken = { parameters: parameters - 1, locals: locals.slice(1), result, at };
  return functions.push({ symbol, name: symbol, linkage: "imported", dimensions: 0, ...taken, body: [] }) - 1;
}

function dispatchTo(fn: Fn, targets: readonly Target[], sites: Site[]): Fn {
  const given = build.local(0, "u64");
  const args = fn.locals.slice(1).map(({ type }, index) => build.local(index + 1, type));
  const result = fn.result === "void" ? undefined : fn.parameters;
  const fail = (kind: "nullCall" | "unknownCall"): Block => {
    return [build.fail(sites.push({ kind, name: fn.name, at: fn.at }) - 1)];
  };
  const miss = [build.ifElse(build.op("eq", given, constantId(0)), fail("nullCall"), fail("unknownCall"))];
  const ascending = [...targets].sort((a, b) => (a.id.number ?? 0) - (b.id.number ?? 0));
  const call = (target: Target): Block => [build.call(target.function, args, result, fn.at)];
  const body = choose(given, ascending, call, miss);
  if (fn.result === "void") return { ...fn, linkage: "internal", body };
  const locals = [...fn.locals, { name: "result", type: fn.result }];
  const returned = build.returnValue(build.local(fn.parameters, fn.result));
  return { ...fn, linkage: "internal", locals, body: [...body, returned] };
}

/** Up to this many targets are compared one after another; more are first halved, if their order is known. */
const IN_A_ROW = 4;

function choose(given: Expr, targets: readonly Target[], call: (target: Target) => Block, miss: Block): Block {
  const middle = targets[targets.length >>> 1];
  if (targets.length <= IN_A_ROW || middle?.id.number === undefined) {
    return targets.reduceRight<Block>(
      (otherwise, target) => [build.ifElse(build.op("eq", given, target.id.value), call(target), otherwise)],
      miss,
    );
  }
  const half = targets.indexOf(middle);
  const lower = choose(given, targets.slice(0, half), call, miss);
  const upper = choose(given, targets.slice(half), call, miss);
  return [build.ifElse(build.op("lt", given, middle.id.value), lower, upper)];
}

/**
 * Breaks cycles through calls by reference, which are in the functions with these indices: a call that could reach itself again fails instead, at its
 * own site. Needs a resolved module.
 */
export function withoutCircles(module: Module, dispatches: readonly number[]): Module {
  if (dispatches.length === 0) return module;
  const callees = module.functions.map(calledBy);
  const functions = [...module.functions];
  const sites: Site[] = [...module.sites];
  for (const index of dispatches) {
    const fn = functions[index];
    const circular = new Set([...(callees[index] ?? [])].filter((callee) => reaches(callees, callee, index)));
    if (!fn || circular.size === 0) continue;
    const failing = build.fail(sites.push({ kind: "circularCall", name: fn.name, at: fn.at }) - 1);
    functions[index] = { ...fn, body: withCalls(fn.body, (stmt) => (circular.has(stmt.function) ? failing : stmt)) };
  }
  return { ...module, functions, sites };
}

function calledBy({ body }: Fn): ReadonlySet<number> {
  const found = new Set<number>();
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "call") found.add(stmt.function);
  });
  return found;
}

function reaches(callees: readonly ReadonlySet<number>[], from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const index of seen) for (const callee of callees[index] ?? []) seen.add(callee);
  return seen.has(to);
}

type Call = Extract<Stmt, { kind: "call" }>;

/** For the body of a dispatch, which contains only calls and choices. */
function withCalls(block: Block, replace: (call: Call) => Stmt): Block {
  return block.map((stmt) => {
    if (stmt.kind === "call") return replace(stmt);
    if (stmt.kind !== "if") return stmt;
    return build.ifElse(stmt.condition, withCalls(stmt.then, replace), withCalls(stmt.else, replace));
  });
}
