// Bounds of a form that need no launch, as those of a counter that ends at a byte from memory: a condition that they rule out is worse than none, since
// the fast clone would never run.

import { type Form, type FormContext, formOf, type IndexAtom, type Range } from "./index-form.js";

/** The least and the greatest value, either of them undefined if it depends on the launch. */
interface Bounds {
  readonly low: number | undefined;
  readonly high: number | undefined;
}

const unknown: Bounds = { low: undefined, high: undefined };

/** Whether the form has a negative value, whatever the launch is. */
export function hasNegativeValue(context: FormContext, form: Form): boolean {
  const { low } = boundsOf(context, form);
  return low !== undefined && low < 0;
}

function boundsOf(context: FormContext, { constant, terms }: Form): Bounds {
  return [...terms.values()].reduce<Bounds>(
    (sum, { coefficient, atoms: [atom, ...others] }) => {
      if (!atom || others.length > 0) return unknown;
      const { low, high } = boundsOfAtom(context, atom.value);
      const [least, most] = coefficient < 0 ? [high, low] : [low, high];
      return { low: plus(sum.low, coefficient, least), high: plus(sum.high, coefficient, most) };
    },
    { low: constant, high: constant },
  );
}

function plus(sum: number | undefined, coefficient: number, value: number | undefined): number | undefined {
  return sum === undefined || value === undefined ? undefined : sum + coefficient * value;
}

/** As the conditions have them (wasm/gang/segment.ts). */
function boundsOfAtom(context: FormContext, atom: IndexAtom): Bounds {
  if (atom.kind === "ranged") return boundsOfRange(context, atom.range);
  if (atom.kind !== "counter") return unknown;
  const { first, bound, compare, step } = atom.counter;
  if (typeof step !== "number" || step === 0) return unknown;
  const form = (value: typeof bound | undefined) => value && formOf({ ...context, known: [] }, value, first.bodies);
  const [begin, end] = [form(first.value), form(bound)].map((one) => (one ? boundsOf(context, one) : unknown));
  const isStrict = compare === "lt" || compare === "gt";
  // A step of more than one may not reach the end.
  const isReached = Math.abs(step) === 1;
  return step > 0
    ? { low: begin?.low, high: isReached ? plus(isStrict ? -1 : 0, 1, end?.high) : undefined }
    : { low: isReached ? plus(isStrict ? 1 : 0, 1, end?.low) : undefined, high: begin?.high };
}

function boundsOfRange(context: FormContext, range: Range): Bounds {
  switch (range.kind) {
    case "between":
      return range;
    case "form":
      return boundsOf(context, range.form);
    default:
      return unknown;
  }
}
