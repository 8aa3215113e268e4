// Device functions that call each other without end: of one module the front end does not see it, since it looks at no callee's body,
// and of several nobody else could. Wherever such a circle closes in the program, it is reported. A call by reference counts as one of
// every function of that type to which the program takes a reference.

import { dispatchedType, forEachStmt, functionType, type Module, referredSymbol } from "@lanewise/ir";
import type ts from "typescript-6";
import { type Reporter, spanOf } from "../diagnostics/reporter.js";

/** Whether there was one. `modules` are linked within; `declarations` are by symbol. */
export function checkRecursion(
  reporter: Reporter,
  modules: readonly Module[],
  declarations: ReadonlyMap<string, ts.Node>,
): boolean {
  const calls = new Map<string, ReadonlySet<string>>();
  for (const module of modules) {
    module.functions.forEach((fn, index) => {
      if (fn.linkage === "exported") calls.set(fn.symbol, calledSymbols(module, index));
    });
  }
  for (const [type, symbols] of referencesByType(modules)) calls.set(byReference(type), symbols);
  let isFound = false;
  const done = new Set<string>();
  const visit = (symbol: string, path: readonly string[]): void => {
    const start = path.indexOf(symbol);
    if (start >= 0) {
      isFound = true;
      report(reporter, path.slice(start), declarations);
    }
    if (start >= 0 || done.has(symbol)) return;
    for (const callee of calls.get(symbol) ?? []) visit(callee, [...path, symbol]);
    done.add(symbol);
  };
  for (const symbol of calls.keys()) visit(symbol, []);
  return isFound;
}

/** The device functions that a function reaches through functions that are none. */
function calledSymbols({ functions }: Module, entry: number): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<number>();
  const visit = (index: number): void => {
    if (seen.has(index)) return;
    seen.add(index);
    forEachStmt(functions[index]?.body ?? [], (stmt) => {
      const callee = stmt.kind === "call" ? functions[stmt.function] : undefined;
      if (!callee || stmt.kind !== "call") return;
      if (callee.linkage === "internal") visit(stmt.function);
      else if (callee.linkage === "dispatch") found.add(byReference(dispatchedType(callee)));
      else found.add(callee.symbol);
    });
  };
  visit(entry);
  return found;
}

function report(reporter: Reporter, circle: readonly string[], declarations: ReadonlyMap<string, ts.Node>): void {
  const [first, ...others] = circle.flatMap((symbol) => declarations.get(symbol) ?? []);
  if (!first) return;
  const notes = others.map((node) => ({ ...spanOf(node), message: "through this device function" }));
  const isByReference = circle.some((symbol) => symbol.startsWith(BY_REFERENCE));
  reporter.report(isByReference ? "LW1447" : "LW1205", first, [first.getText()], notes);
}

const BY_REFERENCE = "by reference ";

/** What stands among the symbols for a call by reference. */
function byReference(type: string): string {
  return `${BY_REFERENCE}${type}`;
}

/** The device functions of the program to which it takes references, by their types. */
function referencesByType(modules: readonly Module[]): ReadonlyMap<string, ReadonlySet<string>> {
  const functions = modules.flatMap((module) => module.functions);
  const taken = new Set(functions.flatMap((fn) => (fn.linkage === "reference" ? [referredSymbol(fn)] : [])));
  const found = new Map<string, Set<string>>();
  for (const fn of functions) {
    if (fn.linkage !== "exported" || !taken.has(fn.symbol)) continue;
    const type = functionType(fn);
    found.set(type, (found.get(type) ?? new Set()).add(fn.symbol));
  }
  return found;
}
