// Which reductions code that was generated ahead of time takes (images/programs/prebuilt-kernels.ts).

import { describeReductions } from "@lanewise/ir";
import type { ReductionForm } from "../images/programs/index.js";

/**
 * The forms in which one of the programs takes a launch's reductions: into arrays of any length, except arrays of integers. Without IR such code also
 * serves arrays of one element, though sums of floats may then differ in the last place from those of code for one element.
 */
export function takenReductions(
  asked: readonly ReductionForm[],
  described: ReadonlySet<string>,
  isAlone: boolean,
): readonly ReductionForm[] | undefined {
  const ofAnyLength = asked.map((one) => (one.form === "copies" ? { ...one, length: undefined } : one));
  if (described.has(describeReductions(ofAnyLength))) return ofAnyLength;
  const shared = (one: ReductionForm): ReductionForm => ({ ...one, form: "shared" });
  const copies = (one: ReductionForm): ReductionForm => ({ ...one, form: "copies", length: undefined });
  const forms = ofAnyLength.map((one) =>
    one.form === "value" ? [one, shared(one), ...(isAlone ? [copies(one)] : [])] : [one],
  );
  const all = forms.reduce<readonly (readonly ReductionForm[])[]>(
    (known, next) => known.flatMap((before) => next.map((one) => [...before, one])),
    [[]],
  );
  return all.find((one) => described.has(describeReductions(one)));
}
