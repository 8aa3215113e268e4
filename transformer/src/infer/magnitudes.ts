// Estimates the size of the integers that floats are computed from: f32 holds those up to 2^24. Floats of larger ones, and of captured numbers, are
// f64 up to the store, even if that is into an f32. A rough bound by the text alone: the sizes and indices of a launch count as small (docs/spec.md,
// "Exceptions").

import type { ArithmeticOp, NumberType, Term } from "./term.js";

/** The bits of a number without a known bound. */
const MOST = 64;
export const F32_BITS = 24;

/** The bits of numbers that the text does not bound: captured integers, and rounded floats. */
interface Unbounded {
  readonly captured: number;
  readonly rounded: (float: Term) => number;
}

const likely: Unbounded = { captured: F32_BITS, rounded: () => 0 };

/** Returns the maximum bits of each integer, without its sign. */
export function estimateBits(terms: readonly Term[], unbounded = likely): ReadonlyMap<Term, number> {
  const bits = new Map<Term, number>();
  const bitsOf = (term: Term) => bits.get(term) ?? 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      if (term.kind !== "integer") continue;
      const found = Math.min(MOST, Math.max(bitsOf(term), estimate(term, bitsOf, unbounded)));
      if (found === bits.get(term)) continue;
      bits.set(term, found);
      changed = true;
    }
  }
  return bits;
}

/** Returns the float terms computed from integers that an f32 may not hold, or from captured numbers. */
export function findWide(terms: readonly Term[], strong: ReadonlyMap<Term, NumberType>): ReadonlySet<Term> {
  const rounded = (float: Term): number => (strong.get(float) === "f32" ? 0 : MOST);
  const bits = estimateBits(terms, { captured: MOST, rounded });
  const bitsOf = (term: Term) => bits.get(term) ?? 0;
  const wide = new Set(terms.filter(({ origin, kind }) => kind !== "integer" && isUnbounded(origin, kind)));
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      if (term.kind === "integer" || wide.has(term)) continue;
      if (!term.inputs.some((input) => wide.has(input) || bitsOf(input) > F32_BITS)) continue;
      wide.add(term);
      changed = true;
    }
  }
  return wide;
}

/** Whether it is a captured number, or an integer power. */
function isUnbounded(origin: Term["origin"], kind: Term["kind"]): boolean {
  return origin.kind === "capture" || (origin.kind === "power" && kind === "integral");
}

function estimate(term: Term, bitsOf: (term: Term) => number, unbounded: Unbounded): number {
  const { origin, inputs } = term;
  const widest = () => Math.max(0, ...inputs.map(bitsOf));
  switch (origin.kind) {
    case "literal":
      return bitsOfLiteral(origin.value);
    case "known":
      return origin.isIndex ? F32_BITS : Math.min(origin.bits ?? 32, bitsOfGiven(term, bitsOf));
    case "capture":
      return unbounded.captured;
    case "smallInteger":
      return origin.bits ?? 16;
    case "power":
      return MOST;
    case "rounding":
      return Math.max(0, ...inputs.map((input) => bitsOfRounded(input, bitsOf, unbounded)));
    case "bitwise":
      return origin.bits ?? 32;
    case "join":
      return Math.max(0, ...inputs.filter((input) => !isStepOf(term, input)).map(bitsOf));
    case "arithmetic":
      return isStepOf(inputs[0], term) ? widest() : bitsOfArithmetic(origin.op, inputs.map(bitsOf));
    default:
      return widest();
  }
}

/** A quotient of integers is no farther from zero than its dividend. */
function bitsOfRounded(input: Term, bitsOf: (term: Term) => number, { rounded }: Unbounded): number {
  const [dividend, divisor] = input.origin.kind === "quotient" ? input.inputs : [];
  if (dividend?.kind === "integer" && divisor?.kind === "integer") return bitsOf(dividend);
  return input.kind === "integer" ? bitsOf(input) : rounded(input);
}

/** Returns the bits of the values that are assigned to a variable or a parameter. */
function bitsOfGiven(term: Term, bitsOf: (term: Term) => number): number {
  const given = term.given.filter((value) => !isStepOf(term, value));
  return given.length > 0 ? Math.max(...given.map(bitsOf)) : MOST;
}

export function bitsOfLiteral(value: number | bigint): number {
  return Math.ceil(Math.log2(Math.abs(Number(value)) + 1));
}

/** Whether it is `v + 1`, assigned to v: a counter. */
function isStepOf(variable: Term | undefined, step: Term): boolean {
  const { origin, inputs } = step;
  const [first, second] = inputs;
  if (origin.kind !== "arithmetic" || (origin.op !== "add" && origin.op !== "sub")) return false;
  return first === variable && second?.origin.kind === "literal" && variable?.inputs.includes(step) === true;
}

function bitsOfArithmetic(op: ArithmeticOp, bits: readonly number[]): number {
  const widest = Math.max(0, ...bits);
  switch (op) {
    case "mul":
      return bits.reduce((sum, one) => sum + one, 0);
    case "rem":
      return bits[1] ?? widest;
    case "add":
    case "sub":
      return widest + 1;
    default:
      return widest;
  }
}
