/// <reference lib="esnext.disposable" preserve="true" />
// `lanewise/aot`: lanewise without its code generator, for programs built with `targets: ["wasm"]`. Its queues only launch and copy;
// `lanewise/aot/full` adds command groups, buffers and graphs.

import "./every-basic-method.js";

export { Context, type ContextOptions } from "./context/context.js";
export type { Aspect, Device, DeviceKind } from "./device/device.js";
export { discoverDevices, getDevices } from "./device/devices.js";
export type { LogMessage, OnLog } from "./diagnostics/log-message.js";
export { type ErrorCode, KernelError, type KernelFailure, LanewiseError } from "./errors/errors.js";
export type {
  Bounds,
  FloatingPoint,
  KernelOptions,
  Precision,
  PrecisionOption,
} from "./images/programs/kernel-options.js";
export { assert } from "./language/assert.js";
export { type AtomicRef, atomicRef, type Indexed, type MemoryOrder, type MemoryScope } from "./language/atomic-ref.js";
export { clz, ctz, popcount, rotate } from "./language/bits.js";
export type {
  accessorBrand,
  accessorRowsBrand,
  deviceFnBrand,
  deviceGlobalBrand,
  flavour,
  functionRefBrand,
  itemBrand,
  kernelBrand,
  pointerBrand,
  reducerBrand,
  reductionBrand,
  specConstantBrand,
  structArrayBrand,
  structOfBrand,
} from "./language/brands.js";
export type {
  Bytes,
  CopyDestination,
  CopySource,
  Forbidden,
  MemcpyDestination,
  MemcpySource,
} from "./language/copy-types.js";
export { type DeviceFn, type DeviceFnOptions, deviceFn } from "./language/device-fn.js";
export {
  type AnyDeviceGlobal,
  type DeviceGlobal,
  type DeviceGlobalBase,
  deviceGlobal,
  type Initial,
  type NoProperties,
  type Properties,
  SYCL_EXT_ONEAPI_DEVICE_GLOBAL,
} from "./language/device-global.js";
export { type ExternalDeviceFn, externalDeviceFn } from "./language/external-device-fn.js";
export { f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64 } from "./language/flavours.js";
export {
  type AnyFunctionRef,
  type AnyReference,
  type FunctionRef,
  functionRef,
  nullFunctionRef,
} from "./language/function-ref.js";
export type {
  HostArray,
  HostValue,
  NewHostValue,
  TypedArray,
  TypedArrayConstructor,
  TypedArrayName,
  TypedArrays,
  UsmArray,
} from "./language/host-array.js";
export type { DimensionOf, Dimensions, Group, GroupOperation, Item, NdItem, SubGroup } from "./language/item.js";
export type {
  ItemKernel,
  Kernel0,
  Kernel1,
  Kernel2,
  Kernel3,
  KernelFunction,
  KernelOver,
  NdItemKernel,
  ReducingItemKernel1,
  ReducingItemKernel2,
  ReducingItemKernel3,
  ReducingKernel1,
  ReducingKernel2,
  ReducingKernel3,
} from "./language/kernel-function.js";
export { localMemory } from "./language/local-memory.js";
export { type NdRange, ndRange } from "./language/nd-range.js";
export { type AnyPointer, addressOf, nullPointer, type Pointer, type PointerBase } from "./language/pointer.js";
export { range } from "./language/range.js";
export {
  type AnyReduction,
  type ReducedElement,
  type Reducer,
  type ReducerOf,
  type Reduction,
  type ReductionArray,
  type ReductionOperation,
  type ReductionOptions,
  reduction,
} from "./language/reduction.js";
export { type SpecConstant, specConstant } from "./language/spec-constant.js";
export { specialized } from "./language/specialized.js";
export type {
  Column,
  ColumnPath,
  CountOrStructs,
  PlainStruct,
  StructArray,
  StructArrayOptions,
  StructValue,
} from "./language/struct-array.js";
export { type StructClass, type StructDescription, type StructOf, structOf } from "./language/struct-of.js";
export { hasAspect, targetIs } from "./language/target-questions.js";
export type { MemoryUsage } from "./memory/memory-usage.js";
export { BasicQueue as Queue } from "./queue/basic-queue.js";
export type { AbortSignalLike, CommandOptions, Dependencies } from "./queue/commands/command-options.js";
export type { EventStatus, Profiling, QueueEvent } from "./queue/commands/event.js";
export type { OnError } from "./queue/commands/failure-reports.js";
export type { LaunchProgress, OnProgress } from "./queue/commands/progress-reports.js";
export type {
  CopyOptions,
  CountOrValues,
  HostTaskArray,
  HostTaskOptions,
  LaunchOptions,
  MemcpyOptions,
  NdRangeOptions,
  OptionsOver,
  QueueOptions,
  QueueOrder,
  Range,
  Range1,
  Range2,
  Range3,
  RangeOptions,
  Readable,
  Writable,
} from "./queue/queue-options.js";
export { type FixedArray, fixedArray } from "./values/fixed-array.js";
