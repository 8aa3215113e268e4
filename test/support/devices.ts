// The devices that tests run on: ours, and the remote one, which lacks what a device may lack. A test that needs a capability names it:
// `test.skipIf(lacks(device, "waitSync"))`.

import type { Capability } from "../../runtime/dist/device/contract.js";
import { hasCapability } from "../../runtime/dist/device/drivers.js";
import { registerRemote } from "./remote-device.js";

export const devices = ["cpu", "host", "remote"] as const;

registerRemote();

export function lacks(device: (typeof devices)[number], capability: Capability): boolean {
  return !hasCapability(device, capability);
}
