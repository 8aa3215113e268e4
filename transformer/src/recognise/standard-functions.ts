// The functions of Number, BigInt and JavaScript's global scope that kernels know, with their operand and result types.
// lower/standard-functions.ts lowers them, closed over these keys.

export interface StandardRow {
  readonly takes: "number" | "bigint" | "any";
  /** The result: a type such as "float" or "i64"; "same": the argument's; "big": a bigint that fits i64 and u64. */
  readonly gives: "boolean" | "same" | "float" | "big" | "i64" | "u64";
  /** Whether the first argument is a constant number of bits. */
  readonly hasBits?: true;
}

export const standardFunctions = {
  Number: { takes: "any", gives: "same" },
  BigInt: { takes: "any", gives: "big" },
  Boolean: { takes: "any", gives: "boolean" },
  isNaN: { takes: "number", gives: "boolean" },
  isFinite: { takes: "number", gives: "boolean" },
  "Number.isNaN": { takes: "number", gives: "boolean" },
  "Number.isFinite": { takes: "number", gives: "boolean" },
  "Number.isInteger": { takes: "number", gives: "boolean" },
  "Number.isSafeInteger": { takes: "number", gives: "boolean" },
  "BigInt.asIntN": { takes: "bigint", gives: "i64", hasBits: true },
  "BigInt.asUintN": { takes: "bigint", gives: "u64", hasBits: true },
} as const satisfies Record<string, StandardRow>;

export type StandardFunction = keyof typeof standardFunctions;

export function isStandardFunction(name: string): name is StandardFunction {
  return Object.hasOwn(standardFunctions, name);
}
