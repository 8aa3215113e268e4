// Checks the type and range of a value that the host passes for a kernel's scalar; a u64 may be a result of `addressOf` or `functionRef`.

import { type ScalarType, scalars } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { describeValue } from "../values/index.js";
import { referredBits } from "./referred-bits.js";

export interface ScalarArgument {
  readonly kind: "scalar";
  readonly type: ScalarType;
  readonly value: number | bigint | boolean;
}

/** The types of 32-bit integers, to which most integers are converted by one operator. */
const words: Partial<Record<ScalarType, (value: number) => number>> = {
  i32: (value) => value | 0,
  u32: (value) => value >>> 0,
};

/** The ranges of the integer types; floats have none. */
const integerRanges: Partial<Record<ScalarType, readonly [bigint, bigint]>> = Object.fromEntries(
  Object.entries(scalars)
    .filter(([, { kind }]) => kind === "integer")
    .map(([type, { size, signed }]) => {
      const values = 2n ** BigInt(size * 8);
      return [type, signed ? [-values / 2n, values / 2n - 1n] : [0n, values - 1n]];
    }),
);

/** Checks that `given` has the type; `what` names it in errors. */
export function checkScalar(given: unknown, type: ScalarType, what: string): ScalarArgument {
  // Every launch runs this for each captured number.
  if (typeof given === "number" && (type === "f64" || type === "f32" || words[type]?.(given) === given)) {
    return { kind: "scalar", type, value: given };
  }
  const value = type === "u64" ? referredBits(given) : given;
  const found = () => `is ${describeValue(value)}`;
  if (type === "bool") {
    if (typeof value === "boolean") return { kind: "scalar", type, value };
    throw new LanewiseError("invalid", `${what} ${found()}; expected a boolean.`);
  }
  const range = integerRanges[type];
  if (!range) {
    if (typeof value === "number") return { kind: "scalar", type, value };
    throw new LanewiseError("invalid", `${what} ${found()}; expected a number (${type}).`);
  }
  const isBig = scalars[type].size === 8;
  if (isBig ? typeof value !== "bigint" : typeof value !== "number" || !Number.isInteger(value)) {
    throw new LanewiseError("invalid", `${what} ${found()}; expected ${isBig ? "a bigint" : "an integer"} (${type}).`, {
      help: isBig
        ? "Write 3n, or convert with BigInt(x)."
        : typeof value === "string"
          ? "If the kernel takes a string, pass one of those that its type lists."
          : "The kernel uses it as an integer: round it, or use it as a float.",
    });
  }
  // Checked above: it is an integer, so BigInt takes it.
  const number = value as number | bigint;
  const big = BigInt(number);
  if (big < range[0] || big > range[1]) {
    throw new LanewiseError("invalid", `${what} ${found()}, outside ${type}; expected ${range[0]} to ${range[1]}.`);
  }
  return { kind: "scalar", type, value: number };
}
