// What modules call by the names that imports give, `<package>/<subpath>:<name>`: the launch finds it by its object. Where images of the
// package are given and none exports such a name, it most likely will not.

import { forEachStmt, type Module } from "@lanewise/ir";
import { isOfDefinition } from "../../link/symbol-forms.js";
import { EXTERNAL } from "../../recognise/external-device-fns.js";

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

/** Calls by names of packages whose images are among the modules, and have no function of that name. */
export function findUnknownNames(modules: readonly Module[]): readonly (ExternalCall & { readonly package: string })[] {
  const exported = modules.flatMap(({ functions }) =>
    functions.flatMap(({ linkage, symbol }) => (linkage === "exported" ? [symbol] : [])),
  );
  return modules.flatMap(externalCallsOf).flatMap((call) => {
    const [, owner = "", name = ""] = /^((?:@[^/:]+\/)?[^/:]+)[^:]*:(.*)$/.exec(call.symbol) ?? [];
    const isKnown = exported.some((symbol) => symbol.startsWith(`${owner}@`) && symbol.endsWith(`:${name}`));
    const isGiven = modules.some((module) => module.name.startsWith(`${owner}@`));
    const isExternal = name.startsWith(EXTERNAL);
    return isOfDefinition(call.symbol) || isKnown || isExternal || !isGiven ? [] : [{ ...call, package: owner }];
  });
}
