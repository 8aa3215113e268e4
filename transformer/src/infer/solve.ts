// Decides the type of every term of a kernel: a few small fixed points over the graph of terms, in the order listed in
// `solve`. Reports nothing: where a decision does not fit an input (a fraction used as an index), lowering says so at
// that expression.

import { findWide } from "./magnitudes.js";
import {
  constantOfTerm,
  isBigType,
  isFloatType,
  type Kind,
  type NumberType,
  needInteger,
  type Term,
  type Want,
} from "./term.js";

/** `limits` are the comparisons of loop conditions: a bound of an integer counter is an integer. */
export interface Problem {
  readonly terms: readonly Term[];
  readonly limits: readonly (readonly [Term, Term])[];
}

/** `narrowed`: what is computed in f32, as it goes not to f64 alone. */
export interface Solution {
  readonly narrowed: readonly Term[];
}

export function solve({ terms, limits }: Problem): Solution {
  findIntegers(terms, limits);
  decideKinds(terms);
  decideIntegerTypes(terms);
  decidePinned(terms);
  makeExact(terms);
  const narrowed = decideFloatTypes(terms);
  raiseFloats(terms);
  decideMeetings(terms);
  return { narrowed: narrowed.filter(({ type }) => type === "f32") };
}

const kindRank: Record<Kind, number> = { integer: 0, integral: 1, float: 2 };

/** Undefined while it hangs on a captured number whose kind is still open. */
type Guess = Kind | undefined;

function isWeakInteger(term: Term): boolean {
  return term.origin.kind === "literal" || term.origin.kind === "smallInteger";
}

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

/** The kind that a term's origin and its inputs' kinds give. */
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
    case "join":
      return term.needsInteger ? "integer" : widest(term.inputs.map(kindOf));
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

/** An integer to the power of a constant one from 0 on is an integer, but may be large: it stays a float unless used as an integer. */
function powerKind(term: Term, kindOf: (input: Term) => Guess): Guess {
  const [base, exponent] = term.inputs;
  const power = exponent && constantOfTerm(exponent);
  if (!base || power === undefined || power < 0 || !Number.isInteger(power)) return "float";
  const kind = kindOf(base);
  if (kind === "float" || kind === undefined) return kind;
  return term.needsInteger ? "integer" : "integral";
}

/** Rounding an integer, or a quotient of integers, gives an integer; any other float stays one unless used as an integer. */
function roundingKind(term: Term, kindOf: (input: Term) => Guess): Guess {
  if (term.needsInteger) return "integer";
  const [input] = term.inputs;
  if (!input) return "integral";
  if (input.origin.kind === "quotient") {
    return widest(input.inputs.map(kindOf)) === "integer" ? "integer" : "integral";
  }
  return kindOf(input) === "integer" ? "integer" : "integral";
}

/** Least fixed point from "integer" upwards; `open` is what an undecided capture counts as. */
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

/** Which captured numbers flow, through + - * % and variables, into an index, a bound, a bit operation or an integer. */
function findIntegers(terms: readonly Term[], limits: Problem["limits"]): void {
  for (;;) {
    spreadNeeds(terms);
    const kinds = computeKinds(terms, undefined);
    let found = false;
    for (const [left, right] of limits) {
      for (const [counter, bound] of [
        [left, right],
        [right, left],
      ] as const) {
        // With a fraction the counter is compared as a float: nothing need be an integer.
        if (bound.needsInteger || kinds.get(bound) === "float" || !isCounter(counter, kinds)) continue;
        needInteger(bound, counter.node, "a loop counts with integers here");
        needInteger(counter, counter.node, "a loop counts with integers here");
        found = true;
      }
    }
    if (!found) return;
  }
}

/** An integer, or a variable that starts at an open number and moves by integers. */
function isCounter(term: Term, kinds: ReadonlyMap<Term, Guess>): boolean {
  if (isWeakInteger(term) || kinds.get(term) === "float") return false;
  if (kinds.get(term) === "integer") return true;
  return term.steps.length > 0 && term.steps.every((step) => kinds.get(step) === "integer");
}

/** A needed integer needs its inputs as integers, as far as + - * %, variables and choices go. */
function spreadNeeds(terms: readonly Term[]): void {
  const pending = terms.filter((term) => term.needsInteger);
  const done = new Set<Term>();
  for (let term = pending.pop(); term; term = pending.pop()) {
    if (done.has(term)) continue;
    done.add(term);
    term.needsInteger = true;
    if (term.origin.kind === "capture") {
      term.origin.capture.isInteger = true;
      pending.push(...term.origin.capture.uses);
    } else if (/^(join|arithmetic|power)$/.test(term.origin.kind)) {
      for (const input of term.inputs) input.neededBy ??= term.neededBy;
      pending.push(...term.inputs);
    }
  }
}

function decideKinds(terms: readonly Term[]): void {
  for (const [term, kind] of computeKinds(terms, "float")) term.kind = kind ?? "float";
}

/** Integers take the type of the integers they come from; weak ones take the type of what they meet; else i32. */
function decideIntegerTypes(terms: readonly Term[]): void {
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
  adoptUnsigned(integers, strong);
}

/** Flavours that are written down pin what is computed of them and of constants and small integers alone. */
function decidePinned(terms: readonly Term[]): void {
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
      // `x >>> n` is known to be a u32, and pinned if x is.
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

/** `a / b` of pinned integers: a float, but inside Math.floor an integer division. */
function isPinnedQuotient({ origin, inputs }: Term): boolean {
  if (origin.kind !== "quotient" || !inputs.some((input) => input.isPinned)) return false;
  return inputs.every((input) => input.kind === "integer" && (input.isPinned || isWeakInteger(input)));
}

/**
 * What is not pinned is what JavaScript's number is: a double, in which every integer up to 2^53 is exact. Code generation makes 32 bits of
 * it where nobody can see a difference. Bit operations give a signed integer of 32 bits.
 */
function makeExact(terms: readonly Term[]): void {
  for (const term of terms) {
    const { origin, kind, inputs } = term;
    if (kind !== "integer" || isBigType(term.type) || origin.kind === "known") continue;
    const pinned = inputs.find((input) => input.isPinned);
    if (term.isPinned && origin.kind === "rounding") term.type = typeOfRounded(inputs);
    else if (term.isPinned) term.type = pinned?.type ?? term.type;
    else if (origin.kind === "bitwise") term.type = "i32";
    else if (term.holdsWords === true) term.type = "i32";
    else if (origin.kind !== "literal" && origin.kind !== "capture" && origin.kind !== "smallInteger")
      term.type = "f64";
  }
}

function typeOfRounded([first]: readonly Term[]): NumberType {
  const pinned = first?.isPinned ? first : first?.inputs.find((input) => input.isPinned);
  return pinned?.type ?? "i32";
}

/** A variable that is given a literal beyond i32, and nothing of a type, is u32. */
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
  const isShift = term.origin.kind === "smallInteger"; // of an i32 it fits both
  const given = (input: Term) => {
    const type = strong.get(input);
    return type && !isFloatType(type) && !(isShift && type === "i32") ? type : undefined;
  };
  const isSmall = ({ origin }: Term) => origin.kind === "smallInteger";
  const first = term.inputs.find((input) => !isSmall(input) && given(input)) ?? term.inputs.find(given);
  return first && given(first);
}

/** A weak integer whose every use is u32 becomes one, and so does what it is made of. */
function adoptUnsigned(integers: readonly Term[], strong: ReadonlyMap<Term, NumberType>): void {
  const users = new Map<Term, Term[]>();
  for (const term of integers) {
    for (const input of term.inputs) {
      if (input.kind !== "integer" || strong.has(input)) continue;
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

/** Strong float types flow forwards; what a weak float meets or is stored to flows backwards and decides it. */
function decideFloatTypes(terms: readonly Term[]): readonly Term[] {
  const floats = terms.filter((term) => term.kind !== "integer" && term.origin.kind !== "comparison");
  const strong = new Map<Term, NumberType>();
  const sinks = findSinks(floats);
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of floats) {
      const type = floatTypeFrom(term, strong, sinks);
      if (type === undefined || strong.get(term) === type) continue;
      strong.set(term, type);
      changed = true;
    }
  }
  spreadWants(floats, strong);
  const wide = findWide(terms);
  for (const term of floats) term.type = strong.get(term) ?? fromWants(term, wide);
  decideUnwanted(floats.filter((term) => !strong.has(term) && term.wants.size === 0 && term.origin.kind !== "known"));
  return floats.filter((term) => strong.get(term) === "f32" && isSplit(term, sinks));
}

/** What goes nowhere, as the type in which a comparison's sides meet, is as wide as what it is made of. */
function decideUnwanted(terms: readonly Term[]): void {
  const open = new Set(terms);
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of open) {
      const types = term.inputs.filter((input) => input.kind !== "integer" && !isAdopting(input) && !open.has(input));
      if (types.length === 0) continue;
      term.type = types.some(({ type }) => type === "f64") ? "f64" : "f32";
      open.delete(term);
      changed = true;
    }
  }
}

/** f32 from memory is computed with as f32, unless all that comes of it goes to f64. */
function floatTypeFrom(
  term: Term,
  strong: ReadonlyMap<Term, NumberType>,
  sinks: ReadonlyMap<Term, ReadonlySet<Want>>,
): NumberType | undefined {
  if (term.origin.kind === "known") return isFloatType(term.origin.type) ? term.origin.type : undefined;
  let type: NumberType | undefined;
  let isPinned = false;
  for (const input of term.inputs) {
    const found = strong.get(input);
    if (found === "f64") return "f64";
    type = found ?? type;
    isPinned ||= input.origin.kind === "known" && input.origin.isPinned === true;
  }
  const goesTo = sinks.get(term);
  const isForF64 = goesTo?.size === 1 && goesTo.has("storesF64");
  return type === "f32" && isForF64 && !isPinned ? "f64" : type;
}

/** Computed of f32 elements, for f64 and for something else. */
function isSplit(term: Term, sinks: ReadonlyMap<Term, ReadonlySet<Want>>): boolean {
  const goesTo = sinks.get(term);
  const isOfPinned = term.inputs.some(({ origin }) => origin.kind === "known" && origin.isPinned);
  return !isOfPinned && goesTo !== undefined && goesTo.size > 1 && goesTo.has("storesF64");
}

/** Where each float goes, through all that is computed of it. */
function findSinks(floats: readonly Term[]): ReadonlyMap<Term, ReadonlySet<Want>> {
  const sinks = new Map(floats.map((term) => [term, new Set(term.wants)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [term, wants] of sinks) {
      for (const input of term.inputs) {
        const known = sinks.get(input);
        const before = known?.size;
        for (const want of wants) known?.add(want);
        changed ||= known?.size !== before;
      }
    }
  }
  return sinks;
}

function spreadWants(floats: readonly Term[], strong: ReadonlyMap<Term, NumberType>): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of floats) {
      const type = strong.get(term);
      const wants: Iterable<Want> = type === "f32" ? ["meetsF32"] : type === "f64" ? ["meetsF64"] : term.wants;
      for (const input of term.inputs) {
        const before = input.wants.size;
        for (const want of wants) input.wants.add(want);
        changed ||= input.wants.size !== before;
      }
    }
  }
}

function fromWants(term: Term, wide: ReadonlySet<Term>): NumberType {
  const { wants } = term;
  if (wants.has("meetsF64")) return "f64";
  if (wants.has("meetsF32")) return "f32";
  const isForF32 = wants.has("storesF32") && !wants.has("storesOther") && !wants.has("storesF64");
  return isForF32 && !wide.has(term) ? "f32" : "f64";
}

/** The types in which both sides of comparisons are what they are. */
function decideMeetings(terms: readonly Term[]): void {
  for (const term of terms) {
    if (term.origin.kind !== "comparison" || term.kind === "integer") continue;
    term.type = term.inputs.every(isExactF32) && term.inputs.some(({ type }) => type === "f32") ? "f32" : "f64";
  }
}

function isExactF32({ origin, kind, type }: Term): boolean {
  if (origin.kind === "literal") return Object.is(Math.fround(Number(origin.value)), Number(origin.value));
  return origin.kind === "smallInteger" || (kind !== "integer" && type === "f32");
}

/** A weak float is at least as wide as the computed values it is made of. */
function raiseFloats(terms: readonly Term[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      if (term.type !== "f32" || term.origin.kind === "known") continue;
      const isRaised = term.inputs.some(
        (input) => input.type === "f64" && input.kind !== "integer" && !isAdopting(input),
      );
      if (!isRaised) continue;
      term.type = "f64";
      changed = true;
    }
  }
}

/** Literals and single uses of captured numbers are whatever is wanted of them. */
function isAdopting({ origin }: Term): boolean {
  return origin.kind === "literal" || origin.kind === "capture";
}
