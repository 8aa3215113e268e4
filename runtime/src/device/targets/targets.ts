// The code generators whose programs run over host-mapped memory, one per kind of device.

import type { GroupPlan } from "@lanewise/codegen";
import { invariant, type Steps } from "@lanewise/ir";
import { methodPart } from "../../images/registry/index.js";
import { mapped } from "../../memory/index.js";
import type { Executable, ProgramInput, Target } from "../cpu/index.js";
import type { DeviceKind, DeviceMemory } from "../index.js";
import { compileForCpu } from "./cpu.js";
import { compileGroups } from "./group-target.js";

const targets: ReadonlyMap<DeviceKind, Target> = new Map([
  ["cpu", compileForCpu],
  ["host", (input) => methodPart("hostKernels", 'device "host"')(input)],
]);

/** Makes a program for a device that has no `prepare`. */
export function prepareMapped(
  kind: DeviceKind,
  deviceMemory: DeviceMemory,
  input: ProgramInput,
  plan: GroupPlan | undefined,
): Steps<Executable> {
  const target = targets.get(kind);
  invariant(target, `the device ${kind} has a code generator`);
  const { memory, isShared } = mapped(deviceMemory, "A program");
  const whole = { ...input, memory, isSharedMemory: isShared };
  return plan ? compileGroups({ ...whole, plan }, target) : target(whole);
}
