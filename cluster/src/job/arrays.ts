// The typed arrays that travel, by the names of their classes.

const classes = {
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

export type ArrayName = keyof typeof classes;
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

/** The name of a typed array's class; undefined of anything else. Subclasses count as what they extend. */
export function arrayName(value: unknown): ArrayName | undefined {
  const name = ArrayBuffer.isView(value) ? Reflect.get(value, Symbol.toStringTag) : undefined;
  return isArrayName(name) ? name : undefined;
}

export function isArrayName(name: unknown): name is ArrayName {
  return typeof name === "string" && Object.hasOwn(classes, name);
}

export function elementSize(name: ArrayName): number {
  return classes[name].BYTES_PER_ELEMENT;
}

export function arrayClass(name: ArrayName): (typeof classes)[ArrayName] {
  return classes[name];
}

/** The bytes of an array, in place. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
