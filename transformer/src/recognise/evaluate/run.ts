// The state of one compile-time evaluation: its budget, the files it has read, and how it gives up if the value is not known
// before the program runs. Steps and depth are limited, since any function of the program may be called.

import type ts from "typescript-6";
import type { PassContext } from "../../pass-context.js";
import { unknown, type Value } from "./values.js";

/** Why an evaluation gave up, and at which node. */
export interface EvaluationFault {
  /** "steps": it does too much, or its values grow too large. "depth": its calls nest too deep. */
  readonly reason: "steps" | "depth";
  readonly node: ts.Node;
}

export interface Run {
  readonly context: PassContext;
  /** Whether the program's functions may be called: inside a kernel their arithmetic is not JavaScript's. */
  readonly canCall: boolean;
  /** The files whose text was read. */
  readonly files: Set<ts.SourceFile>;
  /** Constants being evaluated: one that depends on itself has no value. */
  readonly pending: ReadonlySet<ts.Symbol>;
  steps: number;
  depth: number;
  fault: EvaluationFault | undefined;
}

/** Most steps of one evaluation; a step is a node, or a few elements of a copied array. */
const STEP_LIMIT = 1_000_000;
/** Deepest nesting of nodes over all calls, far below the host's stack limit. */
const DEPTH_LIMIT = 1000;
/** Larger bigints are not constants: steps would not cover the cost of their arithmetic. */
const BIGINT_BITS = 16_384;

export function createRun(context: PassContext, canCall: boolean, pending: ReadonlySet<ts.Symbol> = new Set()): Run {
  return { context, canCall, files: new Set(), pending, steps: 0, depth: 0, fault: undefined };
}

/** Thrown, within an evaluation only, if the value is not a constant. */
export class NotConstant {}
const notConstant = new NotConstant();

export function giveUp(): never {
  throw notConstant;
}

function exceed(run: Run, reason: EvaluationFault["reason"], node: ts.Node): never {
  run.fault ??= { reason, node };
  throw notConstant;
}

/** Counts work beyond single nodes. */
export function charge(run: Run, steps: number, node: ts.Node): void {
  run.steps += steps;
  if (run.steps > STEP_LIMIT) exceed(run, "steps", node);
}

/** Counts a node; `run.depth--` leaves it. An evaluation that gives up need not. */
export function enter(run: Run, node: ts.Node): void {
  if (++run.steps > STEP_LIMIT) exceed(run, "steps", node);
  if (++run.depth > DEPTH_LIMIT) exceed(run, "depth", node);
}

/** `value`, unless it has grown too large. */
export function limited(run: Run, value: bigint, node: ts.Node): bigint {
  return BigInt.asIntN(BIGINT_BITS, value) === value ? value : exceed(run, "steps", node);
}

/** Whether `base ** exponent` or `base << exponent` would be too large to try. */
export function isLargePower(base: bigint, exponent: bigint): boolean {
  if (base === 0n || base === 1n || base === -1n) return exponent > BIGINT_BITS;
  return exponent * BigInt(base.toString(16).length) * 4n > BIGINT_BITS;
}

/** Runs a host operation; if it throws, the program would too, so there is no value. */
export function hostCall<T>(operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || isRangeOfValue(error)) giveUp();
    throw error;
  }
}

/** Whether an error is a division by zero or an impossible length, not a host stack overflow. */
function isRangeOfValue(error: unknown): boolean {
  return error instanceof RangeError && !isStackOverflow(error);
}

export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}

/** The value, or `unknown`; the run's steps and files remain counted. */
export function attempt(run: Run, evaluation: () => Value): Value {
  const { depth } = run;
  try {
    return evaluation();
  } catch (error) {
    run.depth = depth;
    if (!(error instanceof NotConstant)) throw error;
    return unknown;
  }
}
