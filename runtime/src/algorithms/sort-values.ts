// What moves with the keys of sortByKey: values of 32 bits themselves; of others, their places, by which they are gathered in the end.

import type { Kernel1 } from "../language/index.js";
import type { QueueEvent } from "../queue/commands/index.js";
import type { ArrayType, NumberArray } from "./arrays.js";
import type { Launches } from "./launches.js";
import type { Payload } from "./sort-kernels.js";
import * as keys from "./sort-keys.js";

export interface Values {
  readonly payload: Payload;
  /** Submits what comes before the first pass. */
  begin(): void;
  /** Submits what puts the values in order. */
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

/** Into other memory first: a value's place may be that of one which is still wanted. */
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

/** By the values' size. */
const gathers: Readonly<Record<number, Gather>> = {
  1: gatherBy(Uint8Array, keys.gather8),
  2: gatherBy(Uint16Array, keys.gather16),
  8: gatherBy(BigUint64Array, keys.gather64),
};
