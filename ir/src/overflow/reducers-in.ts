// Finds the locals that are the launch's reducers in each function a kernel reaches: they are passed on from the kernel's parameters.

import { type Expr, forEachStmt, type Module } from "../module/index.js";

/** By function; `parameters` are the kernel's reducers. */
export function reducersIn(
  module: Module,
  kernel: number,
  parameters: ReadonlySet<number>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  const add = (index: number, locals: Iterable<number>): void => {
    const known = found.get(index) ?? new Set();
    const before = known.size;
    for (const local of locals) known.add(local);
    found.set(index, known);
    if (known.size > before) follow(index, known);
  };
  const follow = (index: number, own: ReadonlySet<number>): void => {
    const isReducer = (expr: Expr): boolean => expr.kind === "local" && own.has(expr.local);
    forEachStmt(module.functions[index]?.body ?? [], (stmt) => {
      if (stmt.kind === "set" && isReducer(stmt.value)) add(index, [stmt.local]);
      if (stmt.kind !== "call") return;
      const given = stmt.args.flatMap((arg, at) => (isReducer(arg) ? [at] : []));
      add(stmt.function, given);
    });
  };
  add(kernel, parameters);
  return found;
}
