// Devices as programs ask for them: the exports for other rooms.

export type {
  Capability,
  DeviceDriver,
  DeviceInstance,
  DeviceMemory,
  DeviceQueue,
  DeviceTimes,
  GpuCanvas,
  IssuedElsewhere,
  IssuedHere,
  IssuedLaunch,
  Later,
  Outcome,
  PlacedSpan,
  QueueRequest,
} from "./contract.js";
export { checkThreads } from "./cpu/threads/index.js";
export type { Device, DeviceKind } from "./device.js";
export { findDevice, getDevices } from "./devices.js";
export {
  allPasses,
  answersOf,
  deviceHas,
  driverOf,
  gpuAnswers,
  hasCapability,
  passOver,
  plainDeviceKind,
  registerDevice,
  requestedDeviceKind,
  toDeviceKind,
} from "./drivers.js";
