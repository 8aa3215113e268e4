// Decides the type of every term of a kernel: a few small fixed points over the graph of terms, in the order listed in `solve`. Reports nothing:
// where a decision does not fit an input (a fraction used as an index), lowering reports that expression.

import { decideFloatTypes, decideMeetings } from "./solve-floats.js";
import { adoptUnsigned, decideIntegerTypes, decidePinned, makeExact } from "./solve-integers.js";
import { decideKinds, findIntegers } from "./solve-kinds.js";
import type { Term } from "./term.js";

/** `limits` are the comparisons of loop conditions: the bound of an integer counter is an integer. */
export interface Problem {
  readonly terms: readonly Term[];
  readonly limits: readonly (readonly [Term, Term])[];
}

/** `narrowed`: terms computed in f32 because they are not only stored to f64. */
export interface Solution {
  readonly narrowed: readonly Term[];
}

export function solve({ terms, limits }: Problem): Solution {
  findIntegers(terms, limits);
  decideKinds(terms);
  const strong = decideIntegerTypes(terms);
  decidePinned(terms);
  makeExact(terms);
  adoptUnsigned(terms, strong);
  const narrowed = decideFloatTypes(terms);
  decideMeetings(terms);
  return { narrowed: narrowed.filter(({ type }) => type === "f32") };
}
