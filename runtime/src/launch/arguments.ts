// Checks the captured values of a launch against the kernel's parameters, then writes them into its argument block (ir/src/abi/abi.ts). All checks come
// before the first write; messages name the capture and what was found.

import {
  type Access,
  type KernelParameter,
  POINTER_TABLE_OFFSET,
  RANGE_OFFSET,
  type ScalarType,
  typeName,
} from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import type { DeviceMemory } from "../device/index.js";
import { LanewiseError } from "../errors/index.js";
import type { Program } from "../images/programs/index.js";
import { imagePart, parts } from "../images/registry/index.js";
import type { TypedArray } from "../language/index.js";
import { type Allocation, type Block, foreignMemory, MappedMemory, ownerOf } from "../memory/index.js";
import { checkScalar, type ScalarArgument } from "../references/index.js";
import {
  arraysFor,
  bufferOf,
  checkAttached,
  describeArray,
  describeValue,
  holds,
  isTypedArray,
  type LaunchRange,
  lengthOf,
} from "../values/index.js";
import { captureFailure } from "./capture-failure.js";
import { type BytesArgument, placeBytes, sizeWithBytes } from "./constant-arguments.js";
import { refuseLocal } from "./local-accessor.js";
import type { LocalArgument } from "./local-arguments.js";

export interface SpanArgument {
  readonly kind: "span";
  readonly address: number;
  readonly length: number;
  readonly allocation: Allocation;
}
/** A typed array, or the bytes of an array of structs, that is not in the device's memory. */
export interface MovedArgument {
  readonly kind: "moved";
  readonly array: TypedArray;
  /** Its length when it was checked, since a view may follow the length of its buffer. */
  readonly length: number;
  /** The index of the kernel's parameter. */
  readonly parameter: number;
  readonly access: Access;
  /** Its name in errors. */
  readonly what: string;
  /** The address of its copy; 0 until it is copied. */
  address: number;
}
export type Argument = ScalarArgument | SpanArgument | MovedArgument | LocalArgument | BytesArgument;

/** Checks every captured value; throws on the first that does not fit. Returns the arguments of the program's parameters. */
export function checkArguments(
  program: Program,
  captures: readonly unknown[],
  kernel: string,
  context: DeviceContext,
  reductions = 0,
): readonly Argument[] {
  const all = program.symbol.parameters;
  const parameters = reductions === 0 ? all : all.slice(0, Math.max(0, all.length - reductions));
  if (captures.length !== parameters.length) {
    throw new LanewiseError(
      "invalid",
      `Kernel ${kernel}: ${captures.length} captured values for ${parameters.length} parameters.`,
      { help: "The emitted code and its image do not match: build the program again." },
    );
  }
  // Runs in every launch, whose arguments live until it has run: an array that grows would have room for 17.
  const found = new Array<Arguments>(parameters.length);
  let index = 0;
  for (const parameter of parameters) {
    try {
      found[index] = checkArgument(program, parameter, index, captures[index], kernel, context);
    } catch (error) {
      throw captureFailure(error, { kernel, program }, parameter.name, captures[index]);
    }
    index += 1;
  }
  return areSingle(found) ? found : found.flat();
}

type Arguments = Argument | readonly Argument[];

const areSingle = (found: readonly Arguments[]): found is readonly Argument[] => !found.some(Array.isArray);

/** An array of structs in columns has several arguments. */
function checkArgument(
  program: Program,
  parameter: KernelParameter,
  index: number,
  value: unknown,
  kernel: string,
  context: DeviceContext,
): Arguments {
  const what = `Kernel ${kernel}: captured "${parameter.name}"`;
  const { type, name } = parameter;
  if (parameter.isLocal) return imagePart("groups").checkLocal(value, parameter, program.module.structs, what);
  if (typeof type === "string") return checkScalar(value, type, what);
  if (type.kind === "span" && typeof type.element === "object") {
    const { access } = parameter;
    const wanted = { name, what, parameter: index, access, element: type.element, structs: program.module.structs };
    if (!parts.structs) throw noStructs(value, what);
    return parts.structs.checkArguments(value, wanted, context);
  }
  return checkSpan(value, parameter, index, what, context);
}

/** The error in programs without arrays of structs. */
function noStructs(value: unknown, what: string): LanewiseError {
  return new LanewiseError("invalid", `${what} is ${describeValue(value)}; expected a StructArray.`, {
    help: "Allocate it with q.mallocShared(structOf<T>(), countOrValues).",
  });
}

/** The longest array that kernels can index, with lengths of type i32. */
const MAX_LENGTH = 2 ** 31 - 1;

function checkSpan(
  value: unknown,
  { name, type, access }: KernelParameter,
  parameter: number,
  what: string,
  context: DeviceContext,
): Argument {
  if (typeof type === "string" || type.kind !== "span" || typeof type.element !== "string") {
    throw new LanewiseError(
      "feature_not_supported",
      `${what} has the type ${typeName(type)}, which cannot be captured yet.`,
    );
  }
  if (!isTypedArray(value)) {
    refuseLocal(value, name, what);
    throw new LanewiseError("invalid", `${what} is ${describeValue(value)}; expected ${arraysFor(type.element)}.`);
  }
  if (!holds(value, type.element)) {
    throw new LanewiseError("invalid", `${what} is a ${describeArray(value)}; expected ${arraysFor(type.element)}.`);
  }
  // Most launches need no name.
  const named = () => `${what} (${describeArray(value)})`;
  const length = lengthOf(value);
  if (length > MAX_LENGTH) {
    throw new LanewiseError(
      "invalid",
      `${named()} has more elements than kernels can index; expected at most 2^31 - 1.`,
      {
        help: "Capture parts of it: `const part = array.subarray(start, end)`.",
      },
    );
  }
  const allocation = context.usm.find(value, named, access === "write" || access === "readWrite");
  if (allocation) return { kind: "span", address: context.usm.addressOf(value), length, allocation };
  checkAttached(value, what);
  // Throws if the array was freed or its context was disposed of.
  const owner = ownerOf(bufferOf(value));
  owner?.usm.find(value, named);
  if (owner && !(owner.memory instanceof MappedMemory)) throw foreignMemory(what, owner, context);
  return { kind: "moved", array: value, length, parameter, access, what: named(), address: 0 };
}

/** Writes the range, the pointer table's address and the arguments into a launch's block. */
export function writeArguments(
  memory: DeviceMemory,
  block: Block,
  range: LaunchRange,
  pointerTable: number,
  program: Pick<Program, "layout">,
  captured: readonly Argument[],
): void {
  if (memory instanceof MappedMemory) {
    putArguments(memory.view, block.offset, block.offset, range, pointerTable, program, captured);
    return;
  }
  // Memory is written in whole blocks, arguments apart from it are compared with those of the launch before.
  const size = memory.writeArguments ? sizeWithBytes(program.layout.size, captured) : block.size;
  const data = size <= scratch.byteLength ? scratch : new DataView(new ArrayBuffer(size));
  const bytes = new Uint8Array(data.buffer, 0, size);
  bytes.fill(0);
  putArguments(data, 0, block.offset, range, pointerTable, program, captured);
  memory.writeArguments?.(block.offset, bytes);
  // Bytes in the block are read like arrays.
  const isRead = captured.some(({ kind }) => kind === "bytes");
  if (isRead || !memory.writeArguments) memory.write(block.offset, bytes);
}

/** Arguments of one launch after the other: a buffer for each would cost more than all else here. */
const scratch = new DataView(new ArrayBuffer(256));

/** Writes them at `address` of `data`, which is at `block` on the device. */
function putArguments(
  data: DataView,
  address: number,
  block: number,
  range: LaunchRange,
  pointerTable: number,
  { layout }: Pick<Program, "layout">,
  captured: readonly Argument[],
): void {
  const values = range.offset ? [...captured, ...range.offset.map(indexArgument)] : captured;
  placeBytes(data.buffer, address, block, layout.size, captured);
  const [outer, middle, inner] = range.sizes;
  data.setInt32(address + RANGE_OFFSET, outer, true);
  data.setInt32(address + RANGE_OFFSET + 4, middle, true);
  data.setInt32(address + RANGE_OFFSET + 8, inner, true);
  data.setUint32(address + POINTER_TABLE_OFFSET, pointerTable, true);
  let index = 0;
  for (const value of values) {
    const offset = address + (layout.offsets[index++] ?? 0);
    if (value.kind === "scalar") {
      writers[value.type](data, offset, value.value);
      continue;
    }
    data.setUint32(offset, value.address, true);
    data.setInt32(offset + 4, value.length, true);
  }
}

/** The range's offset follows the kernel's captures (codegen/src/offset.ts). */
function indexArgument(value: number): ScalarArgument {
  return { kind: "scalar", type: "i32", value };
}

type Write = (data: DataView, offset: number, value: number | bigint | boolean) => void;
const writeByte: Write = (data, offset, value) => data.setUint8(offset, Number(value));
const writeShort: Write = (data, offset, value) => data.setUint16(offset, Number(value), true);
const writeWord: Write = (data, offset, value) => data.setUint32(offset, Number(value), true);
const writeLong: Write = (data, offset, value) => data.setBigUint64(offset, BigInt(value), true);

/** Setters take a value modulo 2^n, so signed and unsigned types share them. */
const writers = {
  bool: writeByte,
  i8: writeByte,
  u8: writeByte,
  i16: writeShort,
  u16: writeShort,
  i32: writeWord,
  u32: writeWord,
  i64: writeLong,
  u64: writeLong,
  f16: (_data, _offset, value) => {
    throw new LanewiseError("feature_not_supported", `f16 is a storage type; the parameter ${value} cannot have it.`);
  },
  f32: (data, offset, value) => data.setFloat32(offset, Number(value), true),
  f64: (data, offset, value) => data.setFloat64(offset, Number(value), true),
} as const satisfies Record<ScalarType, Write>;
