// Kernels on a GPU (scripts/test-gpu.mjs): the device's own tests, and what tests the runtime alone, on the GPU instead of its devices. A test
// that asks for what a GPU lacks is skipped, and says which.
import { mergeConfig } from "vitest/config";
import base from "./vitest.config.js";
import { remoteFiles } from "./test/support/tiers.js";

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
            include: [...remoteFiles],
            runner: "./test/support/lacking-runner.ts",
            setupFiles: ["test/support/everything-gpu.ts"],
            isolate: false,
            maxWorkers: 1,
          },
        },
      ],
    },
  },
);
