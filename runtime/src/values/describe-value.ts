// Describes values in error messages.

import type { TypedArray } from "../language/index.js";
import { arrayName, lengthOf } from "./array-views.js";

/** Describes a value in a few words: `3n`, `"seven"`, `a Float32Array of length 10`, `an object (Date)`. */
export function describeValue(value: unknown): string {
  // JSON has no NaN.
  if (typeof value === "number") return String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "object" && value !== null) {
    if (Array.isArray(value)) return `an array of length ${value.length}`;
    if (arrayName(value) !== undefined) return `a ${describeArray(value as TypedArray)}`; // only typed arrays have a name
    const tag: unknown = Reflect.get(value, Symbol.toStringTag);
    return `an object (${typeof tag === "string" ? tag : value.constructor?.name || "Object"})`;
  }
  return typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
}

/** "Float32Array of length 10", for messages. */
export function describeArray(array: TypedArray): string {
  return `${arrayName(array)} of length ${lengthOf(array)}`;
}
