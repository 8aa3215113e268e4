// The state of one compile-time evaluation: what it may still spend, which files it has read, and how it ends where the value
// is not known before the program runs. Steps and depth are limited, since any function of the program may be called.

import type ts from "typescript-6";
import type { PassContext } from "../../pass-context.js";
import { unknown, type Value } from "./values.js";

/** Why an evaluation was given up, and the node it had come to. */
export interface EvaluationFault {
  /** "steps": it does too much, or makes too large values. "depth": its calls nest too deep. */
  readonly reason: "steps" | "depth";
  readonly node: ts.Node;
}

export interface Run {
  readonly context: PassContext;
  /** Whether functions of the program may be called: in a kernel their arithmetic is not JavaScript's. */
  readonly canCall: boolean;
  /** The files whose text was read. */
  readonly files: Set<ts.SourceFile>;
  /** Constants being evaluated: one whose value depends on itself has none. */
  readonly pending: ReadonlySet<ts.Symbol>;
  steps: number;
  depth: number;
  fault: EvaluationFault | undefined;
}

/** What one evaluation may do; a step is a node, or a few elements of an array that is copied. */
const STEP_LIMIT = 1_000_000;
/** How deep nodes may nest, over all calls: far from the end of the host's stack. */
const DEPTH_LIMIT = 1000;
/** A larger bigint is no constant: its arithmetic would cost more than steps count. */
const BIGINT_BITS = 16_384;

export function createRun(context: PassContext, canCall: boolean, pending: ReadonlySet<ts.Symbol> = new Set()): Run {
  return { context, canCall, files: new Set(), pending, steps: 0, depth: 0, fault: undefined };
}

/** Thrown, inside an evaluation only, where the value is not a constant. */
export class NotConstant {}
const notConstant = new NotConstant();

export function giveUp(): never {
  throw notConstant;
}

function exceed(run: Run, reason: EvaluationFault["reason"], node: ts.Node): never {
  run.fault ??= { reason, node };
  throw notConstant;
}

/** Counts work that is not done node by node. */
export function charge(run: Run, steps: number, node: ts.Node): void {
  run.steps += steps;
  if (run.steps > STEP_LIMIT) exceed(run, "steps", node);
}

/** Counts a node, which leaves by `run.depth--`; where it gives up instead, so does what it stands in. */
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

/** Does what JavaScript would; where that throws, the program would, so there is no value. */
export function hostCall<T>(operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || isRangeOfValue(error)) giveUp();
    throw error;
  }
}

/** A division by zero or an impossible length; the end of the host's stack is none. */
function isRangeOfValue(error: unknown): boolean {
  return error instanceof RangeError && !isStackOverflow(error);
}

export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/.test(error.message);
}

/** The value, or `unknown`; what the run has spent and read stays. */
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
