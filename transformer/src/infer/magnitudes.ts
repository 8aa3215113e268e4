// How large integers may be that floats are made of: f32 holds those up to 2^24. Floats of larger ones are f64 up to the store, also into
// an f32. A rough bound by the text alone: the sizes and indices of a launch count as small (docs/spec.md, "Exceptions").

import type { ArithmeticOp, Term } from "./term.js";

/** Bits of a number whose bound is not known. */
const MOST = 64;
export const F32_BITS = 24;

/** How many bits each integer may have, without its sign. */
export function estimateBits(terms: readonly Term[]): ReadonlyMap<Term, number> {
  const bits = new Map<Term, number>();
  const bitsOf = (term: Term) => bits.get(term) ?? 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      if (term.kind !== "integer") continue;
      const found = Math.min(MOST, Math.max(bitsOf(term), estimate(term, bitsOf)));
      if (found === bits.get(term)) continue;
      bits.set(term, found);
      changed = true;
    }
  }
  return bits;
}

/** The float terms that are made of integers which an f32 may not hold. */
export function findWide(terms: readonly Term[]): ReadonlySet<Term> {
  const bits = estimateBits(terms);
  const bitsOf = (term: Term) => bits.get(term) ?? 0;
  const wide = new Set(remaindersOfCaptured(terms));
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      if (term.kind === "integer" || wide.has(term)) continue;
      if (!term.inputs.some((input) => wide.has(input) || bitsOf(input) > F32_BITS)) continue;
      wide.add(term);
      changed = true;
    }
    // What a captured number meets there is not to meet it rounded.
    for (const { inputs } of [...wide]) {
      for (const input of inputs) {
        if (wide.has(input) || input.kind === "integer" || !isCapturedAlone(input)) continue;
        wide.add(input);
        changed = true;
      }
    }
  }
  return wide;
}

function estimate(term: Term, bitsOf: (term: Term) => number): number {
  const { origin, inputs } = term;
  const widest = () => Math.max(0, ...inputs.map(bitsOf));
  switch (origin.kind) {
    case "literal":
      return bitsOfLiteral(origin.value);
    case "known":
      return origin.isIndex ? F32_BITS : Math.min(origin.bits ?? 32, bitsOfGiven(term, bitsOf));
    case "capture":
      return F32_BITS;
    case "smallInteger":
      return origin.bits ?? 16;
    case "power":
      return MOST;
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

/** A captured number, or what is computed of nothing else but literals. */
function isCapturedAlone({ origin, inputs }: Term): boolean {
  if (origin.kind === "capture") return true;
  if (origin.kind === "known" || origin.kind === "join") return false;
  return inputs.length > 0 && inputs.every((input) => input.origin.kind === "literal" || isCapturedAlone(input));
}

/** `seconds % 60`: where a captured number is rounded to f32 first, its remainder is another number altogether. With what it is made of. */
function remaindersOfCaptured(terms: readonly Term[]): readonly Term[] {
  const captured = new Set<Term>();
  const isMadeOfThem = (input: Term): boolean =>
    captured.has(input) || input.kind === "integer" || input.origin.kind === "literal";
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      const { origin, inputs, kind } = term;
      if (kind === "integer" || captured.has(term)) continue;
      const isPassed = origin.kind === "arithmetic" || origin.kind === "join";
      const isMade = isPassed && inputs.some((input) => captured.has(input)) && inputs.every(isMadeOfThem);
      if (origin.kind !== "capture" && !isMade) continue;
      captured.add(term);
      changed = true;
    }
  }
  const found = new Set<Term>();
  const add = (term: Term): void => {
    if (found.has(term)) return;
    found.add(term);
    for (const input of term.inputs) if (captured.has(input)) add(input);
  };
  for (const term of captured) if (term.origin.kind === "arithmetic" && term.origin.op === "rem") add(term);
  return [...found];
}

/** Of a variable or a parameter, what is assigned to it. */
function bitsOfGiven(term: Term, bitsOf: (term: Term) => number): number {
  const given = term.given.filter((value) => !isStepOf(term, value));
  return given.length > 0 ? Math.max(...given.map(bitsOf)) : MOST;
}

export function bitsOfLiteral(value: number | bigint): number {
  return Math.ceil(Math.log2(Math.abs(Number(value)) + 1));
}

/** `v + 1`, as it is assigned to v: a counter. */
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
