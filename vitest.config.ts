// The tests run against the built packages (dist), as users get them; scripts/setup.mjs builds them first.
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./test/support/slowest-first.js";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Those have vitest.browser.config.ts.
    exclude: ["test/browser/**"],
    // Many tests start compilers in processes of their own: seconds alone, minutes on a machine with much else to do.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // All cores: most files wait for compilers in processes of their own, vitest itself has little to do.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: SlowestFirst },
    // Else a test would see what an earlier one has generated.
    env: { LANEWISE_CACHE: "off" },
  },
});
