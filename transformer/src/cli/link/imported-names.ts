// Calls by the names that imports give, `<package>/<subpath>:<name>`, which a launch resolves through objects. If images of the package
// are given but export no such name, the launch will most likely fail.

import { EXTERNAL, forEachStmt, type Module } from "@lanewise/ir";
import { isOfDefinition } from "../../link/symbol-forms.js";

/** A call of a function outside the calling module. */
export interface ExternalCall {
  readonly symbol: string;
  /** The calling module's name. */
  readonly module: string;
  /** `src/main.ts:6:40`, relative to the package's root. */
  readonly place: string;
}

/** The first call of each imported function. */
export function externalCallsOf({ name, files, functions }: Module): readonly ExternalCall[] {
  const found = new Map<string, ExternalCall>();
  for (const { body } of functions) {
    forEachStmt(body, (stmt) => {
      const callee = stmt.kind === "call" ? functions[stmt.function] : undefined;
      if (stmt.kind !== "call" || callee?.linkage !== "imported" || found.has(callee.symbol)) return;
      const place = `${files[stmt.at.file] ?? "?"}:${stmt.at.line}:${stmt.at.column}`;
      found.set(callee.symbol, { symbol: callee.symbol, module: name, place });
    });
  }
  return [...found.values()];
}

/** The package and the name in it, from an import's name. */
function partsOf(symbol: string): { readonly owner: string; readonly name: string } {
  const [, owner = "", name = ""] = /^((?:@[^/:]+\/)?[^/:]+)[^:]*:(.*)$/.exec(symbol) ?? [];
  return { owner, name };
}

function exportedBy(modules: readonly Module[]): readonly string[] {
  return modules.flatMap(({ functions }) =>
    functions.flatMap(({ linkage, symbol }) => (linkage === "exported" ? [symbol] : [])),
  );
}

/** The symbols of imported names, if the modules have exactly one function of that name, in one version of the package. */
export function certainNames(modules: readonly Module[]): ReadonlyMap<string, string> {
  const exported = exportedBy(modules);
  const names = modules.flatMap(externalCallsOf).flatMap(({ symbol }): readonly (readonly [string, string])[] => {
    const { owner, name } = partsOf(symbol);
    if (isOfDefinition(symbol) || name.startsWith(EXTERNAL)) return [];
    const found = exported.filter((one) => one.startsWith(`${owner}@`) && one.endsWith(`:${name}`));
    const [first, ...others] = new Set(found);
    return first !== undefined && others.length === 0 ? [[symbol, first]] : [];
  });
  return new Map(names);
}

/** Calls by imported names of packages whose images are given but have no function of that name. */
export function findUnknownNames(modules: readonly Module[]): readonly (ExternalCall & { readonly package: string })[] {
  const exported = exportedBy(modules);
  return modules.flatMap(externalCallsOf).flatMap((call) => {
    const { owner, name } = partsOf(call.symbol);
    const isKnown = exported.some((symbol) => symbol.startsWith(`${owner}@`) && symbol.endsWith(`:${name}`));
    const isGiven = modules.some((module) => module.name.startsWith(`${owner}@`));
    const isExternal = name.startsWith(EXTERNAL);
    return isOfDefinition(call.symbol) || isKnown || isExternal || !isGiven ? [] : [{ ...call, package: owner }];
  });
}
