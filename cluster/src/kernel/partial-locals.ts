// Finds, through calls and copies, the locals that may hold an array of which a chunk has only a part.

import { forEachStmt, type Module } from "@lanewise/ir";

/** For each function, its locals in ascending order. */
export function partialLocals(
  module: Module,
  kernel: number,
  parts: ReadonlySet<number>,
): readonly ReadonlySet<number>[] {
  const found = module.functions.map((_, index) => new Set<number>(index === kernel ? parts : []));
  const count = () => found.reduce((sum, { size }) => sum + size, 0);
  for (let before = -1; before !== count(); ) {
    before = count();
    module.functions.forEach(({ body }, index) => {
      const own = found[index];
      if (!own) return;
      forEachStmt(body, (stmt) => {
        if (stmt.kind === "set" && stmt.value.kind === "local" && own.has(stmt.value.local)) own.add(stmt.local);
        if (stmt.kind !== "call") return;
        stmt.args.forEach((arg, parameter) => {
          if (arg.kind === "local" && own.has(arg.local)) found[stmt.function]?.add(parameter);
        });
      });
    });
  }
  return found.map((locals) => new Set([...locals].sort((a, b) => a - b)));
}
