// The possible values of a number: the least and the greatest, whether all are integers, and whether NaN or -0 is among them. Has the arithmetic on
// ranges that find-ranges.ts applies to expressions. Growing bounds climb a ladder, so that fixed points are reached soon.

export interface Range {
  readonly low: number;
  readonly high: number;
  /** Apart from NaN and infinities. */
  readonly isInteger: boolean;
  readonly hasNaN: boolean;
  readonly hasNegativeZero: boolean;
}

const MOST_EXACT = 2 ** 53;
const rungs = [
  0,
  1,
  2 ** 7,
  2 ** 8,
  2 ** 15,
  2 ** 16,
  2 ** 24,
  2 ** 31 - 1,
  2 ** 32 - 1,
  MOST_EXACT / 2,
  MOST_EXACT,
  Number.POSITIVE_INFINITY,
];

export function integers(low: number, high: number): Range {
  return { low, high, isInteger: true, hasNaN: false, hasNegativeZero: false };
}

export const anything: Range = {
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  isInteger: false,
  hasNaN: true,
  hasNegativeZero: true,
};

export function constantRange(value: number): Range {
  if (Number.isNaN(value)) return { ...integers(0, 0), hasNaN: true };
  return { ...integers(value, value), isInteger: Number.isInteger(value), hasNegativeZero: Object.is(value, -0) };
}

const types = {
  bool: integers(0, 1),
  i8: integers(-128, 127),
  u8: integers(0, 255),
  i16: integers(-(2 ** 15), 2 ** 15 - 1),
  u16: integers(0, 2 ** 16 - 1),
  i32: integers(-(2 ** 31), 2 ** 31 - 1),
  u32: integers(0, 2 ** 32 - 1),
} as const;

/** The range of a type's values, in memory or in a register. */
export function typeRange(type: string): Range {
  return type in types ? types[type as keyof typeof types] : anything; // the test found the key
}

export function isWithin({ low, high, hasNaN }: Range, outer: Range): boolean {
  return !hasNaN && low >= outer.low && high <= outer.high;
}

/** What two ranges of the same value say together; the first one, if they contradict each other, as in code that never runs. */
export function common(a: Range, b: Range): Range {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  if (low > high) return a;
  const isInteger = a.isInteger || b.isInteger;
  return {
    low,
    high,
    isInteger,
    hasNaN: a.hasNaN && b.hasNaN,
    hasNegativeZero: a.hasNegativeZero && b.hasNegativeZero,
  };
}

/** Whether all values are integers of the type. */
export function fits(range: Range, type: "i32" | "u32"): boolean {
  return range.isInteger && isWithin(range, types[type]);
}

/** Whether all values are integers that doubles represent exactly: modulo 2^32 they have the same lowest bits. */
export function isExact(range: Range): boolean {
  return range.isInteger && !range.hasNaN && range.low >= -MOST_EXACT && range.high <= MOST_EXACT;
}

export const hasZero = ({ low, high }: Range): boolean => low <= 0 && high >= 0;

export function union(a: Range, b: Range): Range {
  return {
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    isInteger: a.isInteger && b.isInteger,
    hasNaN: a.hasNaN || b.hasNaN,
    hasNegativeZero: a.hasNegativeZero || b.hasNegativeZero,
  };
}

export function isSameRange(a: Range, b: Range): boolean {
  return (
    a.low === b.low &&
    a.high === b.high &&
    a.isInteger === b.isInteger &&
    a.hasNaN === b.hasNaN &&
    a.hasNegativeZero === b.hasNegativeZero
  );
}

/** Moves the bounds that grew to the next rung. */
export function widened(before: Range, after: Range): Range {
  const up = (bound: number) => rungs.find((rung) => rung >= bound) ?? Number.POSITIVE_INFINITY;
  // The least 32-bit integer has a larger magnitude than the greatest.
  const down = (bound: number) => (bound < 0 && bound === -(2 ** 31) ? bound : -up(-bound) + 0);
  return {
    ...after,
    low: after.low < before.low ? (after.low >= 0 ? 0 : down(after.low)) : after.low,
    high: after.high > before.high ? (after.high <= 0 ? 0 : up(after.high)) : after.high,
  };
}

const isInfinite = ({ low, high }: Range): boolean => !Number.isFinite(low) || !Number.isFinite(high);

export function sum(a: Range, b: Range): Range {
  return {
    low: a.low + b.low,
    high: a.high + b.high,
    isInteger: a.isInteger && b.isInteger,
    hasNaN: a.hasNaN || b.hasNaN || (isInfinite(a) && isInfinite(b)),
    hasNegativeZero: a.hasNegativeZero && b.hasNegativeZero,
  };
}

export function negated(a: Range): Range {
  return { ...a, low: -a.high + 0, high: -a.low + 0, hasNegativeZero: hasZero(a) };
}

export function difference(a: Range, b: Range): Range {
  return { ...sum(a, { ...b, low: -b.high, high: -b.low }), hasNegativeZero: a.hasNegativeZero && hasZero(b) };
}

export function product(a: Range, b: Range): Range {
  const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high].map((one) =>
    Number.isNaN(one) ? 0 : one,
  );
  // A zero becomes negative by what is negative, and stays so by what is not.
  const isNegated = (one: Range, other: Range) =>
    (hasZero(one) && (other.low < 0 || other.hasNegativeZero)) || (one.hasNegativeZero && other.high >= 0);
  return {
    low: Math.min(...corners) + 0,
    high: Math.max(...corners) + 0,
    isInteger: a.isInteger && b.isInteger,
    hasNaN: a.hasNaN || b.hasNaN || (isInfinite(a) && hasZero(b)) || (isInfinite(b) && hasZero(a)),
    hasNegativeZero: isNegated(a, b) || isNegated(b, a),
  };
}

/** `a % b`: smaller in magnitude than b, at most a's magnitude, and with a's sign. */
export function remainder(a: Range, b: Range): Range {
  // By zero, words give 0.
  const most = Math.max(0, Math.max(Math.abs(b.low), Math.abs(b.high)) - (b.isInteger && a.isInteger ? 1 : 0));
  return {
    low: a.low < 0 ? Math.max(a.low, -most) + 0 : 0,
    high: a.high > 0 ? Math.max(0, Math.min(a.high, most)) : 0,
    isInteger: a.isInteger && b.isInteger,
    hasNaN: a.hasNaN || b.hasNaN || hasZero(b) || isInfinite(a),
    hasNegativeZero: a.low < 0 || a.hasNegativeZero,
  };
}

/** The quotient, rounded by `round`. */
export function roundedQuotient(a: Range, b: Range, round: (value: number) => number): Range {
  if (hasZero(b) || isInfinite(a) || isInfinite(b)) return { ...anything, isInteger: true };
  const corners = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high].map(round);
  return {
    low: Math.min(...corners) + 0,
    high: Math.max(...corners) + 0,
    isInteger: true,
    hasNaN: a.hasNaN || b.hasNaN,
    hasNegativeZero: a.low < 0 || b.low < 0 || a.hasNegativeZero,
  };
}

export function least(a: Range, b: Range): Range {
  return { ...union(a, b), high: Math.min(a.high, b.high) };
}

export function greatest(a: Range, b: Range): Range {
  return { ...union(a, b), low: Math.max(a.low, b.low) };
}

export function absolute(a: Range): Range {
  const most = Math.max(Math.abs(a.low), Math.abs(a.high));
  const lowest = hasZero(a) ? 0 : Math.min(Math.abs(a.low), Math.abs(a.high));
  return { ...a, low: lowest, high: most, hasNegativeZero: false };
}

/** Clips the range to the bounds, unless nothing would be left. */
export function limited(range: Range, low: number, high: number): Range {
  const found = { ...range, low: Math.max(range.low, low), high: Math.min(range.high, high) };
  return found.low <= found.high ? found : range;
}
