// Reads lengths, offsets and buffers of typed arrays, views and buffers with the getters of their types: an own property "length" or "byteOffset"
// that a program has defined on one, or a getter that it has replaced, says nothing about its memory. All code that reads these from an object of
// the program uses these functions.

import type { TypedArray, TypedArrayName } from "../language/index.js";

const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype);

/** Returns the getter of an accessor property, as it was when this module was loaded. */
function getterOf<This, Value>(prototype: object, name: PropertyKey): (object: This) => Value {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!get) throw new TypeError(`lanewise: this engine has no getter ${String(name)}.`);
  // Engines compile a call with an empty literal to a plain call, several times as fast as with a constant.
  return (object) => Reflect.apply(get, object, []) as Value; // as ECMAScript specifies for each
}

const ofArray = {
  length: getterOf<ArrayBufferView, number>(typedArray, "length"),
  byteLength: getterOf<ArrayBufferView, number>(typedArray, "byteLength"),
  byteOffset: getterOf<ArrayBufferView, number>(typedArray, "byteOffset"),
  buffer: getterOf<ArrayBufferView, ArrayBufferLike>(typedArray, "buffer"),
  /** Undefined for anything but a typed array. */
  name: getterOf<unknown, TypedArrayName | undefined>(typedArray, Symbol.toStringTag),
};
const ofDataView = {
  byteLength: getterOf<ArrayBufferView, number>(DataView.prototype, "byteLength"),
  byteOffset: getterOf<ArrayBufferView, number>(DataView.prototype, "byteOffset"),
  buffer: getterOf<ArrayBufferView, ArrayBufferLike>(DataView.prototype, "buffer"),
};
const bufferLength = getterOf<ArrayBufferLike, number>(ArrayBuffer.prototype, "byteLength");
const sharedLength =
  typeof SharedArrayBuffer === "undefined"
    ? bufferLength
    : getterOf<ArrayBufferLike, number>(SharedArrayBuffer.prototype, "byteLength");

const gettersOf = (view: ArrayBufferView) => (ofArray.name(view) === undefined ? ofDataView : ofArray);

/** Returns "Float32Array" and so on, also for a subclass; undefined if it is not a typed array. */
export function arrayName(value: unknown): TypedArrayName | undefined {
  return ofArray.name(value);
}

/** Returns the length in elements. */
export function lengthOf(array: TypedArray): number {
  return ofArray.length(array);
}

export function byteOffsetOf(view: ArrayBufferView): number {
  return gettersOf(view).byteOffset(view);
}

export function bufferOf(view: ArrayBufferView): ArrayBufferLike {
  return gettersOf(view).buffer(view);
}

/** Returns the length of a view or a buffer in bytes. Throws a TypeError for a DataView that is beyond the end of its buffer. */
export function byteLengthOf(data: ArrayBufferView | ArrayBufferLike): number {
  if (ArrayBuffer.isView(data)) return gettersOf(data).byteLength(data);
  return (isShared(data) ? sharedLength : bufferLength)(data);
}

export function isShared(buffer: unknown): buffer is SharedArrayBuffer {
  return typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;
}

/** Whether a value is an ArrayBuffer or a SharedArrayBuffer, not an object that only inherits from one. */
export function isBuffer(value: unknown): value is ArrayBufferLike {
  return (value instanceof ArrayBuffer || isShared(value)) && answers(() => byteLengthOf(value));
}

/** Whether a getter succeeds: it throws a TypeError for other objects, and for views that have lost their memory. */
export function answers(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Returns the bytes of any view or buffer. */
export function bytesOf(data: ArrayBufferView | ArrayBufferLike): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(bufferOf(data), byteOffsetOf(data), byteLengthOf(data))
    : new Uint8Array(data);
}
