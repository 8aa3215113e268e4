// What to write where a number is not what JavaScript has, by the operation at which the two parted.

import type { NumberDifference } from "@lanewise/ir";

const FLOATS =
  "f32 rounds at each operation. Compute in f64, with Float64Array for what goes into it, or round in JavaScript, too: Math.fround(…).";
const ZERO = "Integers have no -0. Leave the flavour out, or write f64, where the sign of zero matters.";

export function remedyOf({ cause }: NumberDifference): string {
  const { operation, type, text, found, expected } = cause;
  if (operation === "rounding") return FLOATS;
  if (found === expected) return ZERO;
  const leftOut = `Leave the flavour ${type} out, so that the number is a double`;
  switch (operation) {
    case "arithmetic":
      if (type === "i64" || type === "u64") {
        const wrap = `BigInt.${type === "i64" ? "asIntN" : "asUintN"}(64, ${text})`;
        return `JavaScript's bigints do not wrap. Where that is meant, write ${wrap}.`;
      }
      return `${leftOut}; where wrapping is meant, write \`${wrapping(type, text)}\`.`;
    case "division":
      if (expected === undefined)
        return `Bigints divided by 0n give 0n in kernels. Look at the divisor before: \`b === 0n ? … : ${text}\`.`;
      return `Integers divided by 0 give 0, and have no -0. ${leftOut}, or look at the divisor before.`;
    case "bits":
      return `JavaScript's bit operations give signed numbers. Write \`(${text}) >>> 0\` for the unsigned one.`;
    case "saturation":
      return `${type}(…) clamps. Write \`| 0\` or \`>>> 0\` to take a number modulo 2^32, and leave the conversion out where the number itself is meant.`;
    case "narrowing":
      return `${type} keeps the lowest bits. Write \`${masks[type] ?? "& 255"}\` where that is meant; else use ${bits32.has(type) ? "no flavour" : "i32, or no flavour"}.`;
    case "reduction":
      return "Atomics, reductions and scans wrap as their storage does. Combine in Float64Array, or f64, where the sum is larger than 32 bits, and bigints where it is larger than 2^53.";
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
