// Specialization constants that a launch passes as arguments, to programs that were generated before their values were known (requirement S3).
// Values other than plain numbers are behind the other arguments, in the launch's own block.

import { isScalar, type ScalarType, scalarAccess } from "@lanewise/ir";
import type { SpecializationValues } from "../images/constants/index.js";
import type { ConstantArgument, Program } from "../images/programs/index.js";
import type { Argument } from "./arguments.js";

/** The bytes of a constant, which the launch writes into its block. */
export interface BytesArgument {
  readonly kind: "bytes";
  readonly bytes: Uint8Array;
  readonly length: 1;
  /** 0 until the block is written. */
  address: number;
}

export function constantArguments({ constants }: Program, values: SpecializationValues | undefined): Argument[] {
  return constants.map((constant) => argumentOf(constant, values?.get(constant.id) ?? constant.initial));
}

function argumentOf({ type }: ConstantArgument, bytes: Uint8Array): Argument {
  if (typeof type !== "string" || !isScalar(type)) return { kind: "bytes", bytes, length: 1, address: 0 };
  return { kind: "scalar", type, value: scalarOf(type, bytes) };
}

function scalarOf(type: ScalarType, bytes: Uint8Array) {
  return scalarAccess[type].load(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
}

/** So that no element crosses a cache line. */
const ALIGN = 64;
const roundUp = (size: number) => Math.ceil(size / ALIGN) * ALIGN;

/** Returns the size of a block of `size` bytes with these values behind it. */
export function sizeWithBytes(size: number, values: readonly Argument[]): number {
  return values.reduce((sum, value) => (value.kind === "bytes" ? roundUp(sum) + value.bytes.length : sum), size);
}

/** Writes them behind the first `size` bytes of the block, which is at `address` in `memory` and at `block` on the device. */
export function placeBytes(
  memory: ArrayBufferLike,
  address: number,
  block: number,
  size: number,
  values: readonly Argument[],
): void {
  let end = size;
  for (const value of values) {
    if (value.kind !== "bytes") continue;
    value.address = block + roundUp(end);
    new Uint8Array(memory, address + roundUp(end), value.bytes.length).set(value.bytes);
    end = roundUp(end) + value.bytes.length;
  }
}
