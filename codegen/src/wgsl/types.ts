// What the IR's values are in WGSL, which has no integers of 64 bits and no doubles: these are pairs of words, the low one first, and
// computed in software (wide-integers.ts, doubles.ts), exactly. A reference is an address in bytes, a span an address and a length.

import { invariant, isScalar, scalars, type Type, typeName, type ValueScalar } from "@lanewise/ir";

export type WgslType = "bool" | "i32" | "u32" | "f32" | "vec2<u32>";

const scalarTypes = {
  bool: "bool",
  i32: "i32",
  u32: "u32",
  f32: "f32",
  i64: "vec2<u32>",
  u64: "vec2<u32>",
  f64: "vec2<u32>",
} as const satisfies Record<ValueScalar, WgslType>;

/** Of a value in a register. */
export function wgslType(type: Type): WgslType {
  if (typeof type === "string") {
    const found = (scalarTypes as Readonly<Partial<Record<string, WgslType>>>)[type];
    invariant(found, () => `a register can hold ${type}`);
    return found;
  }
  invariant(type.kind === "ref" || type.kind === "span", () => `a register can hold ${typeName(type)}`);
  return type.kind === "ref" ? "u32" : "vec2<u32>";
}

/** Of an argument, which the launch has narrowed. */
export function wgslArgument(type: Type): WgslType {
  return typeof type === "string" && isScalar(type) ? scalarTypes[scalars[type].register] : "vec2<u32>";
}

/** The words of a constant of 64 bits. */
function pair(bits: bigint): string {
  const unsigned = BigInt.asUintN(64, bits);
  return `vec2<u32>(${unsigned & 0xffffffffn}u, ${unsigned >> 32n}u)`;
}

const scratch = new DataView(new ArrayBuffer(8));

export function bitsOfF32(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getUint32(0);
}

/**
 * A constant. WGSL's compilers reject infinities and NaN among constants and may lose the sign of a zero or a subnormal number: those are
 * made of bits at run time, by the word `zero`, of which no compiler knows that it is 0.
 */
export function constantText(type: ValueScalar, value: number | bigint | boolean): string {
  switch (type) {
    case "bool":
      return String(value);
    case "i32":
      return `i32(${Number(value)})`;
    case "u32":
      return `${Number(value)}u`;
    case "i64":
    case "u64":
      return pair(BigInt(value));
    case "f64":
      scratch.setFloat64(0, Number(value));
      return pair(Number.isNaN(value) ? 0x7ff8000000000000n : scratch.getBigUint64(0));
    case "f32": {
      const rounded = Math.fround(Number(value));
      const isPlain = Number.isFinite(rounded) && Math.abs(rounded) >= 2 ** -126;
      if (isPlain || Object.is(rounded, 0)) return floatText(rounded);
      const bits = Number.isNaN(rounded) ? 0x7fc00000 : bitsOfF32(rounded);
      return `bitcast<f32>(${bits}u | zero)`;
    }
  }
}

/** With its suffix; in brackets where it begins with a sign. */
function floatText(value: number): string {
  const digits = String(value);
  const text = `${/[.e]/.test(digits) ? digits : `${digits}.0`}f`;
  return value < 0 ? `(${text})` : text;
}
