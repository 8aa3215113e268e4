// The bits of integers in JavaScript: how many are set, zeros at either end, rotation. Numbers stand for their low 32 bits, bigints for their low 64.
// The interpreter, the compiler's constants and the functions of `lanewise` share these.

export function onesIn(a: number | bigint): number {
  if (typeof a === "bigint") return onesIn(lowOf(a)) + onesIn(highOf(a));
  let ones = 0;
  for (let rest = a | 0; rest !== 0; rest &= rest - 1) ones++;
  return ones;
}

export function leadingZeros(a: number | bigint): number {
  if (typeof a === "number") return Math.clz32(a);
  const high = highOf(a);
  return high === 0 ? 32 + Math.clz32(lowOf(a)) : Math.clz32(high);
}

export function trailingZeros(a: number | bigint): number {
  if (typeof a === "number") return (a | 0) === 0 ? 32 : 31 - Math.clz32(a & -a);
  const low = lowOf(a);
  return low === 0 ? 32 + trailingZeros(highOf(a)) : trailingZeros(low);
}

/** A signed integer. */
export function rotatedLeft(a: number, by: number): number {
  return (a << by) | (a >>> -by);
}

/** An unsigned integer. */
export function rotatedLeft64(a: bigint, by: bigint): bigint {
  const count = BigInt.asUintN(6, by);
  const bits = BigInt.asUintN(64, a);
  return BigInt.asUintN(64, bits << count) | (bits >> (64n - count));
}

const lowOf = (a: bigint): number => Number(BigInt.asIntN(32, a));
const highOf = (a: bigint): number => Number(BigInt.asIntN(32, a >> 32n));
