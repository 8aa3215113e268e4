// What modules call by the names that imports give, `<package>/<subpath>:<name>`: the launch finds it by its object. Where images of the
// package are given and none exports such a name, it most likely will not.

import { EXTERNAL, forEachStmt, type Module } from "@lanewise/ir";
import { isOfDefinition } from "../../link/symbol-forms.js";

/** A call of a function that the calling module does not have. */
export interface ExternalCall {
  readonly symbol: string;
  /** The calling module's name. */
  readonly module: string;
  /** `src/main.ts:6:40`, from the package's root. */
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

/** The package and the name in it, of a name that an import gives. */
function partsOf(symbol: string): { readonly owner: string; readonly name: string } {
  const [, owner = "", name = ""] = /^((?:@[^/:]+\/)?[^/:]+)[^:]*:(.*)$/.exec(symbol) ?? [];
  return { owner, name };
}

function exportedBy(modules: readonly Module[]): readonly string[] {
  return modules.flatMap(({ functions }) =>
    functions.flatMap(({ linkage, symbol }) => (linkage === "exported" ? [symbol] : [])),
  );
}

/** The symbols that names of imports lead to, where the modules have one function of that name in one version of the package. */
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

/** Calls by names of packages whose images are among the modules, and have no function of that name. */
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
