// Kernels on a GPU (scripts/test-gpu.mjs): the device's own tests, and what tests the runtime alone, on the GPU in the stead of its devices. A
// test that asks for what a GPU lacks is skipped there, and says what that is. LANEWISE_TEST_GPU=all runs also what takes minutes where a GPU
// is emulated.

import { mergeConfig } from "vitest/config";
import { remoteFiles } from "./test/support/tiers.js";
import base from "./vitest.config.js";

const quick = [
  "4.9.2-reductions",
  "device-global-placement",
  "conformance/kernels",
  "conformance/pointers",
  "runtime/vec",
  "runtime/link",
  "runtime/globals",
  "runtime/struct-launch",
];
const isAll = process.env.LANEWISE_TEST_GPU === "all";
const files = remoteFiles.filter((file) => isAll || quick.some((name) => file.includes(name)));
const { projects: _, ...shared } = base.test ?? {};

export default mergeConfig(
  { test: shared },
  {
    test: {
      projects: [
        { extends: true, test: { name: "own", include: ["test/gpu/**/*.test.ts"] } },
        {
          extends: true,
          test: {
            name: "gpu",
            include: files,
            runner: "./test/support/lacking-runner.ts",
            setupFiles: ["test/support/everything-gpu.ts"],
            isolate: false,
            // One device, and its programs.
            maxWorkers: 1,
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  },
);
