// Pointers as WGSL text: what one names is looked up in the table of the device's allocations (ir/src/abi/pointer-table.ts), which lies in the heap. A
// pointer may lead anywhere, so a kernel that has some takes the device's memory as one.

import {
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  layoutOf,
  POINTER_TABLE_OFFSET,
} from "@lanewise/ir";
import { failText } from "./checks.js";
import { argumentWord } from "./parameters.js";
import { type Program, type Scope, spaceOf, textOf } from "./scope.js";

const tableText = (program: Program): string => argumentWord(program, POINTER_TABLE_OFFSET / 4);

/** The address of the place that a pointer names, which is checked first. */
export function dereferenceText(scope: Scope, expr: Extract<Expr, { kind: "dereference" }>): string {
  const { program } = scope;
  const { writer, use, module } = program;
  const { size, align } = layoutOf(expr.type.to, module.structs);
  const name = `p_${scope.count++}`;
  const pointer = textOf(scope, expr.pointer);
  writer.line(`let ${name} = ${use("follow_pointer")}(${tableText(program)}, ${pointer}, ${size}u, ${align}u);`);
  writer.line(`if (${name}.x == 0u) { ${failText(scope, expr.site, `${name}.zw`, `${name}.y`)} }`);
  return `${name}.y`;
}

/** A pointer to a place with this address; 0 for what lies in no allocation. */
export function pointerText({ program, spaces }: Scope, place: Expr, address: string): string {
  const space = spaceOf(program, spaces, place);
  if (space === "stack" || space === "local") return "vec2<u32>(0u, 0u)";
  return `${program.use("pointer_to")}(${tableText(program)}, ${address})`;
}

/** Whether it makes or follows any. */
export function hasPointers(fn: Fn): boolean {
  let isFound = false;
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, ({ kind }) => {
        isFound ||= kind === "dereference" || kind === "pointer";
      });
    }
  });
  return isFound;
}
