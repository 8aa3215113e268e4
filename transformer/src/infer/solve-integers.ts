// Decides the types of integers: the flavour's if pinned, otherwise double.

import { isBigType, isFloatType, isWeakInteger, type NumberType, type Term } from "./term.js";

/** Integers take the type of their inputs; weak ones take the type of the numbers they are combined with; else i32. */
export function decideIntegerTypes(terms: readonly Term[]): ReadonlyMap<Term, NumberType> {
  const strong = new Map<Term, NumberType>();
  const integers = terms.filter((term) => term.kind === "integer");
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of integers) {
      const type = strong.get(term) ?? integerTypeFrom(term, strong);
      if (type === undefined || strong.has(term)) continue;
      strong.set(term, type);
      changed = true;
    }
  }
  giveLargeOnes(integers, strong);
  for (const term of integers) {
    term.type = strong.get(term) ?? (term.isBig ? "i64" : "i32");
    term.isPinned = term.isBig && strong.has(term);
  }
  return strong;
}

/** Explicit flavours pin results that are computed only from them, constants and small integers. */
export function decidePinned(terms: readonly Term[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      if (term.isPinned || !isPinnedBy(term)) continue;
      term.isPinned = true;
      changed = true;
    }
  }
}

function isPinnedBy({ origin, kind, inputs, isBig }: Term): boolean {
  if (kind !== "integer" || isBig) return false;
  const [first] = inputs;
  const pinned = inputs.some((input) => input.isPinned);
  switch (origin.kind) {
    case "known":
      // `x >>> n` is a known u32, and pinned if x is.
      return origin.isPinned === true || first?.isPinned === true;
    case "smallInteger":
    case "bitwise":
      return pinned;
    case "join":
      return pinned && origin.isOfGroup === true;
    case "arithmetic":
    case "comparison":
    case "quotient":
      return pinned && inputs.every((input) => input.isPinned || isWeakInteger(input));
    case "rounding":
      return first !== undefined && (first.isPinned || isPinnedQuotient(first));
    default:
      return false;
  }
}

/** Whether it is `a / b` of pinned integers: a float, but inside Math.floor an integer division. */
function isPinnedQuotient({ origin, inputs }: Term): boolean {
  if (origin.kind !== "quotient" || !inputs.some((input) => input.isPinned)) return false;
  return inputs.every((input) => input.kind === "integer" && (input.isPinned || isWeakInteger(input)));
}

/**
 * Makes unpinned integers doubles, as in JavaScript, where every integer up to 2^53 is exact. Code generation uses 32 bits where nobody can see a
 * difference. Bitwise operators return a signed 32-bit integer.
 */
export function makeExact(terms: readonly Term[]): void {
  for (const term of terms) {
    const { origin, kind, inputs } = term;
    if (kind !== "integer" || isBigType(term.type) || origin.kind === "known") continue;
    const pinned = inputs.find((input) => input.isPinned);
    if (term.isPinned && origin.kind === "rounding") term.type = typeOfRounded(inputs);
    else if (term.isPinned) term.type = pinned?.type ?? term.type;
    else if (origin.kind === "bitwise") term.type = "i32";
    else if (term.holdsWords === true) term.type = "i32";
    else if (origin.kind === "capture" ? !origin.capture.isFixed : !isWeakInteger(term)) term.type = "f64";
  }
  markFractions(terms);
}

/**
 * Marks integers that may have fractions: captured numbers, whatever the kernel uses them for; fields, elements and parameters whose bits are used,
 * but which are assigned fractions; and numbers computed from them.
 */
function markFractions(terms: readonly Term[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      const { origin, kind, inputs } = term;
      if (term.mayHaveFraction || kind !== "integer" || !isFloatType(term.type)) continue;
      const isOpen = origin.kind === "capture" || inputs.some((input) => input.kind === "float");
      const isPassed = /^(join|arithmetic|power)$/.test(origin.kind) && inputs.some((input) => input.mayHaveFraction);
      if (!isOpen && !isPassed) continue;
      term.mayHaveFraction = true;
      changed = true;
    }
  }
}

function typeOfRounded([first]: readonly Term[]): NumberType {
  const pinned = first?.isPinned ? first : first?.inputs.find((input) => input.isPinned);
  return pinned?.type ?? "i32";
}

/** A variable that is assigned a literal beyond i32, and no value of a fixed type, is u32. */
function giveLargeOnes(integers: readonly Term[], strong: Map<Term, NumberType>): void {
  for (const term of integers) {
    if (term.origin.kind !== "join" || strong.has(term)) continue;
    const values = term.inputs.flatMap(({ origin }) => (origin.kind === "literal" ? [Number(origin.value)] : []));
    const isLarge = values.some((value) => value >= 2 ** 31 && value < 2 ** 32);
    if (isLarge && !term.isBig && values.every((value) => value >= 0)) strong.set(term, "u32");
  }
}

function integerTypeFrom(term: Term, strong: ReadonlyMap<Term, NumberType>): NumberType | undefined {
  if (term.origin.kind === "known") return term.origin.type;
  if (term.isBig) return term.inputs.map((input) => strong.get(input)).find((type) => type !== undefined);
  if (term.origin.kind === "literal" || term.origin.kind === "capture") return undefined;
  if (term.origin.kind === "rounding" || term.origin.kind === "quotient") {
    const [input] = term.inputs;
    return input && (input.origin.kind === "quotient" ? integerTypeFrom(input, strong) : strong.get(input));
  }
  const isShift = term.origin.kind === "smallInteger"; // the shifted i32 fits both
  const given = (input: Term) => {
    const type = strong.get(input);
    return type && !isFloatType(type) && !(isShift && type === "i32") ? type : undefined;
  };
  const isSmall = ({ origin }: Term) => origin.kind === "smallInteger";
  const first = term.inputs.find((input) => !isSmall(input) && given(input)) ?? term.inputs.find(given);
  return first && given(first);
}

/** A weak integer whose every use is u32 becomes u32, as do the weak integers that it is computed from. */
export function adoptUnsigned(terms: readonly Term[], strong: ReadonlyMap<Term, NumberType>): void {
  const users = new Map<Term, Term[]>();
  for (const term of terms) {
    if (term.kind !== "integer") continue;
    for (const input of term.inputs) {
      if (input.kind !== "integer" || isFloatType(input.type) || strong.has(input)) continue;
      const known = users.get(input);
      if (known) known.push(term);
      else users.set(input, [term]);
    }
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const [term, uses] of users) {
      const unsigned = term.isBig ? "u64" : "u32";
      if (term.type === unsigned || !uses.every(({ type }) => type === unsigned)) continue;
      term.type = unsigned;
      changed = true;
    }
  }
}
