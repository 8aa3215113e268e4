// A math function written in the IR's own operations, so that every target that has them computes it: a gang as vectors, a
// scalar as scalars, to the same bits. It is straight-line code: steps, each a local, then the result.

import { type Builtin, build, type Expr, type ValueScalar } from "@lanewise/ir";

export interface MathFunction {
  readonly arity: 1 | 2;
  /** Of its arguments and of its result. */
  readonly type: "f32" | "f64";
  /** Step i is local arity + i; before them come the arguments. An expression may use any local before its own. */
  readonly steps: readonly Expr[];
  readonly result: Expr;
  /** A bool over the locals: where it holds, the result is the host's Math function instead (slow, so: seldom). */
  readonly fallback: Expr | undefined;
  /** What is computed there before: the whole function, of which this one is what usual arguments need. Its own fallback is the host's. */
  readonly whole?: MathFunction | undefined;
}

/** Collects the steps of a function while it is written down. */
export interface Steps {
  /** Names a value that is used more than once. */
  let(value: Expr): Expr;
}

/** Gets the arguments and returns the result. */
export type WriteFunction = (
  steps: Steps,
  x: Expr,
  y: Expr,
) => Expr | { readonly result: Expr; readonly fallback: Expr };

function writeDown(type: "f32" | "f64", arity: 1 | 2, write: WriteFunction): MathFunction {
  const steps: Expr[] = [];
  const local = (index: number, type: ValueScalar) => build.local(index, type);
  const collected: Steps = {
    let: (value) => {
      // Steps are values: the operations that make them have no other types.
      const type = value.type as ValueScalar;
      return local(arity + steps.push(value) - 1, type);
    },
  };
  const written = write(collected, local(0, type), local(arity - 1, type));
  return "result" in written
    ? { arity, type, steps, result: written.result, fallback: written.fallback }
    : { arity, type, steps, result: written, fallback: undefined };
}

/** Of f32. */
export const mathFunction = (arity: 1 | 2, write: WriteFunction): MathFunction => writeDown("f32", arity, write);
/** Of f64. Its products and sums are rounded each: it is not contracted. */
export const wideFunction = (arity: 1 | 2, write: WriteFunction, whole?: MathFunction): MathFunction => ({
  ...writeDown("f64", arity, write),
  whole,
});

export type MathFunctions = Readonly<Partial<Record<Builtin, MathFunction>>>;
