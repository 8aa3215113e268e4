// The table of targets, one per kind of device.

import { oneStep } from "@lanewise/ir";
import type { DeviceKind } from "../device.js";
import { compileForCpu } from "./cpu.js";
import { compileForHost } from "./host.js";
import type { Target } from "./target.js";

export const targets = {
  cpu: compileForCpu,
  host: (input) => oneStep(() => compileForHost(input)),
} as const satisfies Record<DeviceKind, Target>;
