// Bounds checks: statements in front of the one whose index they look at. An index that is checked gets a name, so that it is computed once.

import type { Expr } from "@lanewise/ir";
import { type Scope, textOf } from "./scope.js";
import { STATE } from "./states.js";

type ElementExpr = Extract<Expr, { kind: "element" }>;

/** The index as a u32 that is less than `length`; where it is not, the work-item ends. */
export function checkedIndex(scope: Scope, { index, exact, site }: ElementExpr, length: string): string {
  const { program } = scope;
  const limit = /^\d+u$/.test(length) ? Number.parseInt(length, 10) : 0;
  if (index.kind === "const") {
    const value = Number(index.value);
    if (value >= 0 && value < limit) return `${value}u`;
  }
  const range = program.ranges?.of(index);
  if (range && !exact && range.low >= 0 && range.high < limit && !range.hasNaN && range.isInteger)
    return indexText(index, textOf(scope, index));
  if (program.options.bounds === "unchecked") return indexText(index, textOf(scope, index));
  const checked = exact ?? index;
  const name = `i_${scope.count++}`;
  program.writer.line(`let ${name} = ${textOf(scope, checked)};`);
  const isWide = checked.type === "i64" || checked.type === "u64";
  const isOutside = isWide ? `${name}.y != 0u || ${name}.x >= ${length}` : `u32(${name}) >= ${length}`;
  const sites = isWide ? name : checked.type === "u32" ? `vec2<u32>(${name}, 0u)` : `${program.use("i64_of")}(${name})`;
  program.writer.line(`if (${isOutside}) { ${failText(scope, site, sites, length)} }`);
  return indexText(checked, name);
}

function indexText({ type }: Expr, text: string): string {
  if (type === "i64" || type === "u64") return `${text}.x`;
  return type === "u32" ? text : `u32(${text})`;
}

/** Records the failure, and ends the work-item. */
export function failText({ program, isPart }: Scope, site: number, index: string, length: string): string {
  program.canFail = true;
  const note = isPart ? ` state = ${STATE.failed};` : "";
  return `${program.use("fail")}(${site}u, ${index}, ${length});${note} return;`;
}
