// The table of targets, one per kind of device.

import { compileForCpu } from "./cpu/cpu.js";
import type { Target } from "./cpu/target.js";
import type { DeviceKind } from "./device.js";
import { compileForHost } from "./host/host.js";

export const targets = {
  cpu: compileForCpu,
  host: compileForHost,
} as const satisfies Record<DeviceKind, Target>;
