// Unified shared memory, and which commands use which bytes: the exports for other rooms.

export { type AllocationTable, pointerPart, type TableSnapshot } from "./allocation-table.js";
export { Allocator, type Block, GRANULE } from "./allocator.js";
export { createArrayCopy, createArrayFill, createMemoryCopy, toAmount } from "./array-copy.js";
export {
  bytesOn,
  createByteCopy,
  createDeviceCopies,
  createDeviceFills,
  createDeviceWork,
  createRead,
  onDevice,
} from "./byte-copy.js";
export { areIndependent, type ByteRange, isInConflict, isOverlapping, type Uses } from "./byte-ranges.js";
export { DeviceCopy } from "./device-copy.js";
export { foreignMemory } from "./foreign-memory.js";
export { type HostRange, HostUse, homeOf, refreshCopies } from "./host-use.js";
export { InternalMemory } from "./internal-memory.js";
export { atOnce, MappedMemory, mapped } from "./mapped-memory.js";
export type { MemoryUsage } from "./memory-usage.js";
export { checkLive, ownerOf, owns } from "./owners.js";
export { describeStructs, isStructs, notMappedStructs } from "./structs.js";
export { useUnknown } from "./unknown-use.js";
export { type Allocation, checkCount, spread, Usm, type UsmKind } from "./usm.js";
export { deviceRange, retainArrays, type Used, useArrays } from "./usm-use.js";
