// Decides which terms are integers and which have fractions.

import {
  constantOfTerm,
  isFloatType,
  isWeakInteger,
  type Kind,
  type NumberType,
  needInteger,
  type Term,
} from "./term.js";

const kindRank: Record<Kind, number> = { integer: 0, integral: 1, float: 2 };

/** Undefined while it depends on a captured number whose kind is undecided. */
type Guess = Kind | undefined;

function knownKind(type: NumberType): Kind {
  return isFloatType(type) ? "float" : "integer";
}

function widest(kinds: readonly Guess[]): Guess {
  let result: Guess = "integer";
  for (const kind of kinds) {
    if (kind === "float") return "float";
    if (kind === undefined) result = undefined;
    else if (result !== undefined && kindRank[kind] > kindRank[result]) result = kind;
  }
  return result;
}

/** Returns the kind that follows from a term's origin and its inputs' kinds. */
function kindFrom(term: Term, kindOf: (input: Term) => Guess, open: Guess): Guess {
  const { origin } = term;
  if (term.isBig) return "integer";
  switch (origin.kind) {
    case "known":
      return knownKind(origin.type);
    case "literal":
      if (!Number.isInteger(origin.value)) return "float";
      return Object.is(origin.value, -0) && !term.needsInteger ? "float" : "integer";
    case "capture":
      return origin.capture.isInteger ? "integer" : open;
    case "smallInteger":
    case "bitwise":
      return "integer";
    case "join": {
      if (term.needsWord) return "integer";
      // Operators on bits take those of a fraction, too.
      const kind = widest(term.inputs.map(kindOf));
      return term.needsInteger && kind !== "float" ? "integer" : kind;
    }
    case "comparison":
      return widest(term.inputs.map(kindOf));
    case "arithmetic": {
      const kind = widest(term.inputs.map(kindOf));
      return kind === "integral" && term.needsInteger ? "integer" : kind;
    }
    case "quotient":
    case "float":
      return "float";
    case "rounding":
      return roundingKind(term, kindOf);
    case "power":
      return powerKind(term, kindOf);
  }
}

/** An integer raised to a constant nonnegative integer is an integer, but may be large: it stays a float unless used as an integer. */
function powerKind(term: Term, kindOf: (input: Term) => Guess): Guess {
  const [base, exponent] = term.inputs;
  const power = exponent && constantOfTerm(exponent);
  if (!base || power === undefined || power < 0 || !Number.isInteger(power)) return "float";
  const kind = kindOf(base);
  if (kind === "float" || kind === undefined) return kind;
  return term.needsInteger ? "integer" : "integral";
}

/** A rounded integer, or rounded quotient of integers, is an integer; any other float stays one unless used as an integer. */
function roundingKind(term: Term, kindOf: (input: Term) => Guess): Guess {
  if (term.needsInteger) return "integer";
  const [input] = term.inputs;
  if (!input) return "integral";
  if (input.origin.kind === "quotient") {
    return widest(input.inputs.map(kindOf)) === "integer" ? "integer" : "integral";
  }
  return kindOf(input) === "integer" ? "integer" : "integral";
}

/** Returns the least fixed point from "integer" upwards; undecided captures count as `open`. */
function computeKinds(terms: readonly Term[], open: Guess): Map<Term, Guess> {
  const kinds = new Map<Term, Guess>();
  const kindOf = (term: Term): Guess => (kinds.has(term) ? kinds.get(term) : "integer");
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      const kind = kindFrom(term, kindOf, open);
      if (kinds.has(term) && kinds.get(term) === kind) continue;
      kinds.set(term, kind);
      changed = true;
    }
  }
  return kinds;
}

/** Finds the captured numbers that flow, through + - * % and variables, into an index, a bound, a bitwise operator or an integer. */
export function findIntegers(terms: readonly Term[], limits: readonly (readonly [Term, Term])[]): void {
  for (;;) {
    spreadNeeds(terms, "needsInteger", "isInteger");
    spreadNeeds(terms, "needsWord", "isWord");
    spreadNeeds(terms, "needsFixed", "isFixed");
    const kinds = computeKinds(terms, undefined);
    let found = false;
    for (const [left, right] of limits) {
      for (const [counter, bound] of [
        [left, right],
        [right, left],
      ] as const) {
        // If the bound has a fraction, the counter is compared as a float, and neither need be an integer.
        if (bound.needsInteger || kinds.get(bound) === "float" || !isCounter(counter, kinds)) continue;
        needInteger(bound, counter.node, "a loop counts with integers here", "count");
        needInteger(counter, counter.node, "a loop counts with integers here", "count");
        found = true;
      }
    }
    if (!found) return;
  }
}

/** Whether it is an integer, or a variable that starts at an undecided number and steps by integers. */
function isCounter(term: Term, kinds: ReadonlyMap<Term, Guess>): boolean {
  if (isWeakInteger(term) || kinds.get(term) === "float") return false;
  if (kinds.get(term) === "integer") return true;
  return term.steps.length > 0 && term.steps.every((step) => kinds.get(step) === "integer");
}

/** Propagates needs to inputs: an integer that is needed needs integer inputs, through + - * %, variables and choices. */
function spreadNeeds(
  terms: readonly Term[],
  need: "needsInteger" | "needsWord" | "needsFixed",
  ofCapture: "isInteger" | "isWord" | "isFixed",
): void {
  const pending = terms.filter((term) => term[need]);
  const done = new Set<Term>();
  for (let term = pending.pop(); term; term = pending.pop()) {
    if (done.has(term)) continue;
    done.add(term);
    term[need] = true;
    if (term.origin.kind === "capture") {
      term.origin.capture[ofCapture] = true;
      pending.push(...term.origin.capture.uses);
    } else if (/^(join|arithmetic|power)$/.test(term.origin.kind)) {
      for (const input of term.inputs) input.neededBy ??= term.neededBy;
      pending.push(...term.inputs);
    }
  }
}

export function decideKinds(terms: readonly Term[]): void {
  for (const [term, kind] of computeKinds(terms, "float")) term.kind = kind ?? "float";
}
