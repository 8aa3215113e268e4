// JavaScript's order of evaluation. Right operands are lowered into a buffer of statements. Left operands are spilled only if those statements have
// effects; then the statements are emitted. Independent of TypeScript's tree.

import { type Block, type Expr, operandsOf, type Stmt } from "@lanewise/ir";
import { emitAll, type FunctionEmitter, inBlock, shallow, spill } from "./function-emitter.js";

interface Buffered<T> {
  readonly value: T;
  readonly statements: Block;
}

/** Returns the result of `action`, and the statements that it emits, which the caller emits. */
export function buffered<T>(emitter: FunctionEmitter, action: () => T): Buffered<T> {
  let value: T | undefined;
  const statements = inBlock(emitter, () => {
    value = action();
  });
  return { value: value as T, statements }; // the action has run
}

/** Whether a value may change during these statements. Temporaries only read. */
export function isDisturbing(emitter: FunctionEmitter, statements: Block): boolean {
  return !statements.every((statement) => isTemporary(emitter, statement));
}

function isTemporary(emitter: FunctionEmitter, statement: Stmt): statement is Stmt & { kind: "set" } {
  return statement.kind === "set" && emitter.constants.has(statement.local);
}

/** Returns `value`, which was lowered first, and the result of `later`. If the latter has effects, `keep` protects the value from them. */
export function inOrder<A, B>(
  emitter: FunctionEmitter,
  value: A,
  keep: (emitter: FunctionEmitter, value: A) => A,
  later: () => B,
): readonly [A, B] {
  const { value: second, statements } = buffered(emitter, later);
  const first = isDisturbing(emitter, statements) ? keep(emitter, value) : value;
  emitAll(emitter, statements);
  return [first, second];
}

/** Lowers the operands in order, and protects each from the effects of later ones. */
export function lowerOperands(emitter: FunctionEmitter, operands: readonly (() => Expr)[]): Expr[] {
  const [first, ...rest] = operands;
  if (!first) return [];
  // Not buffered: the left operands of a long sum nest deeply.
  const head = { value: first(), statements: [] };
  const lowered: readonly Buffered<Expr>[] = [head, ...rest.map((lower) => buffered(emitter, lower))];
  const last = lowered.findLastIndex(({ statements }) => isDisturbing(emitter, statements));
  return lowered.map(({ value, statements }, index) => {
    emitAll(emitter, statements);
    return index < last ? spill(emitter, value) : shallow(emitter, value);
  });
}

/** Whether evaluating it needlessly is cheap and cannot fail: no array element, no function beyond one operation. */
export function isFree(emitter: FunctionEmitter, { value, statements }: Buffered<Expr>): boolean {
  return isCheap(value) && statements.every((one) => isTemporary(emitter, one) && isCheap(one.value));
}

function isCheap(expr: Expr): boolean {
  if (expr.kind === "builtin" && expr.builtin !== "round") return false;
  if (expr.kind === "element" || expr.kind === "dereference" || expr.kind === "pointer") return false;
  return operandsOf(expr).every(isCheap);
}

/** Spills the parts of an lvalue or array reference that later statements could change. */
export function keepPlace(emitter: FunctionEmitter, place: Expr): Expr {
  if (place.kind === "dereference") return spill(emitter, place);
  if (place.kind === "field") return { ...place, base: keepPlace(emitter, place.base) };
  if (place.kind !== "element") return place.kind === "local" ? spill(emitter, place) : place;
  return { ...place, base: keepPlace(emitter, place.base), index: spill(emitter, place.index) };
}
