// With `rdc: "off"`, every image contains everything it calls (requirement X9): reports a device function that is missing from the program at
// each kernel and device function that reaches it.

import { forEachStmt, isExternalSymbol, type Module } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Reporter } from "../diagnostics/reporter.js";
import type { SplitProgram } from "./split-images.js";

/** `declarations` has those of kernels and exported functions, by symbol. */
export function checkWhole(reporter: Reporter, split: SplitProgram, declarations: ReadonlyMap<string, ts.Node>): void {
  const images = [...[...split.ofModules.values()].flat(), ...split.shared.map(({ image }) => image)];
  for (const { module } of images) {
    for (const [index, { linkage, symbol }] of module.functions.entries()) {
      const place = declarations.get(symbol);
      if (!place || (linkage !== "kernel" && linkage !== "exported")) continue;
      for (const missing of importsReached(module, index)) {
        reporter.report(isExternalSymbol(missing) ? "LW1525" : "LW1534", place, [missing]);
      }
    }
  }
}

/** The symbols of functions without a body that a function reaches. */
function importsReached({ functions }: Module, entry: number): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<number>();
  const visit = (index: number): void => {
    const fn = functions[index];
    if (!fn || seen.has(index)) return;
    seen.add(index);
    if (fn.linkage === "imported") found.add(fn.symbol);
    forEachStmt(fn.body, (stmt) => {
      if (stmt.kind === "call") visit(stmt.function);
    });
  };
  visit(entry);
  return found;
}
