// f16, IEEE 754 binary16: 1 sign bit, 5 exponent bits (bias 15), 10 fraction bits. Used by the interpreter, initial values and the host's f16(); the
// code generators have their own sequences.

/** The number that 16 bits encode. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** The bits of the nearest f16, ties to even. */
export function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude >= 65520) return sign | 0x7c00;
  // Math.log2 rounds up to the next integer only for doubles that also round to the next power of two. Below 2^-14 all numbers have the smallest
  // exponent.
  const exponent = magnitude < 2 ** -14 ? -14 : Math.floor(Math.log2(magnitude));
  const fraction = magnitude * 2 ** (10 - exponent);
  const floor = Math.floor(fraction);
  const isUp = fraction - floor > 0.5 || (fraction - floor === 0.5 && floor % 2 === 1);
  // A fraction that rounds up to the next power of two carries into the exponent; a subnormal lacks the leading 1024.
  return sign | ((exponent + 14) * 1024 + floor + (isUp ? 1 : 0));
}
