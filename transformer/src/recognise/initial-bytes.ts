// A device global's initial value as the bytes of its memory (requirement D9): constants and nested array literals, shorter
// ones followed by zeros.

import { type DataType, halfBits, layoutOf, type ScalarType, scalars } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { evaluate } from "./evaluate.js";

/** Undefined where the expression is no constant of that type. */
export function initialBytes(context: PassContext, expression: ts.Expression, type: DataType): Uint8Array | undefined {
  const bytes = new Uint8Array(layoutOf(type, []).size);
  return write(context, new DataView(bytes.buffer), 0, expression, type) ? bytes : undefined;
}

function write(context: PassContext, view: DataView, at: number, value: ts.Expression, type: DataType): boolean {
  if (typeof type === "string") return writeScalar(context, view, at, value, type);
  const literal = skipWrappers(context, value);
  if (type.kind !== "array" || !context.ts.isArrayLiteralExpression(literal)) return false;
  if (literal.elements.length > type.length) return false;
  const { element } = type;
  const { size } = layoutOf(element, []);
  return literal.elements.every((item, index) => write(context, view, at + index * size, item, element));
}

const setters = {
  bool: (view, at, value) => view.setUint8(at, value),
  i8: (view, at, value) => view.setInt8(at, value),
  u8: (view, at, value) => view.setUint8(at, value),
  i16: (view, at, value) => view.setInt16(at, value, true),
  u16: (view, at, value) => view.setUint16(at, value, true),
  i32: (view, at, value) => view.setInt32(at, value, true),
  u32: (view, at, value) => view.setUint32(at, value, true),
  f16: (view, at, value) => view.setUint16(at, halfBits(value), true),
  f32: (view, at, value) => view.setFloat32(at, value, true),
  f64: (view, at, value) => view.setFloat64(at, value, true),
} as const satisfies Partial<Record<ScalarType, (view: DataView, at: number, value: number) => void>>;

function hasSetter(type: ScalarType): type is keyof typeof setters {
  return type in setters;
}

function writeScalar(context: PassContext, view: DataView, at: number, node: ts.Expression, type: ScalarType): boolean {
  const value = evaluate(context, node);
  if (value === undefined || !hasSetter(type) || (typeof value === "boolean") !== (type === "bool")) return false;
  if (!fits(Number(value), type)) return false;
  setters[type](view, at, Number(value));
  return true;
}

/** Whether an integer type can hold the value; every number fits a float type. */
export function fits(value: number, type: ScalarType): boolean {
  const { kind, size, signed } = scalars[type];
  if (kind !== "integer") return true;
  const span = 2 ** (8 * size);
  const least = signed ? -span / 2 : 0;
  return Number.isInteger(value) && value >= least && value < least + span;
}
