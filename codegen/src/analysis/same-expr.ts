// Whether two expressions are structurally equal: the same operations on the same locals. Their values are equal if none of their locals is assigned
// in between, which the caller must know.

import { type Expr, operandsOf } from "@lanewise/ir";

export function isSameExpr(a: Expr, b: Expr): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || !hasSameHead(a, b)) return false;
  const [left, right] = [operandsOf(a), operandsOf(b)];
  return (
    left.length === right.length &&
    left.every((one, index) => {
      const other = right[index];
      return other !== undefined && isSameExpr(one, other);
    })
  );
}

function hasSameHead(a: Expr, b: Expr): boolean {
  switch (a.kind) {
    case "const":
      return b.kind === "const" && a.type === b.type && Object.is(a.value, b.value);
    case "local":
    case "address":
      return b.kind === a.kind && a.local === b.local;
    case "op":
      return b.kind === "op" && a.op === b.op && a.type === b.type;
    case "builtin":
      return b.kind === "builtin" && a.builtin === b.builtin && a.type === b.type;
    case "query":
      return b.kind === "query" && a.query === b.query && a.dimension === b.dimension;
    case "global":
      return b.kind === "global" && a.global === b.global;
    case "field":
      return b.kind === "field" && a.field === b.field;
    case "element":
    case "dereference":
    case "pointer":
    case "load":
    case "length":
      return true;
  }
}
