// Decides whether a stored value is computed from the old one, directly or through variables: `out[0] += 1`, or `const c = out[0]; out[0] = c + 1`.
// Compares addresses by a text in which variables that are assigned once are replaced by their values.

import { type Expr, forEachStmt, operandsOf } from "@lanewise/ir";
import { definitionsOf, type Frame } from "./frame.js";

const MAX_LENGTH = 400;
const MAX_STEPS = 2000;

/** Returns the text of an address; undefined if it cannot be told from others. */
export function placeText(frame: Frame, expr: Expr): string | undefined {
  const text = textOf(frame, expr);
  return text !== undefined && text.length <= MAX_LENGTH ? text : undefined;
}

function textOf(frame: Frame, expr: Expr): string | undefined {
  switch (expr.kind) {
    case "const":
      return String(expr.value);
    case "local":
      return localText(frame, expr.local);
    case "address":
    case "load":
      return undefined;
    case "global":
      return `global ${expr.global}`;
    case "query":
      return `${expr.query} ${expr.dimension}`;
    default: {
      const operands = operandsOf(expr).map((one) => placeText(frame, one));
      if (operands.includes(undefined)) return undefined;
      const name = expr.kind === "op" ? expr.op : expr.kind === "builtin" ? expr.builtin : expr.kind;
      return `${name}${expr.kind === "field" ? expr.field : ""}(${operands.join()})`;
    }
  }
}

/** Returns a local's text; `once` and `often` mark the kernel's own variables by the number of their assignments. */
function localText(frame: Frame, local: number): string | undefined {
  const { values, count } = definitionsOf(frame.fn, local);
  const name = `${frame.id}.${local}`;
  const isParameter = local < frame.fn.parameters;
  if (count > (isParameter ? 0 : 1)) return `often ${name}`;
  if (isParameter) {
    const { caller } = frame;
    const argument = caller?.call.args[local];
    return caller && argument ? (placeText(caller.frame, argument) ?? `once ${name}`) : `captured ${local}`;
  }
  const [value] = values;
  return (value && placeText(frame, value)) ?? `once ${name}`;
}

/** Whether `value` is computed from a load at the address with that text. */
export function isMadeFrom(frame: Frame, value: Expr, place: string): boolean {
  const seen = new Set<string>();
  let steps = 0;
  const search = (at: Frame, expr: Expr, isSameStatement: boolean): boolean => {
    if (steps++ > MAX_STEPS) return false;
    if (expr.kind === "load") {
      // In another statement, a variable that is assigned often may have had another value.
      if (placeText(at, expr.place) === place && (isSameStatement || !place.includes("often "))) return true;
    }
    if (expr.kind === "local") return searchLocal(at, expr.local);
    return operandsOf(expr).some((operand) => search(at, operand, isSameStatement));
  };
  const searchLocal = (at: Frame, local: number): boolean => {
    const key = `${at.id}.${local}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const { caller, fn } = at;
    const { values, calls, count } = definitionsOf(fn, local);
    // A value carried from an earlier iteration may come from another element.
    if (count > 1 && place.includes("once ")) return false;
    const argument = local < fn.parameters ? caller?.call.args[local] : undefined;
    if (caller && argument && search(caller.frame, argument, false)) return true;
    if (values.some((one) => search(at, one, false))) return true;
    return calls.some((call) => {
      const callee = at.callees.get(call);
      return callee !== undefined && returnedBy(callee).some((one) => search(callee, one, false));
    });
  };
  return search(frame, value, true);
}

function returnedBy({ fn }: Frame): Expr[] {
  const found: Expr[] = [];
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind === "return" && stmt.value) found.push(stmt.value);
  });
  return found;
}
