// Finds private arrays of numbers that are only loaded and stored element by element: their contents have a range, as locals do (find-ranges.ts).

import {
  type DataType,
  type Expr,
  expressionsOf,
  type Fn,
  forEachStmt,
  isScalar,
  operandsOf,
  scalars,
} from "@lanewise/ir";

/** By local: the type of its elements. */
export type PrivateArrays = ReadonlyMap<number, DataType>;

/** The private array whose element this lvalue is. */
export function arrayOfNumber(place: Expr): number | undefined {
  if (place.kind !== "element" || !isScalarPlace(place)) return undefined;
  let base: Expr = place;
  while (base.kind === "element") base = base.base;
  return base.kind === "address" ? base.local : undefined;
}

const isScalarPlace = ({ type }: Expr): boolean => typeof type === "object" && type.kind === "ref" && isScalar(type.to);

export function findPrivateArrays(fn: Fn): PrivateArrays {
  const found = new Map<number, DataType>();
  for (const [local, { type }] of fn.locals.entries()) {
    const leaf = numberOf(type);
    if (leaf && local >= fn.parameters) found.set(local, leaf);
  }
  if (found.size === 0) return found;
  const stored = new Set<number>();
  const visit = (expr: Expr): void => {
    if (expr.kind === "address") found.delete(expr.local);
    if (expr.kind === "load") visitPlace(expr.place, (local) => stored.has(local) || found.delete(local));
    else for (const operand of operandsOf(expr)) visit(operand);
  };
  const visitPlace = (place: Expr, known: (local: number) => unknown): void => {
    const local = arrayOfNumber(place);
    for (let at: Expr = place; at.kind === "element" && local !== undefined; at = at.base) visit(at.index);
    if (local === undefined) visit(place);
    else known(local);
  };
  // Requires that a store precedes each load in source order; nothing else reaches private memory.
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind !== "store") {
      for (const expr of expressionsOf(stmt)) visit(expr);
      return;
    }
    visit(stmt.value);
    visitPlace(stmt.place, (local) => stored.add(local));
  });
  return found;
}

/** The element type of an array, nested or not, of doubles or integers of at most 32 bits. */
function numberOf(type: Fn["locals"][number]["type"] | DataType): DataType | undefined {
  if (typeof type !== "object" || type.kind !== "array") return undefined;
  const { element } = type;
  if (typeof element !== "string") return numberOf(element);
  const { kind, size } = scalars[element];
  return element === "f64" || (kind === "integer" && size <= 4) ? element : undefined;
}

/** The step, if the stored value adds to an element of the private array. */
export function stepOfNumber(
  value: Expr,
  local: number,
): { readonly value: Expr; readonly isAdded: boolean } | undefined {
  if (value.kind !== "op" || (value.op !== "add" && value.op !== "sub")) return undefined;
  const [left, right] = value.args;
  if (!left || !right) return undefined;
  if (isNumberOf(left, local) && !reads(right, local)) return { value: right, isAdded: value.op === "add" };
  return value.op === "add" && isNumberOf(right, local) && !reads(left, local)
    ? { value: left, isAdded: true }
    : undefined;
}

const isNumberOf = (expr: Expr, local: number): boolean =>
  expr.kind === "load" &&
  arrayOfNumber(expr.place) === local &&
  !operandsOf(expr.place).some((one) => reads(one, local));

function reads(expr: Expr, local: number): boolean {
  if (expr.kind === "load" && arrayOfNumber(expr.place) === local) return true;
  return operandsOf(expr).some((one) => reads(one, local));
}
