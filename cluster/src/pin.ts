// Which workers may run a job: results of one job come from one version, one kind of device and one floating-point class.

import { createRequire } from "node:module";
import { getDevices } from "lanewise";
import { FORMAT } from "./bus/messages.js";

const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string }; // of this package

/** Of this machine: "relaxed" is SIMD that may fuse a multiplication and an addition. */
export function pinOfThisMachine(): string {
  const features = getDevices().find(({ kind }) => kind === "cpu")?.features ?? [];
  return `${version}-${FORMAT}-cpu-${features.includes("relaxed") ? "relaxed" : "plain"}`;
}
