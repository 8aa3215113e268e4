// Which workers may run a job: all results of a job come from one version, one kind of device and one way of rounding.

import { createRequire } from "node:module";
import { getDevices } from "lanewise";
import { FORMAT } from "./bus/messages.js";

const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string }; // of this package

export type WorkerDevice = "cpu" | "gpu";

/** `rounding`: the result of `roundingOfCpu`, or a GPU's name, since GPUs of different makes round differently. */
export function pinOf(device: WorkerDevice, rounding: string): string {
  return `${version}-${FORMAT}-${device}-${rounding.replaceAll(/[^-\w.]+/g, "_")}`;
}

/** The pin for this machine's processor. */
export function pinOfThisMachine(): string {
  return pinOf("cpu", roundingOfCpu());
}

/** "relaxed": the engine fuses a multiplication and an addition; "plain": it rounds each. */
export function roundingOfCpu(): string {
  const features = getDevices().find(({ kind }) => kind === "cpu")?.features ?? [];
  return features.includes("relaxed") && fusesProducts() ? "relaxed" : "plain";
}

// (module (func (export "f") (result f32) (f32x4.extract_lane 0 (f32x4.relaxed_madd (f32x4.splat (f32.const 0x1.001p+0))
//   (f32x4.splat (f32.const 0x1.001p+0)) (f32x4.splat (f32.const -0x1.002p+0))))))
const fusing = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7d, 0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00, 0x0a, 0x1f, 0x01, 0x1d, 0x00],
  ...[0x43, 0x00, 0x08, 0x80, 0x3f, 0xfd, 0x13, 0x43, 0x00, 0x08, 0x80, 0x3f, 0xfd, 0x13],
  ...[0x43, 0x00, 0x10, 0x80, 0xbf, 0xfd, 0x13, 0xfd, 0x85, 0x02, 0xfd, 0x1f, 0x00, 0x0b],
);

/** For an engine with relaxed SIMD: without a fused instruction in the processor, it rounds twice. */
function fusesProducts(): boolean {
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(fusing)).exports;
  return typeof f === "function" && f() !== 0;
}
