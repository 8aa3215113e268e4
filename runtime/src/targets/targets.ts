// The table of targets, one per kind of device.

import type { DeviceKind } from "../device.js";
import { compileForCpu } from "./cpu.js";
import { compileForHost } from "./host.js";
import type { Target } from "./target.js";

export const targets = {
  cpu: compileForCpu,
  host: compileForHost,
} as const satisfies Record<DeviceKind, Target>;
