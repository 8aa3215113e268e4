// Builds one module from parts of others: chosen entry points and everything they reach, nothing else. The post-link step splits and merges with it
// (requirements L1, L2, L8 to L10); the program manager links images with it at run time. Calls of imported functions become calls of exported ones
// where a given module has the symbol. Needs verified modules; verify the result unless they come from one compilation.

import { type Fn, forEachStmt, hasBody, type Module } from "../module/index.js";
import { createLinkTables, LinkError, type Part, unusedName } from "./link-tables.js";
import { withOwnLocalMemory } from "./own-local-memory.js";
import { type Numbering, renumberFunction, renumberPosition } from "./renumber.js";

export { LinkError, type Part } from "./link-tables.js";

export interface LinkRequest {
  /** The new module's name. */
  readonly name: string;
  readonly modules: readonly Module[];
  /** Functions that keep their linkage; what they reach becomes internal. */
  readonly entries: readonly Part[];
}

export interface LinkedModule {
  readonly module: Module;
  /** The origin of each global: the first with its id. */
  readonly globals: readonly Part[];
  /** The origin of each function. */
  readonly functions: readonly Part[];
}

export function linkModules(request: LinkRequest): LinkedModule {
  const functions = reachedFunctions(request);
  const tables = createLinkTables(request.modules);
  const kept = new Set(request.entries.map(keyOf));
  const indices = new Map(functions.map((part, index) => [keyOf(part), index]));
  const definitions = definitionsIn(request.modules);
  for (const [module] of request.modules.entries()) takeOver(request, module, functions, tables.numberingOf(module));
  const symbols = new Set(functions.filter((part) => kept.has(keyOf(part))).map((part) => symbolOf(request, part)));
  const linked = functions.map((part): Fn => {
    const fn = functionAt(request.modules, part);
    const numbering: Numbering = {
      ...tables.numberingOf(part.module),
      functionIndex: (index) => {
        const target = resolve(request.modules, definitions, { module: part.module, index });
        return indices.get(keyOf(target)) ?? -1;
      },
    };
    const isKept = kept.has(keyOf(part)) || isNamed(fn);
    const symbol = isKept ? fn.symbol : unusedName(fn.symbol, symbols);
    symbols.add(symbol);
    return renumberFunction(fn, symbol, isKept || !hasBody(fn) ? fn.linkage : "internal", numbering);
  });
  const found = tables.finish();
  const own = withOwnLocalMemory({ ...found, functions: linked });
  const { copied } = own;
  return {
    module: { name: request.name, ...found, globals: own.globals, functions: own.functions },
    globals: [...tables.origins, ...partsAt(tables.origins, copied.globals)],
    functions: [...functions, ...partsAt(functions, copied.functions)],
  };
}

function partsAt(parts: readonly Part[], indices: readonly number[]): readonly Part[] {
  return indices.flatMap((index) => parts[index] ?? []);
}

function keyOf({ module, index }: Part): string {
  return `${module} ${index}`;
}

function functionAt(modules: readonly Module[], { module, index }: Part): Fn {
  const fn = modules[module]?.functions[index];
  if (!fn) throw new LinkError(`module ${module} has no function ${index}`);
  return fn;
}

function symbolOf({ modules }: LinkRequest, part: Part): string {
  return functionAt(modules, part).symbol;
}

/** The exported functions by symbol; the first wins. */
function definitionsIn(modules: readonly Module[]): ReadonlyMap<string, Part> {
  const found = new Map<string, Part>();
  modules.forEach(({ functions }, module) => {
    functions.forEach(({ linkage, symbol }, index) => {
      if (linkage === "exported" && !found.has(symbol)) found.set(symbol, { module, index });
    });
  });
  return found;
}

/** Whether its symbol identifies it across modules. */
function isNamed({ linkage }: Fn): boolean {
  return linkage === "imported" || linkage === "reference" || linkage === "foreign";
}

/** The function that a call reaches: an imported function's definition, or its first declaration if it has none. */
function resolve(modules: readonly Module[], definitions: ReadonlyMap<string, Part>, part: Part): Part {
  const called = functionAt(modules, part);
  const { linkage, symbol } = called;
  if (!isNamed(called)) return part;
  const definition = linkage === "imported" ? definitions.get(symbol) : undefined;
  if (definition) return definition;
  for (const [module, { functions }] of modules.entries()) {
    const index = functions.findIndex((fn) => fn.linkage === linkage && fn.symbol === symbol);
    if (index >= 0) return { module, index };
  }
  return part;
}

/** Ordered by module, so that equal requests have equal results. */
function reachedFunctions({ modules, entries }: LinkRequest): readonly Part[] {
  const definitions = definitionsIn(modules);
  const found = new Map<string, Part>();
  const visit = (part: Part): void => {
    if (found.has(keyOf(part))) return;
    found.set(keyOf(part), part);
    forEachStmt(functionAt(modules, part).body, (stmt) => {
      if (stmt.kind === "call") visit(resolve(modules, definitions, { module: part.module, index: stmt.function }));
    });
  };
  for (const entry of entries) visit(entry);
  return [...found.values()].sort((a, b) => a.module - b.module || a.index - b.index);
}

/** Takes over the table entries that a module's functions name, in the module's order. */
function takeOver(
  { modules }: LinkRequest,
  module: number,
  functions: readonly Part[],
  to: Omit<Numbering, "functionIndex">,
): void {
  const given = modules[module];
  if (!given) return;
  const ofModule = (part: Part) => part.module === module;
  const used = { files: new Set<number>(), structs: new Set<string>(), sites: new Set<number>() };
  const usedGlobals = new Set<number>();
  const note: Numbering = {
    globals: given.globals,
    functionIndex: (index) => index,
    fileIndex: (index) => noted(used.files, index),
    structName: (name) => noted(used.structs, name),
    siteIndex: (index) => noted(used.sites, index),
    globalIndex: (index) => noted(usedGlobals, index),
  };
  for (const part of functions.filter(ofModule)) renumberFunction(functionAt(modules, part), "", "internal", note);
  for (const index of usedGlobals) renumberPosition(given.globals[index]?.at ?? { file: 0, line: 1, column: 1 }, note);
  for (const index of used.sites) renumberPosition(given.sites[index]?.at ?? { file: 0, line: 1, column: 1 }, note);
  inOrder(given.files.keys(), used.files, to.fileIndex);
  inOrder(
    given.structs.map(({ name }) => name),
    used.structs,
    to.structName,
  );
  inOrder(given.globals.keys(), usedGlobals, to.globalIndex);
  inOrder(given.sites.keys(), used.sites, to.siteIndex);
}

function inOrder<T>(all: Iterable<T>, used: ReadonlySet<T>, take: (one: T) => unknown): void {
  for (const one of all) if (used.has(one)) take(one);
}

function noted<T>(set: Set<T>, item: T): T {
  set.add(item);
  return item;
}
