// The registry of devices: one driver for each kind. To add a device, register a driver (contract.ts).

import { type Aspect, type TargetAnswers, targetAnswers, targetQuestions } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { host, wasmFeatures } from "../host/index.js";
import { describeValue } from "../values/index.js";
import type { Capability, DeviceDriver, Pass } from "./contract.js";
import { CpuDevice } from "./cpu/running/index.js";
import { cpuThreads } from "./cpu/threads/index.js";
import type { DeviceKind } from "./device.js";

/** The passes for devices that run work-items one after another, or in gangs. */
export const allPasses: ReadonlySet<Pass> = new Set(["columns", "offset", "reductions", "barriers"]);

const cpu: DeviceDriver = {
  kind: "cpu",
  name: "CPU (WebAssembly)",
  capabilities: new Set(["hostMapped", "waitSync", "images", "codeCache"]),
  features: () =>
    wasmFeatures()
      .split("+")
      .filter((feature) => feature !== "scalar"),
  answers: () => targetAnswers("cpu", wasmFeatures()),
  threads: cpuThreads,
  lowering: { passes: allPasses, isInlined: true, hasGangs: true },
  open: () => new CpuDevice(),
};

/** Runs JavaScript on the calling thread, over the same memory. */
const hostDriver: DeviceDriver = {
  kind: "host",
  name: host.canGenerateCode ? "Host (JavaScript)" : "Host (interpreter)",
  capabilities: new Set(["hostMapped", "waitSync", "plainKernels"]),
  features: () => [],
  answers: () => targetAnswers("host", wasmFeatures()),
  threads: () => 1,
  threadsReason: "the host device runs kernels on the calling thread",
  lowering: { passes: allPasses, isInlined: false, hasGangs: false },
  open: () => new CpuDevice("the host device has one thread"),
};

const drivers = new Map<string, DeviceDriver>([cpu, hostDriver].map((driver) => [driver.kind, driver]));

/** Makes a kind of device known to `new Queue({ device: kind })`. */
export function registerDevice(driver: DeviceDriver): void {
  drivers.set(driver.kind, driver);
}

const discoveries: (() => Promise<DeviceDriver | undefined>)[] = [];
const underWay = new Set<Promise<void>>();

/** Registers a kind of device that has to be looked for, such as a GPU; `find` returns undefined if there is none. */
export function registerDiscovery(find: () => Promise<DeviceDriver | undefined>): void {
  discoveries.push(find);
}

/** Runs each registered search once. Rejects if a search does. */
export async function discover(): Promise<void> {
  for (const find of discoveries.splice(0)) {
    const search = find()
      .then((driver) => driver && registerDevice(driver))
      .finally(() => underWay.delete(search));
    underWay.add(search);
  }
  await Promise.all(underWay);
}

/** Returns the drivers of all kinds, the default first. */
export function allDrivers(): readonly DeviceDriver[] {
  const first = driverOf(requestedDeviceKind() ?? cpu.kind);
  return [first, ...[...drivers.values()].filter((driver) => driver !== first)];
}

export function driverOf(kind: DeviceKind): DeviceDriver {
  const driver = drivers.get(kind);
  if (driver) return driver;
  throw new LanewiseError("device_not_found", `There is no device ${JSON.stringify(kind)}.`);
}

/** The answers that hold for all GPUs. */
export const gpuAnswers = (): TargetAnswers => targetAnswers("gpu", "scalar");

/** The answers to kernels that ask. A kernel may be linked for another machine's GPU when no GPU was looked for here. */
export function answersOf(kind: DeviceKind): TargetAnswers {
  return kind === "gpu" && !drivers.has(kind) ? gpuAnswers() : driverOf(kind).answers();
}

export function hasCapability(kind: DeviceKind, capability: Capability): boolean {
  return driverOf(kind).capabilities.has(capability);
}

/** The device that runs kernels that are not compiled. */
export function plainDeviceKind(): DeviceKind {
  return hostDriver.kind;
}

/** Kinds that were looked for before the program started, and not found. */
const passedOver = new Set<string>();

/** Makes LANEWISE_DEVICE ignored from now on if it names this kind. */
export function passOver(kind: string): void {
  passedOver.add(kind);
}

/** Returns the kind that LANEWISE_DEVICE names; undefined if it is not set, or ignored. */
export function requestedDeviceKind(): DeviceKind | undefined {
  const wanted = host.variable("LANEWISE_DEVICE");
  const isAsked = wanted !== undefined && wanted !== "" && !passedOver.has(wanted);
  return isAsked ? toDeviceKind(wanted, "LANEWISE_DEVICE") : undefined;
}

/** Checks a device's name that came from the user through `source`. */
export function toDeviceKind(wanted: string, source: string): DeviceKind {
  const driver = drivers.get(wanted);
  if (driver) return driver.kind;
  throw new LanewiseError(
    "device_not_found",
    `${source}: there is no device ${JSON.stringify(wanted)}.`,
    helpFor(wanted),
  );
}

function helpFor(wanted: string): { readonly help?: string } {
  if (discoveries.length + underWay.size > 0)
    return { help: "Write `await discoverDevices()` first: some devices are not known at once." };
  if (!targetQuestions.targetIs.some((name) => name === wanted)) return {};
  return {
    help: 'A GPU has to be looked for: write `await requestGpu()` first, from "lanewise/gpu". With LANEWISE_DEVICE=gpu, run the program by `lanewise run`, or by `node --import lanewise/gpu/default`.',
  };
}

/** Whether the device has an aspect. Throws `invalid` if there is no aspect of that name. */
export function deviceHas(kind: DeviceKind, aspect: Aspect): boolean {
  if (targetQuestions.hasAspect.includes(aspect)) return answersOf(kind).hasAspect?.has(aspect) === true;
  throw new LanewiseError("invalid", `device.has: there is no aspect ${describeValue(aspect)}.`, {
    help: `Aspects are ${targetQuestions.hasAspect.join(", ")}.`,
  });
}
