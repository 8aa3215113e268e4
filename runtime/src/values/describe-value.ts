// How messages of errors name what they found.

import { describeArray, isTypedArray } from "./element-types.js";

/** A value in a few words: `3n`, `"seven"`, `a Float32Array of length 10`, `an object (Date)`. */
export function describeValue(value: unknown): string {
  // JSON has no NaN.
  if (typeof value === "number") return String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "object" && value !== null) {
    if (Array.isArray(value)) return `an array of length ${value.length}`;
    if (isTypedArray(value)) return `a ${describeArray(value)}`;
    const tag: unknown = Reflect.get(value, Symbol.toStringTag);
    return `an object (${typeof tag === "string" ? tag : value.constructor?.name || "Object"})`;
  }
  return typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
}
