// Moves the values of sortByKey: 32-bit values move with the keys; for others, their indices do, and the values are gathered at the end.

import type { Kernel1 } from "../language/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { ArrayType, NumberArray } from "./arrays.js";
import type { Launches } from "./launches.js";
import type { Payload } from "./sort-kernels.js";
import * as keys from "./sort-keys.js";

export interface Values {
  readonly payload: Payload;
  /** Submits the kernels before the first pass. */
  begin(): void;
  /** Submits the kernels that put the values in order. */
  end(from: Int32Array, pass: number): QueueEvent;
}

export function takeValues(launches: Launches, values: NumberArray): Values {
  const { length, BYTES_PER_ELEMENT: size } = values;
  const payload = { aValues: launches.take(Uint32Array, length), bValues: launches.take(Uint32Array, length) };
  const gather = gathers[size];
  if (gather) {
    return {
      payload,
      begin: () => launches.run(length, keys.takePlaces(payload)),
      end: (from, pass) => gather(launches, values, { ...payload, from, pass }),
    };
  }
  const bits = new Uint32Array(values.buffer, values.byteOffset, length);
  return {
    payload,
    begin: () => launches.run(length, keys.takeValues({ values: bits, ...payload })),
    end: (from, pass) => launches.run(length, keys.returnValues({ values: bits, ...payload, from, pass })),
  };
}

type Gather = (launches: Launches, values: NumberArray, places: keys.Places) => QueueEvent;

/** Gathers into other memory first: a value's new index may be that of one still needed. */
function gatherBy<V extends NumberArray>(type: ArrayType<V>, kernel: (gathered: keys.Gathered<V>) => Kernel1): Gather {
  return (launches, { buffer, byteOffset, length }, places) => {
    const [values, to] = [new type(buffer, byteOffset, length), launches.take(type, length)];
    launches.run(length, kernel({ ...places, values, to }));
    return launches.addCopy((q, own) => q.copy(bytesOf(to), bytesOf(values), own));
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** By element size of the values. */
const gathers: Readonly<Record<number, Gather>> = {
  1: gatherBy(Uint8Array, keys.gather8),
  2: gatherBy(Uint16Array, keys.gather16),
  8: gatherBy(BigUint64Array, keys.gather64),
};
