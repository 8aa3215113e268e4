// The types and operations of the functions of groups and sub-groups, numbers to combine, and what combining them gives: for conformance
// tests.

const numbers = { i32: "Int32Array", u32: "Uint32Array", f32: "Float32Array", f64: "Float64Array" } as const;
export const types = { ...numbers, i64: "BigInt64Array", u64: "BigUint64Array" } as const;
export type Type = keyof typeof types;
const operations = ["add", "multiply", "min", "max", "and", "or", "xor"] as const;
type Operation = (typeof operations)[number];
const isFloat = (type: Type) => type.startsWith("f");
export const operationsOf = (type: Type) => (isFloat(type) ? operations.slice(0, 4) : operations);

export type Values = Int32Array | Uint32Array | Float32Array | Float64Array | BigInt64Array | BigUint64Array;
const arrays = { Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array } as const;

/** Numbers of both signs, or large ones, that do not add up exactly where they are floats. */
export function valuesOf(type: Type, n: number): Values {
  const made = new arrays[types[type]](n);
  for (let i = 0; i < n; i++) {
    const value = ((i * 7919) % 1009) - (type.startsWith("u") ? 0 : 500);
    made[i] = isFloat(type) ? value / 7 : type.endsWith("64") ? BigInt(value) * 123456789n : value * 12345;
  }
  return made;
}

const ofIntegers: Readonly<Record<Operation, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};
const ofFloats: Partial<Record<Operation, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  min: Math.min,
  max: Math.max,
};

/** In the type, by an array of it. */
export function combined(type: Type, operation: Operation, a: number | bigint, b: number | bigint): number | bigint {
  const cell = new arrays[types[type]](1);
  if (isFloat(type)) cell[0] = ofFloats[operation]?.(Number(a), Number(b)) ?? Number.NaN;
  else {
    const whole = BigInt.asUintN(64, ofIntegers[operation](BigInt(a), BigInt(b)));
    cell[0] = type.endsWith("64") ? whole : Number(BigInt.asIntN(32, whole));
  }
  return cell[0] ?? 0;
}

export function neutralOf(type: Type, operation: Operation): number | bigint {
  const limit = (big: boolean) => {
    if (isFloat(type)) return big ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    const bits = BigInt(type.slice(1));
    const most = type.startsWith("u") ? 2n ** bits - 1n : 2n ** (bits - 1n) - 1n;
    const least = type.startsWith("u") ? 0n : -(2n ** (bits - 1n));
    const found = big ? most : least;
    return bits === 64n ? found : Number(found);
  };
  const one = (value: number) => (type.endsWith("64") && !isFloat(type) ? BigInt(value) : value);
  if (operation === "min") return limit(true);
  if (operation === "max") return limit(false);
  if (operation === "and") return type.startsWith("u") ? limit(true) : one(-1);
  return one(operation === "multiply" ? 1 : 0);
}
