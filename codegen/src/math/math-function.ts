// A math function written in the IR's own operations, so that every target that has them computes it: a gang as vectors, a
// scalar as scalars, to the same bits. It is straight-line code: steps, each a local, then the result.

import { type Builtin, build, type Expr, type ValueScalar } from "@lanewise/ir";

export interface MathFunction {
  readonly arity: 1 | 2;
  /** Step i is local arity + i; before them come the arguments. An expression may use any local before its own. */
  readonly steps: readonly Expr[];
  /** An f32. */
  readonly result: Expr;
  /** A bool over the locals: where it holds, the result is the host's Math function instead (slow, so: seldom). */
  readonly fallback: Expr | undefined;
}

/** Collects the steps of a function while it is written down. */
export interface Steps {
  /** Names a value that is used more than once. */
  let(value: Expr): Expr;
}

/** `write` gets the arguments, f32 each, and returns the result. */
export function mathFunction(
  arity: 1 | 2,
  write: (steps: Steps, x: Expr, y: Expr) => Expr | { readonly result: Expr; readonly fallback: Expr },
): MathFunction {
  const steps: Expr[] = [];
  const local = (index: number, type: ValueScalar) => build.local(index, type);
  const collected: Steps = {
    let: (value) => {
      // Steps are values: the operations that make them have no other types.
      const type = value.type as ValueScalar;
      return local(arity + steps.push(value) - 1, type);
    },
  };
  const written = write(collected, local(0, "f32"), local(arity - 1, "f32"));
  return "result" in written
    ? { arity, steps, result: written.result, fallback: written.fallback }
    : { arity, steps, result: written, fallback: undefined };
}

export type MathFunctions = Readonly<Partial<Record<Builtin, MathFunction>>>;
