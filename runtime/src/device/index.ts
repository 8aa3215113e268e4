// Devices as programs ask for them. What other rooms may import of it.

export { type Device, type DeviceKind, requestedDeviceKind, toDeviceKind } from "./device.js";
export { findDevice, getDevices } from "./devices.js";
export { answersOf, deviceHas } from "./target-answers.js";
