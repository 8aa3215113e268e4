// In the vitest project "gpu" all devices are the machine's GPU, which may be emulated, so that test files run there as they are
// (lacking-runner.ts).

import { requestGpu } from "lanewise/gpu";
import { driverOf, registerDevice } from "../../runtime/dist/device/drivers.js";

if (!(await requestGpu({ software: true }))) throw new Error("There is no GPU here, and no driver that emulates one.");
const driver = driverOf("gpu");
for (const kind of ["cpu", "host"] as const) registerDevice({ ...driver, kind });
