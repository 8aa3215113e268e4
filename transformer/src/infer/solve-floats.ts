// Decides the types of floats: f32 where they are computed from f32 or only stored to it, and f64 elsewhere.

import { F32_BITS, findWide } from "./magnitudes.js";
import { isFloatType, type NumberType, type Term, type Want } from "./term.js";

/** Strong float types flow forwards; the types that a weak float is combined with or stored to flow backwards and decide it. */
export function decideFloatTypes(terms: readonly Term[]): readonly Term[] {
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
  const wide = findWide(terms, strong);
  for (const term of floats) term.type = strong.get(term) ?? fromWants(term, wide);
  // Computations in 64 bits use a captured number at full precision.
  for (const term of wide) {
    if (strong.has(term)) continue;
    for (const input of term.inputs) if (input.kind !== "integer" && isAdopting(input)) input.type = "f64";
  }
  raiseFloats(floats, strong);
  decideUnwanted(floats.filter((term) => !strong.has(term) && term.wants.size === 0 && term.origin.kind !== "known"));
  return floats.filter((term) => strong.get(term) === "f32" && isSplit(term, sinks));
}

/** Decides unused floats, such as the common type of a comparison's operands: they are as wide as their inputs. */
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

/** Returns the type that follows from the inputs: computations with f32 from memory are f32, unless their results are only stored to f64. */
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

/** Whether it is computed from f32 elements, for f64 and for something else. */
function isSplit(term: Term, sinks: ReadonlyMap<Term, ReadonlySet<Want>>): boolean {
  const goesTo = sinks.get(term);
  const isOfPinned = term.inputs.some(({ origin }) => origin.kind === "known" && origin.isPinned);
  return !isOfPinned && goesTo !== undefined && goesTo.size > 1 && goesTo.has("storesF64");
}

/** Returns the uses of each float, directly or through computations. */
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
  if (wants.has("meetsF64") || (wide.has(term) && !isAdopting(term))) return "f64";
  if (wants.has("meetsF32")) return "f32";
  const isForF32 = wants.has("storesF32") && !wants.has("storesOther") && !wants.has("storesF64");
  return isForF32 && !wide.has(term) ? "f32" : "f64";
}

/** Decides the common types of comparisons, in which both operands are exact. */
export function decideMeetings(terms: readonly Term[]): void {
  for (const term of terms) {
    if (term.origin.kind !== "comparison" || term.kind === "integer") continue;
    term.type = term.inputs.every(isExactF32) && term.inputs.some(({ type }) => type === "f32") ? "f32" : "f64";
  }
}

function isExactF32({ origin, kind, type }: Term): boolean {
  if (origin.kind === "literal") return Object.is(Math.fround(Number(origin.value)), Number(origin.value));
  if (origin.kind === "smallInteger") return (origin.bits ?? 16) <= F32_BITS;
  return kind !== "integer" && type === "f32";
}

/** A weak float is at least as wide as the computed values that it is computed from. */
function raiseFloats(terms: readonly Term[], strong: ReadonlyMap<Term, NumberType>): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const term of terms) {
      if (term.type !== "f32" || term.origin.kind === "known" || strong.has(term)) continue;
      const isRaised = term.inputs.some(
        (input) => input.type === "f64" && input.kind !== "integer" && !isAdopting(input),
      );
      if (!isRaised) continue;
      term.type = "f64";
      changed = true;
    }
  }
}

/** Whether it adopts the type of its use: literals and single uses of captured numbers. */
function isAdopting({ origin }: Term): boolean {
  return origin.kind === "literal" || origin.kind === "capture";
}
