// Finds a GPU and makes it a device: in browsers by navigator.gpu, in Node by Dawn, the package `webgpu`, where it is installed.

import { COMBINING_ITEMS } from "@lanewise/codegen";
import { invariant } from "@lanewise/ir";
import { gpuErrors, LanewiseError } from "../../errors/index.js";
import { parts } from "../../images/registry/index.js";
import { IssuedWork } from "../../launch/index.js";
import { describeValue } from "../../values/index.js";
import type { Device } from "../index.js";
import { allPasses, getDevices, gpuAnswers, registerDevice } from "../index.js";
import { GpuDevice } from "./gpu-device.js";

/** The options of `requestGpu`. */
export interface GpuOptions {
  /** Which GPU to take if the machine has several: the fast one, or the one that needs little power. */
  readonly powerPreference?: "high-performance" | "low-power";
  /** A `GPUDevice` that your program has made. Lanewise uses it instead of making another. */
  readonly device?: object;
  /** Also accept a GPU that the processor emulates: for tests. */
  readonly software?: boolean;
}

/** A GPU as a device. */
export interface Gpu extends Device {
  /** Its `GPUDevice`, for a program that also uses WebGPU itself, such as `context.configure({ device: gpu.native, format })`. */
  readonly native: object;
}

let reason: string | undefined;

/** The one that was found last. */
let current:
  | {
      readonly gpu: GPUDevice;
      readonly isSoftware: boolean;
      readonly power: GpuOptions["powerPreference"];
      isLost: boolean;
    }
  | undefined;

/**
 * Finds the machine's GPU. Returns undefined if there is none, or if the program may not use it; `gpuReason()` then says why. Afterwards
 * `new Queue({ device: "gpu" })` uses it. Later calls return the same GPU, until it is lost or they ask for another. In Node it needs the package
 * `webgpu`, which is installed beside `lanewise`.
 *
 *     const gpu = await requestGpu();
 *     const q = new Queue({ device: gpu ?? "cpu" });
 */
export async function requestGpu(options: GpuOptions = {}): Promise<Gpu | undefined> {
  if (!current || current.isLost || !isWanted(current, options)) {
    const device = options.device ? asDevice(options.device) : await find(options);
    if (!device) return undefined;
    register(device, options);
  }
  reason = undefined;
  const found = getDevices().find(({ kind }) => kind === "gpu");
  invariant(found && current, "it is registered");
  // Not to be printed: defineProperty gives the object that it is given.
  return Object.defineProperty(found, "native", { value: current.gpu }) as Gpu;
}

function isWanted(
  { gpu, isSoftware, power }: NonNullable<typeof current>,
  { device, software = false, powerPreference = power }: GpuOptions,
): boolean {
  return device ? device === gpu : powerPreference === power && (software || !isSoftware);
}

function register(device: GPUDevice, { powerPreference: power }: GpuOptions): void {
  const found = { gpu: device, isSoftware: isEmulated(device.adapterInfo), power, isLost: false };
  current = found;
  void device.lost.then(() => {
    found.isLost = true;
  });
  parts.issuedWork = IssuedWork;
  registerDevice({
    kind: "gpu",
    name: nameOf(device),
    capabilities: new Set(),
    features: () => [...featuresOf(device), ...limits.map((name) => `${name} ${device.limits[name]}`)],
    answers: gpuAnswers,
    threads: () => 1,
    threadsReason: "a GPU has its own",
    lowering: {
      passes: new Set([...allPasses].filter((pass) => pass !== "barriers")),
      isInlined: true,
      hasGangs: false,
      areLanesApart: true,
      combiningItems: COMBINING_ITEMS,
    },
    open: () => {
      if (found.isLost)
        throw new LanewiseError("device_lost", "The GPU was lost.", { row: gpuErrors.device_lost, help: again });
      return new GpuDevice(device);
    },
  });
}

const again = "Call requestGpu() again, and give the queue the device that it finds.";

/**
 * Why the last `requestGpu` found no GPU; undefined if it found one.
 *
 *     if (!(await requestGpu())) console.log(`On the processor: ${gpuReason()}.`);
 */
export function gpuReason(): string | undefined {
  return reason;
}

function asDevice(device: object): GPUDevice {
  if ("createComputePipeline" in device && "limits" in device) return device as GPUDevice; // a browser's, or Dawn's
  throw new LanewiseError("invalid", `requestGpu: device is ${describeValue(device)}; expected a GPUDevice.`, {
    help: "Pass the result of `await adapter.requestDevice()`.",
  });
}

async function find({ powerPreference, software = false }: GpuOptions): Promise<GPUDevice | undefined> {
  const gpu = await webGpu();
  if (!gpu) return undefined;
  const adapter = await gpu.requestAdapter(powerPreference ? { powerPreference } : {});
  if (!adapter) return because("WebGPU finds no GPU here: there is none, or its driver is missing");
  if (isEmulated(adapter.info) && !software) return because(`${describe(adapter.info)} is emulated on the processor`);
  const requiredLimits = Object.fromEntries(limits.map((name) => [name, adapter.limits[name]]));
  return await adapter.requestDevice({ requiredLimits });
}

const isEmulated = (info: GPUAdapterInfo): boolean =>
  info.isFallbackAdapter || /swiftshader|llvmpipe/i.test(describe(info));

/** A device has the least of them where nobody asks for more. */
const limits = [
  "maxStorageBufferBindingSize",
  "maxBufferSize",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupStorageSize",
] as const;

function because(text: string): undefined {
  reason = text;
  return undefined;
}

const describe = ({ vendor, architecture, description }: GPUAdapterInfo): string =>
  description || [vendor, architecture].filter((text) => text !== "").join(" ") || "unnamed";

const featuresOf = ({ features }: GPUDevice): readonly string[] => [...features].sort();

const nameOf = (device: GPUDevice): string => `GPU (${describe(device.adapterInfo)})`;

/** Dawn's promises never settle where nothing refers to what made them. */
let dawn: GPU | undefined;

async function webGpu(): Promise<GPU | undefined> {
  if (typeof navigator === "object" && "gpu" in navigator && navigator.gpu) return navigator.gpu;
  if (typeof process === "undefined") return because("this browser has no WebGPU");
  try {
    const name = "webgpu"; // bundlers do not look for it
    const module: unknown = await import(/* @vite-ignore */ name);
    if (!isDawn(module)) return because("the package webgpu is another one");
    Object.assign(globalThis, module.globals);
    dawn ??= module.create([]);
    return dawn;
  } catch (error) {
    return because(`the package webgpu is not installed, or does not load: ${String(error)}`);
  }
}

declare const process: unknown;

interface Dawn {
  readonly create: (options: readonly string[]) => GPU;
  readonly globals: object;
}

function isDawn(module: unknown): module is Dawn {
  return typeof module === "object" && module !== null && "create" in module && "globals" in module;
}
