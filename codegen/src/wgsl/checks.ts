// Bounds checks: statements in front of the one whose index they look at. An index that is checked gets a name, so that it is computed once.

import type { Expr } from "@lanewise/ir";
import type { Ranges } from "../narrow/find-ranges.js";
import { type Scope, textOf } from "./scope.js";
import { STATE } from "./states.js";

type ElementExpr = Extract<Expr, { kind: "element" }>;

/** The index as a u32 that is less than `length`; where it is not, the work-item ends. */
export function checkedIndex(scope: Scope, element: ElementExpr, length: string): string {
  const { program } = scope;
  const { index, exact, site } = element;
  const limit = /^\d+u$/.test(length) ? Number.parseInt(length, 10) : 0;
  if (isInArray(program.ranges, element, limit))
    return index.kind === "const" ? `${Number(index.value)}u` : indexText(index, textOf(scope, index));
  if (program.options.bounds === "unchecked" || program.proven.has(element))
    return indexText(index, textOf(scope, index));
  const name = `i_${scope.count++}`;
  const magnitude = exact && magnitudeText(scope, exact);
  if (exact && magnitude !== undefined) {
    const { writer } = program;
    writer.line(`let ${name} = ${textOf(scope, index)};`);
    // Only where the words may have wrapped is the exact index computed.
    writer.braces(`if (!(${magnitude} < ${NEAR}.0f))`, () => {
      const wide = `${name}_exact`;
      writer.line(`let ${wide} = ${textOf(scope, exact)};`);
      const sites = `${program.use("i64_of")}(${wide})`;
      writer.line(`if (u32(${wide}) >= ${length}) { ${failText(scope, site, sites, length)} }`);
    });
    const sites = index.type === "u32" ? `vec2<u32>(${name}, 0u)` : `${program.use("i64_of")}(${name})`;
    writer.line(`if (u32(${name}) >= ${length}) { ${failText(scope, site, sites, length)} }`);
    return indexText(index, name);
  }
  const checked = exact ?? index;
  program.writer.line(`let ${name} = ${textOf(scope, checked)};`);
  const isWide = checked.type === "i64" || checked.type === "u64";
  const isOutside = isWide ? `${name}.y != 0u || ${name}.x >= ${length}` : `u32(${name}) >= ${length}`;
  const sites = isWide ? name : checked.type === "u32" ? `vec2<u32>(${name}, 0u)` : `${program.use("i64_of")}(${name})`;
  program.writer.line(`if (${isOutside}) { ${failText(scope, site, sites, length)} }`);
  return indexText(checked, name);
}

/** Whether the index is known to be below `length`, which is known before any launch. */
export function isInArray(ranges: Ranges | undefined, { index, exact }: ElementExpr, length: number): boolean {
  if (index.kind === "const") return Number(index.value) >= 0 && Number(index.value) < length;
  const range = ranges?.of(index);
  return range !== undefined && !exact && range.low >= 0 && range.high < length && !range.hasNaN && range.isInteger;
}

/** Sums of f32 that are below it are of integers below 2^31. */
const NEAR = 2 ** 30;

/**
 * The sum of the absolute values of all that an index is made of, in f32, whose errors are far below NEAR: where it is below, nothing has
 * wrapped. Undefined of an index that is made of something else than words.
 */
function magnitudeText(scope: Scope, expr: Expr): string | undefined {
  if (expr.kind === "const") return `${Math.abs(Math.fround(Number(expr.value)))}f`.replace(/^(\d+)f$/, "$1.0f");
  if (expr.kind !== "op") return undefined;
  const [first, second] = expr.args;
  if (!first) return undefined;
  if (expr.op === "convert") {
    if (first.type === "u32") return `f32(${textOf(scope, first)})`;
    return first.type === "i32" ? `abs(f32(${textOf(scope, first)}))` : undefined;
  }
  if (expr.op === "index" || expr.op === "neg") return magnitudeText(scope, first);
  const sign = { add: "+", sub: "+", mul: "*" }[expr.op as string];
  if (sign === undefined || !second) return undefined;
  const [left, right] = [magnitudeText(scope, first), magnitudeText(scope, second)];
  return left && right && `(${left} ${sign} ${right})`;
}

function indexText({ type }: Expr, text: string): string {
  if (type === "i64" || type === "u64") return `${text}.x`;
  return type === "u32" ? text : `u32(${text})`;
}

/** Records the failure, and ends the work-item. */
export function failText({ program, isPart }: Scope, site: number, index: string, length: string): string {
  program.canFail = true;
  const note = isPart ? ` state = ${STATE.failed};` : "";
  const noted = program.hasNotes ? ` ${program.use("write_note")}();` : "";
  return `${program.use("fail")}(${site}u, ${index}, ${length});${noted}${note} return;`;
}
