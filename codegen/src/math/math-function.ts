// A math function in the IR's own operations, so that every target with them computes the same bits: a gang with vectors, scalar code with scalars.
// It is straight-line code: steps, each a local, then the result.

import { type Builtin, build, type Expr, type ValueScalar } from "@lanewise/ir";

export interface MathFunction {
  readonly arity: Arity;
  /** The type of its arguments and its result. */
  readonly type: "f32" | "f64";
  /** Step i is local arity + i; the arguments precede them. An expression may use any earlier local. */
  readonly steps: readonly Expr[];
  readonly result: Expr;
  /** A bool over the locals: where it holds, the host's Math function gives the result instead (slow, so it should be rare). */
  readonly fallback: Expr | undefined;
  /**
   * The function to try before the host's there: the whole function, of which this one covers the usual arguments. Its own fallback is the host's.
   */
  readonly whole?: MathFunction | undefined;
}

/** 4: of what is left of a turn (f64/trigonometric.ts), for targets with a reduction of their own. */
type Arity = 1 | 2 | 4;

/** Collects a function's steps while it is written. */
export interface Steps {
  /** Names a value that is used more than once. */
  let(value: Expr): Expr;
}

/** Takes the arguments and returns the result. */
export type WriteFunction = (
  steps: Steps,
  x: Expr,
  y: Expr,
  ...others: Expr[]
) => Expr | { readonly result: Expr; readonly fallback: Expr };

function writeDown(type: "f32" | "f64", arity: Arity, write: WriteFunction): MathFunction {
  const steps: Expr[] = [];
  const local = (index: number, type: ValueScalar) => build.local(index, type);
  const collected: Steps = {
    let: (value) => {
      // Steps are values: their operations have no other types.
      const type = value.type as ValueScalar;
      return local(arity + steps.push(value) - 1, type);
    },
  };
  const others = Array.from({ length: arity - 1 }, (_, index) => local(index + 1, type));
  const [y = local(0, type), ...more] = others;
  const written = write(collected, local(0, type), y, ...more);
  return "result" in written
    ? { arity, type, steps, result: written.result, fallback: written.fallback }
    : { arity, type, steps, result: written, fallback: undefined };
}

/** A function of f32. */
export const mathFunction = (arity: 1 | 2, write: WriteFunction): MathFunction => writeDown("f32", arity, write);
/** A function of f64. Each of its products and sums is rounded: it is not contracted. */
export const wideFunction = (arity: Arity, write: WriteFunction, whole?: MathFunction): MathFunction => ({
  ...writeDown("f64", arity, write),
  whole,
});

export type MathFunctions = Readonly<Partial<Record<Builtin, MathFunction>>>;
