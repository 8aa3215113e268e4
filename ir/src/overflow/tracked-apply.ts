// Applies an operation to operands that may have parted: computes the kernel's result and JavaScript's, and the cause if they differ.

import type { Apply, Datum, TrackedApply, Value } from "../interpret/index.js";
import type { JavaScript } from "./javascript.js";
import { isSame, type OperationSite, Parted } from "./parted.js";

export const plain = (datum: Datum): Value => (datum instanceof Parted ? datum.value : (datum as Value));
export const shadowOf = (datum: Datum): Value => (datum instanceof Parted ? datum.shadow : (datum as Value));

/** Computes both results. */
export function trackedApply(
  apply: Apply,
  javascript: JavaScript,
  canPart: boolean,
  site: OperationSite,
): TrackedApply {
  return (a, b, c) => {
    if (typeof a !== "object" && typeof b !== "object" && typeof c !== "object") {
      const value = apply(a, b, c);
      if (!canPart) return value;
      const shadow = javascript(a, b, c);
      if (shadow === undefined) return thrown(site, a, b, value);
      if (isSame(value, shadow)) return value;
      return new Parted(value, shadow, causeOf(site, a, b, value, shadow));
    }
    const [va, vb, vc] = [plain(a), plain(b), plain(c)];
    const value = apply(va, vb, vc);
    const shadow = javascript(shadowOf(a), shadowOf(b), shadowOf(c));
    if (shadow === undefined) return thrown(site, va, vb, value);
    if (isSame(value, shadow)) return value;
    const cause = strongest(a, b, c);
    const isSettled = cause !== undefined && isStrong(cause);
    if (isSettled || !canPart) return new Parted(value, shadow, cause?.cause ?? causeOf(site, va, vb, value, shadow));
    if (site.operation === "rounding") {
      // The sign of a zero alone only changes quotients: to infinities or NaN.
      const isOfZero = cause && !cause.isRounding && !(Number.isFinite(value) && Number.isFinite(shadow));
      const isKept = cause && (cause.isRounding || isOfZero);
      return new Parted(value, shadow, isKept ? cause.cause : causeOf(site, va, vb, value, shadow));
    }
    const alone = javascript(va, vb, vc) ?? value;
    const isOwn = !cause || (value !== alone && !isSame(value, alone));
    return new Parted(value, shadow, isOwn ? causeOf(site, va, vb, value, alone) : cause.cause);
  };
}

/** JavaScript stops here, so the kernel's value continues. */
function thrown(site: OperationSite, a: Value, b: Value, value: Value): Value {
  site.onThrow?.([a, b], value);
  return value;
}

/** Whether more than rounding or the sign of zero is to blame. */
const isStrong = (parted: Parted): boolean => !parted.isRounding && parted.value !== parted.shadow;

/** The operand most to blame. */
function strongest(a: Datum, b: Datum, c: Datum): Parted | undefined {
  const [one, two, three] = [partedOf(a), partedOf(b), partedOf(c)];
  if (one && isStrong(one)) return one;
  if (two && isStrong(two)) return two;
  if (three && isStrong(three)) return three;
  return one ?? two ?? three;
}

const partedOf = (datum: Datum): Parted | undefined => (datum instanceof Parted ? datum : undefined);

function causeOf(site: OperationSite, a: Value, b: Value, found: Value, expected: Value): Parted["cause"] {
  // Operations with one operand pass false for the other.
  return { site, operands: b === false ? [a] : [a, b], found, expected };
}
