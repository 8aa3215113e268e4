// The functions of `lanewise` that are one IR operation on the bits of an integer: a row for each. Numbers stand for their low 32 bits, bigints for
// their low 64.

import { leadingZeros, type Op, onesIn, rotatedLeft, rotatedLeft64, trailingZeros } from "@lanewise/ir";

export interface BitRow {
  readonly op: Op & ("popcnt" | "ctz" | "clz" | "rotl");
  /** "count": a number from 0 to 64; "bits": an i32, or a u64 of a bigint. */
  readonly gives: "count" | "bits";
  /** The function for constants, which is the host's. */
  readonly apply: (x: number | bigint, by: number | bigint) => number | bigint;
}

const rotated: BitRow["apply"] = (x, by) =>
  typeof x === "bigint" ? rotatedLeft64(x, BigInt(by)) : rotatedLeft(x, Number(by));

const rows = {
  popcount: { op: "popcnt", gives: "count", apply: onesIn },
  ctz: { op: "ctz", gives: "count", apply: trailingZeros },
  clz: { op: "clz", gives: "count", apply: leadingZeros },
  rotate: { op: "rotl", gives: "bits", apply: rotated },
} as const satisfies Record<string, BitRow>;

export type BitFunction = keyof typeof rows;
export const bitFunctions: Readonly<Record<BitFunction, BitRow>> = rows;

export function isBitFunction(name: string | undefined): name is BitFunction {
  return name !== undefined && Object.hasOwn(rows, name);
}
