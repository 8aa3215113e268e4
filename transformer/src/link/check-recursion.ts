// Reports device functions that call each other without end. The front end does not look at callees' bodies, so it cannot see such
// cycles, within a module or across modules.

import { forEachStmt, invariant, type Module } from "@lanewise/ir";
import type ts from "typescript-6";
import { type Reporter, spanOf } from "../diagnostics/reporter.js";

/** The `modules` have been linked internally; `declarations` are by symbol. */
export function checkRecursion(
  reporter: Reporter,
  modules: readonly Module[],
  declarations: ReadonlyMap<string, ts.Node>,
): void {
  const calls = new Map<string, ReadonlySet<string>>();
  for (const module of modules) {
    module.functions.forEach((fn, index) => {
      if (fn.linkage === "exported") calls.set(fn.symbol, calledSymbols(module, index));
    });
  }
  const done = new Set<string>();
  const visit = (symbol: string, path: readonly string[]): void => {
    const start = path.indexOf(symbol);
    if (start >= 0) report(reporter, path.slice(start), declarations);
    if (start >= 0 || done.has(symbol)) return;
    for (const callee of calls.get(symbol) ?? []) visit(callee, [...path, symbol]);
    done.add(symbol);
  };
  for (const symbol of calls.keys()) visit(symbol, []);
}

/** The device functions that a function reaches through ordinary functions. */
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
      else found.add(callee.symbol);
    });
  };
  visit(entry);
  return found;
}

function report(reporter: Reporter, circle: readonly string[], declarations: ReadonlyMap<string, ts.Node>): void {
  const [first, ...others] = circle.flatMap((symbol) => declarations.get(symbol) ?? []);
  invariant(first, `${circle.join(" and ")} are declared`);
  const notes = others.map((node) => ({ ...spanOf(node), message: "through this device function" }));
  reporter.report("LW1205", first, [first.getText()], notes);
}
