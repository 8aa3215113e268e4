// The table of targets, one per kind of device.

import type { Target } from "../cpu/index.js";
import { compileForHost } from "../host/index.js";
import type { DeviceKind } from "../index.js";
import { compileForCpu } from "./cpu.js";

export const targets = {
  cpu: compileForCpu,
  host: compileForHost,
} as const satisfies Record<DeviceKind, Target>;
