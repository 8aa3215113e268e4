// The values that programs pass, such as typed arrays, ranges and options: the exports for other rooms.

export {
  arrayName,
  bufferOf,
  byteLengthOf,
  byteOffsetOf,
  bytesOf,
  isBuffer,
  isShared,
  lengthOf,
} from "./array-views.js";
export {
  checkFunction,
  checkList,
  checkType,
  hasNoOptions,
  type OptionTable,
  type OptionType,
  ownOptions,
  withOptions,
} from "./check-options.js";
export { describeArray, describeValue } from "./describe-value.js";
export { elementTypeOf } from "./element-constructors.js";
export {
  arraysFor,
  checkAttached,
  type ElementRow,
  elementTypeOfArray,
  elementTypeOfScalar,
  float16Help,
  holds,
  isAttached,
  isTypedArray,
} from "./element-types.js";
export { fromBase64, imageBytes } from "./emitted-bytes.js";
export { copyOf, type FixedArray } from "./fixed-array.js";
export { ASSIGN, ELEMENT, Indexed } from "./indexed.js";
export {
  type GroupSizes,
  indicesOf,
  type LaunchRange,
  plainRange,
  singleTaskRange,
  toGroupRange,
  toRange,
  withSubGroups,
} from "./range.js";
export type { WasmGlobal, WasmInstance, WasmMemory, WasmModule } from "./wasm-types.js";
