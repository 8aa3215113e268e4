// Constants that are added to a float and subtracted again, to round it or to find what a sum has lost. Some drivers take the two for nothing,
// which JavaScript does not: sums with such a constant are hidden from them (expressions.ts).

import { type Expr, forEachExpr } from "@lanewise/ir";

type OpExpr = Extract<Expr, { kind: "op" }>;

/** What a sum of f32 adds: the constant, negated where it is subtracted. */
export function addedConstant({ op, type, args: [a, b] }: OpExpr): number | undefined {
  if (type !== "f32" || (op !== "add" && op !== "sub")) return undefined;
  if (b?.kind === "const") return op === "sub" ? -Number(b.value) : Number(b.value);
  return a?.kind === "const" && op === "add" ? Number(a.value) : undefined;
}

/** Of a function, whose expressions these are: constants that it adds and subtracts. */
export function cancellingConstants(expressions: Iterable<Expr>): ReadonlySet<number> {
  const added = new Set<number>();
  for (const expr of expressions) {
    forEachExpr(expr, (one) => {
      const constant = one.kind === "op" ? addedConstant(one) : undefined;
      if (constant !== undefined) added.add(constant);
    });
  }
  return new Set([...added].filter((constant) => added.has(-constant)));
}
