// Contexts, which separate queues that share devices: the exports for other rooms.

export { type Context, findContext } from "./context.js";
export { type ContextDevices, devicesOf } from "./context-devices.js";
export type { DeviceContext } from "./device-context.js";
