// Finds what writes constants, also through references that functions are passed: stores and atomics of a kernel whose place may lie in
// a specialization constant or a table. IR in; that TypeScript's types take readonly away is what leads here.

import { accessOf, type Global, type Module, type Position } from "@lanewise/ir";
import { visitKernel } from "./dependence.js";
import { callsTo, type Race } from "./find-races.js";

export interface ConstantWrite {
  readonly constant: string;
  readonly at: Position;
  readonly calls: Race["calls"];
}

export function findConstantWrites(module: Module, kernel: number): readonly ConstantWrite[] {
  const written = [...accessOf(module, kernel).globals].filter(
    ([index, access]) => isConstant(module.globals[index]) && /write/i.test(access),
  );
  const found: ConstantWrite[] = [];
  if (written.length === 0) return found;
  visitKernel(module, kernel, ({ rootsOf }) => (frame, stmt) => {
    if (stmt.kind === "barrier") return;
    const roots = rootsOf(frame, stmt.place);
    const one = written.find(([index]) => roots.has(`global ${index}`));
    if (one) found.push({ constant: module.globals[one[0]]?.name ?? "", at: stmt.at, calls: callsTo(frame) });
  });
  return found;
}

function isConstant(global: Global | undefined): boolean {
  return global?.storage === "specialization" || global?.storage === "constant";
}
