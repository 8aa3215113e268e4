// The typed arrays that can be sent, by class name.

import { ClusterError } from "../errors.js";

const everywhere = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
  Float32Array,
  Float64Array,
} as const;

export type ArrayName = keyof typeof everywhere | "Float16Array";
type ArrayClass = (typeof everywhere)[keyof typeof everywhere];

/** Float16Array, which Node has from version 24 on, and the `lib` of ES2023 lacks: it is used like any other class of numbers. */
const halves = Reflect.get(globalThis, "Float16Array") as unknown as Float32ArrayConstructor | undefined;
const classes: Readonly<Record<string, ArrayClass>> = halves ? { ...everywhere, Float16Array: halves } : everywhere;

export type TravelingArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** The class name of a typed array; undefined for other values. Subclasses count as their base class. */
export function arrayName(value: unknown): ArrayName | undefined {
  const name = ArrayBuffer.isView(value) ? Reflect.get(value, Symbol.toStringTag) : undefined;
  return isArrayName(name) ? name : undefined;
}

export function isArrayName(name: unknown): name is ArrayName {
  return typeof name === "string" && (Object.hasOwn(everywhere, name) || name === "Float16Array");
}

export function elementSize(name: ArrayName): number {
  return arrayClass(name).BYTES_PER_ELEMENT;
}

export function arrayClass(name: ArrayName): ArrayClass {
  const found = classes[name];
  if (found) return found;
  throw new ClusterError("protocol", `This version of Node has no ${name}.`, {
    help: "Workers of half floats need Node 24 or later.",
  });
}

/** The bytes of an array, in place. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
