// How a processor rounds, which decides the workers that may run a job: what the engine computes, not what it says that it can.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pinOf } from "../../cluster/dist/pin.js";
import { root } from "../examples/programs.js";

const script = `console.log((await import(${JSON.stringify(join(root, "cluster/dist/pin.js"))})).roundingOfCpu())`;
/** In an engine with relaxed SIMD, which Node has from version 22 on, and 20 by a flag. */
const rounding = (features: string) => {
  const flags = process.versions.node.startsWith("20.") ? ["--experimental-wasm-relaxed-simd"] : [];
  const env = { ...process.env, LANEWISE_FEATURES: features };
  return execFileSync(process.execPath, [...flags, "--input-type=module", "-e", script], {
    encoding: "utf8",
    env,
  }).trim();
};
const info = existsSync("/proc/cpuinfo") ? readFileSync("/proc/cpuinfo", "utf8") : "";
const isFusing = process.arch === "arm64" || /^flags.* fma /m.test(info);

test("an engine that is kept from relaxed SIMD rounds each product", () => {
  expect(rounding("simd128")).toBe("plain");
});

test.skipIf(!isFusing)("a processor with fused multiplication and addition, which the engine uses", () => {
  expect(rounding("simd128+relaxed")).toBe("relaxed");
});

test("names of GPUs are a part of subjects of NATS", () => {
  expect(pinOf("gpu", "NVIDIA H100 80GB (driver 580.159)")).toMatch(
    /^[\w.]+-\d+-gpu-NVIDIA_H100_80GB_driver_580\.159_$/,
  );
});
