// In the vitest project "remote" all devices are the remote one, so that test files run there as they are (lacking-runner.ts).

import { registerDevice } from "../../runtime/dist/device/drivers.js";
import { remoteDriver } from "./remote-device.js";

for (const kind of ["cpu", "host"] as const) registerDevice(remoteDriver({ latency: 0 }, kind));
