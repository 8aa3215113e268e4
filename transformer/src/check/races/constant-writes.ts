// Finds writes to constants, also through references passed to functions: a kernel's stores and atomics whose address may be in a specialization
// constant or a table. Works on the IR, because TypeScript's types can lose readonly.

import {
  accessOf,
  type Expr,
  forEachExpr,
  forEachStmt,
  type Global,
  hasBody,
  type Module,
  type Position,
} from "@lanewise/ir";
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
  return [
    ...found,
    ...passedOn(
      module,
      kernel,
      written.map(([index]) => index),
    ),
  ];
}

/** Returns the constants passed to functions of other images, which may assign to parameters whose types are not readonly. */
function passedOn(module: Module, kernel: number, written: readonly number[]): ConstantWrite[] {
  const { functions, globals } = module;
  return accessOf(module, kernel).functions.flatMap((caller) => {
    const passed: ConstantWrite[] = [];
    forEachStmt(functions[caller]?.body ?? [], (stmt) => {
      const callee = stmt.kind === "call" ? functions[stmt.function] : undefined;
      if (stmt.kind !== "call" || !callee || hasBody(callee)) return;
      const taken = stmt.args.filter((_, index) => callee.locals[index]?.isReadonly !== true);
      const index = written.find((one) => taken.some((arg) => names(arg, one)));
      if (index !== undefined) passed.push({ constant: globals[index]?.name ?? "", at: stmt.at, calls: [] });
    });
    return passed;
  });
}

function names(expr: Expr, global: number): boolean {
  let isNamed = false;
  const isPlace = typeof expr.type === "object"; // a load returns a copy
  forEachExpr(expr, (inner) => {
    isNamed ||= isPlace && inner.kind === "global" && inner.global === global;
  });
  return isNamed;
}

function isConstant(global: Global | undefined): boolean {
  return global?.storage === "specialization" || global?.storage === "constant";
}
