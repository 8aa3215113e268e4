// The typed arrays and their scalars: one table for allocation, arguments and copies.

import { invariant, type ScalarType } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import type { TypedArray, TypedArrayConstructor, TypedArrayName } from "../language/index.js";
import { answers, arrayName, byteLengthOf } from "./array-views.js";

export interface ElementRow {
  readonly scalar: ScalarType;
  readonly type: TypedArrayConstructor;
  readonly over: (buffer: ArrayBufferLike, byteOffset: number, length: number) => TypedArray;
  readonly size: number;
}

const everywhere = {
  Int8Array: row("i8", Int8Array),
  Uint8Array: row("u8", Uint8Array),
  Uint8ClampedArray: row("u8", Uint8ClampedArray),
  Int16Array: row("i16", Int16Array),
  Uint16Array: row("u16", Uint16Array),
  Int32Array: row("i32", Int32Array),
  Uint32Array: row("u32", Uint32Array),
  Float32Array: row("f32", Float32Array),
  Float64Array: row("f64", Float64Array),
  BigInt64Array: row("i64", BigInt64Array),
  BigUint64Array: row("u64", BigUint64Array),
} as const satisfies Record<Exclude<TypedArrayName, "Float16Array">, ElementRow>;

export const hasFloat16 = "Float16Array" in globalThis;
/** Explains why f16 may have no row. */
export const float16Help =
  "This host has no Float16Array: Node 24 and later have it. In kernels f16 works on every host.";
export const elementTypes: Readonly<Record<string, ElementRow>> = hasFloat16
  ? { ...everywhere, Float16Array: row("f16", Float16Array) }
  : everywhere;

type OverMemory = new (...place: Parameters<ElementRow["over"]>) => TypedArray;

function row(scalar: ScalarType, type: TypedArrayConstructor & OverMemory): ElementRow {
  return {
    scalar,
    type,
    over: (buffer, byteOffset, length) => new type(buffer, byteOffset, length),
    size: type.BYTES_PER_ELEMENT,
  };
}

export function isTypedArray(value: unknown): value is TypedArray {
  const name = arrayName(value);
  return name !== undefined && Object.hasOwn(elementTypes, name);
}

/** Returns the row of an array; a subclass (Node's Buffer) counts as the class that it extends. */
export function elementTypeOfArray(array: TypedArray): ElementRow {
  const row = elementTypes[arrayName(array) ?? ""];
  invariant(row, "a typed array has a row");
  return row;
}

/** Whether an array of that type may hold elements of `scalar`: bools are bytes. */
export function holds(array: TypedArray, scalar: ScalarType): boolean {
  return elementTypeOfArray(array).scalar === (scalar === "bool" ? "u8" : scalar);
}

/** Names the typed arrays that hold `scalar`, for messages. */
export function arraysFor(scalar: ScalarType): string {
  const wanted = scalar === "bool" ? "u8" : scalar;
  const names = Object.entries(elementTypes).filter(([, { scalar: held }]) => held === wanted);
  return (
    names.map(([name]) => name).join(" or ") ||
    `an array of ${scalar}${scalar === "f16" ? ", which Node 24 and later have" : ""}`
  );
}

/** Throws if the view's buffer was detached or has become too small: then every method of the array would. */
export function checkAttached(view: ArrayBufferView, what: string): void {
  if (isAttached(view)) return;
  throw new LanewiseError(
    "invalid",
    `${what} is a ${arrayName(view) ?? "DataView"} without memory: its buffer was transferred, or is smaller now.`,
    { help: "Make a new array over the buffer that has the data, and use that." },
  );
}

export function isAttached(view: ArrayBufferView): boolean {
  if (arrayName(view) === undefined) return answers(() => byteLengthOf(view));
  return byteLengthOf(view) > 0 || answers(() => Reflect.apply(Uint8Array.prototype.at, view, [0]));
}

/** Returns the row of the typed array that holds `scalar` on the host; undefined if there is none. */
export function elementTypeOfScalar(scalar: ScalarType): ElementRow | undefined {
  return Object.values(elementTypes).find((row) => row.scalar === (scalar === "bool" ? "u8" : scalar));
}
