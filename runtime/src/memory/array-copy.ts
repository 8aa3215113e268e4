// The work of copies between arrays and of fills, for any typed array, in a device's memory or the host's.

import { LanewiseError } from "../errors/index.js";
import type { TypedArray } from "../language/index.js";
import type { Work } from "../queue/commands/index.js";
import {
  arrayName,
  byteLengthOf,
  bytesOf,
  checkAttached,
  describeArray,
  describeValue,
  elementTypeOfArray,
  lengthOf,
} from "../values/index.js";
import { createByteCopy, createDeviceFills, type DeviceBytes, onDevice } from "./byte-copy.js";
import { useArrays } from "./usm-use.js";

/** Copies `wanted` elements (default: all of the source) of one array to another of the same type. */
export function createArrayCopy(source: TypedArray, destination: TypedArray, wanted: number | undefined): Work {
  const size = elementTypeOfArray(source).size;
  if (arrayName(source) !== arrayName(destination)) {
    throw new LanewiseError(
      "invalid",
      `q.copy: the source is a ${describeArray(source)}, the destination a ${describeArray(destination)}; expected elements of one type.`,
      { help: "Copy between arrays of one type, or copy bytes with q.memcpy(destination, source, numBytes)." },
    );
  }
  const count = toAmount(wanted === undefined ? lengthOf(source) : wanted, "q.copy: count");
  for (const [array, role] of [
    [source, "source"],
    [destination, "destination"],
  ] as const) {
    if (count <= lengthOf(array)) continue;
    throw new LanewiseError(
      "invalid",
      `q.copy: ${count} elements do not fit: the ${role} is a ${describeArray(array)}.`,
    );
  }
  const bytes = count * size;
  const use = useArrays({ read: [source], written: [destination], bytes }, "q.copy");
  return createByteCopy(bytesOf(source).subarray(0, bytes), bytesOf(destination).subarray(0, bytes), use);
}

/** Copies `wanted` bytes (default: all of the source) of one view or buffer to another. */
export function createMemoryCopy(
  destination: ArrayBufferView | ArrayBufferLike,
  source: ArrayBufferView | ArrayBufferLike,
  wanted: number | undefined,
): Work {
  for (const data of [source, destination]) if (ArrayBuffer.isView(data)) checkAttached(data, "q.memcpy: an array");
  const count = toAmount(wanted === undefined ? byteLengthOf(source) : wanted, "q.memcpy: numBytes");
  for (const [data, role] of [
    [source, "source"],
    [destination, "destination"],
  ] as const) {
    if (count <= byteLengthOf(data)) continue;
    throw new LanewiseError("invalid", `q.memcpy: ${count} bytes do not fit: the ${role} has ${byteLengthOf(data)}.`);
  }
  const use = useArrays({ read: [source], written: [destination], bytes: count }, "q.memcpy");
  return createByteCopy(bytesOf(source).subarray(0, count), bytesOf(destination).subarray(0, count), use);
}

const FILL_STEP = 2 ** 18;

/** Sets every element of an array. */
export function createArrayFill(array: TypedArray, value: unknown): Work {
  const isBig = array instanceof BigInt64Array || array instanceof BigUint64Array;
  if (typeof value !== (isBig ? "bigint" : "number")) {
    throw new LanewiseError(
      "invalid",
      `q.fill: the value ${describeValue(value)} does not fit a ${describeArray(array)}.`,
    );
  }
  const use = useArrays({ written: [array] }, "q.fill"); // checks that the array is not detached
  const device = onDevice(bytesOf(array));
  if (device) return createDeviceFill(device, array, value, use);
  // Checked above: the value has the elements' type, which TypeScript cannot see in a union of arrays.
  const target = array as { fill(value: unknown, start: number, end: number): unknown };
  let done = 0;
  return {
    step: () => {
      const end = Math.min(lengthOf(array), done + FILL_STEP);
      target.fill(value, done, end);
      done = end;
      return done < lengthOf(array) ? "more" : "done";
    },
    ...use,
  };
}

function createDeviceFill(device: DeviceBytes, array: TypedArray, value: unknown, use: Omit<Work, "step">): Work {
  const { size, over } = elementTypeOfArray(array);
  const pattern = new Uint8Array(size);
  over(pattern.buffer, 0, 1).fill(value as never); // of the elements' type
  return createDeviceFills(device.context, [{ to: device, pattern, count: lengthOf(array) }], use);
}

/** Checks a count, an index or a number of bytes. */
export function toAmount(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw new LanewiseError("invalid", `${what} is ${describeValue(value)}; expected an integer of at least 0.`);
}
