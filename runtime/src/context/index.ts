// Contexts: what keeps queues apart that share devices. What other rooms may import of it.

export { type Context, findContext } from "./context.js";
export { type ContextDevices, devicesOf } from "./context-devices.js";
export type { DeviceContext } from "./device-context.js";
