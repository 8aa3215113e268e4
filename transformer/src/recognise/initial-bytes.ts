// A device global's initial value as bytes (requirement D9): any compile-time constant. Missing array elements and object
// fields are zero.

import {
  type DataType,
  halfBits,
  invariant,
  layoutOf,
  type ScalarType,
  type StructDefinition,
  scalars,
  structLayout,
} from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { type ConstantRecord, type ConstantValue, evaluateDeep } from "./evaluate.js";

/** The bytes of an expression; undefined if it is not a constant of that type. `structs` are those that the type uses. */
export function initialBytes(
  context: PassContext,
  expression: ts.Expression,
  type: DataType,
  structs: readonly StructDefinition[] = [],
): Uint8Array | undefined {
  const value = evaluateDeep(context, expression);
  return value === undefined ? undefined : bytesOf(value, type, structs);
}

/** The bytes of a constant; undefined if it does not fit: `bytesOf([1, 2], { kind: "array", element: "u8", length: 4 }, [])`. */
export function bytesOf(
  value: ConstantValue,
  type: DataType,
  structs: readonly StructDefinition[],
): Uint8Array | undefined {
  const bytes = new Uint8Array(layoutOf(type, structs).size);
  return write(new DataView(bytes.buffer), 0, value, type, structs) ? bytes : undefined;
}

type Structs = readonly StructDefinition[];

function write(view: DataView, at: number, value: ConstantValue, type: DataType, structs: Structs): boolean {
  if (typeof type === "string") return writeScalar(view, at, value, type);
  if (type.kind === "struct") return isRecord(value) && writeStruct(view, at, value, type.name, structs);
  if (!isArray(value) || value.length > type.length) return false;
  const { element } = type;
  const { size } = layoutOf(element, structs);
  return value.every((item, index) => write(view, at + index * size, item, element, structs));
}

function isArray(value: ConstantValue): value is readonly ConstantValue[] {
  return Array.isArray(value);
}

function isRecord(value: ConstantValue): value is ConstantRecord {
  return typeof value === "object" && !isArray(value);
}

/** Extra fields are ignored: TypeScript has checked the object's type. */
function writeStruct(view: DataView, at: number, value: ConstantRecord, name: string, structs: Structs): boolean {
  const definition = structs.find((struct) => struct.name === name);
  invariant(definition, `struct ${name} is known`);
  const { offsets } = structLayout(definition, structs);
  return definition.fields.every((field, index) => {
    const item = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    return item === undefined || write(view, at + (offsets[index] ?? 0), item, field.type, structs);
  });
}

const numberSetters = {
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

const bigintSetters = {
  i64: (view, at, value) => view.setBigInt64(at, value, true),
  u64: (view, at, value) => view.setBigUint64(at, value, true),
} as const satisfies Partial<Record<ScalarType, (view: DataView, at: number, value: bigint) => void>>;

function isNumberType(type: ScalarType): type is keyof typeof numberSetters {
  return type in numberSetters;
}

function isBigintType(type: ScalarType): type is keyof typeof bigintSetters {
  return type in bigintSetters;
}

function writeScalar(view: DataView, at: number, value: ConstantValue, type: ScalarType): boolean {
  if (typeof value === "number" && isNumberType(type) && fits(value, type)) numberSetters[type](view, at, value);
  else if (typeof value === "bigint" && isBigintType(type) && fits(value, type)) bigintSetters[type](view, at, value);
  else if (typeof value === "boolean" && type === "bool") view.setUint8(at, Number(value));
  else return false;
  return true;
}

/** Whether an integer type can hold the value; every number fits a float type. */
export function fits(value: number | bigint, type: ScalarType): boolean {
  const { kind, size, signed } = scalars[type];
  if (kind !== "integer") return true;
  if (typeof value === "bigint")
    return (signed ? BigInt.asIntN(8 * size, value) : BigInt.asUintN(8 * size, value)) === value;
  const span = 2 ** (8 * size);
  const least = signed ? -span / 2 : 0;
  return Number.isInteger(value) && value >= least && value < least + span;
}
