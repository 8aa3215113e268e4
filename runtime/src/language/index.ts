// The API of kernels and programs: the exports for other rooms.

export type { AccessMode, Accessor, Accessor2, Accessor3, AccessorOptions } from "./accessor.js";
export { atomicRef } from "./atomic-ref.js";
export type { kernelBrand, moduleNameBrand, structArrayBrand } from "./brands.js";
export type { CopyDestination, CopySource, MemcpyDestination, MemcpySource } from "./copy-types.js";
export type { BufferOptions, DeviceBuffer } from "./device-buffer.js";
export type { DeviceGlobal, Properties } from "./device-global.js";
export { f32, f64, type i32, type i64, type u32, type u64 } from "./flavours.js";
export type {
  ElementOf,
  HostValue,
  NameOf,
  NewHostValue,
  TypedArray,
  TypedArrayConstructor,
  TypedArrayName,
  TypedArrays,
  UsmArray,
} from "./host-array.js";
export type { Dimensions, NdItem, SubGroup } from "./item.js";
export type {
  AnyKernel,
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
} from "./kernel-function.js";
export type { LocalAccessor } from "./local-accessor.js";
export { localMemory, localMemoryNotCompiled } from "./local-memory.js";
export { launchRangeOf, type NdRange, ndRange } from "./nd-range.js";
export { type AnyReduction, type Reducer, type Reduction, type ReductionOperation, reduction } from "./reduction.js";
export type { SpecConstant } from "./spec-constant.js";
export { specialized } from "./specialized.js";
export type { CountOrStructs, PlainStruct, StructArray, StructArrayOptions, StructValue } from "./struct-array.js";
export { type StructDescription, type StructOf, structOf } from "./struct-of.js";
export type { structPart } from "./struct-part.js";
