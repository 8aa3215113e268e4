// Suggests a fix for a number that differs from JavaScript's, by the operation that caused it.

import type { NumberDifference } from "@lanewise/ir";

const FLOATS =
  "f32 rounds after each operation. Compute in f64, with a Float64Array for its values, or round in JavaScript, too: Math.fround(…).";
const ZERO = "Integers have no -0. If the sign of zero matters, remove the flavour, or write f64.";

export function remedyOf({ cause }: NumberDifference): string {
  const { operation, type, text, found, expected } = cause;
  if (operation === "rounding") return FLOATS;
  if (found === expected) return ZERO;
  const leftOut = `Remove the flavour ${type}, so that the number is a double`;
  switch (operation) {
    case "arithmetic":
      if (type === "i64" || type === "u64") {
        const wrap = `BigInt.${type === "i64" ? "asIntN" : "asUintN"}(64, ${text})`;
        return `JavaScript's bigints do not wrap. If you want it to wrap, write ${wrap}.`;
      }
      return `${leftOut}; if you want it to wrap, write \`${wrapping(type, text)}\`.`;
    case "division":
      if (expected === undefined)
        return `Bigints divided by 0n give 0n in kernels. Test the divisor first: \`b === 0n ? … : ${text}\`.`;
      return `Integers divided by 0 give 0, and have no -0. ${leftOut}, or test the divisor first.`;
    case "bits":
      return `JavaScript's bit operations give signed numbers. Write \`(${text}) >>> 0\` for the unsigned number.`;
    case "saturation":
      return `${type}(…) clamps. Write \`| 0\` or \`>>> 0\` to take a number modulo 2^32, or remove the conversion to keep the number itself.`;
    case "narrowing":
      return `${type} keeps the lowest bits. Write \`${masks[type] ?? "& 255"}\` if you want that; otherwise use ${bits32.has(type) ? "no flavour" : "i32, or no flavour"}.`;
    case "reduction":
      return "Atomics, reductions and scans wrap as their storage does. If the sum exceeds 32 bits, combine in a Float64Array, or f64; if it exceeds 2^53, combine bigints.";
  }
}

const masks: Readonly<Record<string, string>> = {
  ...{ u8: "& 255", u16: "& 65535", i8: "<< 24 >> 24", i16: "<< 16 >> 16" },
  ...{ i32: "| 0", u32: ">>> 0" },
};
const bits32: ReadonlySet<string> = new Set(["i32", "u32"]);

function wrapping(type: string, text: string): string {
  const [left, right, ...others] = text.split(" * ");
  if (left && right && others.length === 0 && !/[()+-]/.test(text)) return `Math.imul(${left}, ${right})`;
  return type === "u32" ? `(${text}) >>> 0` : `(${text}) | 0`;
}
