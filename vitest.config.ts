// The tests run against the built packages (dist), as users get them; scripts/setup.mjs builds them first.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Those have vitest.browser.config.ts.
    exclude: ["test/browser/**"],
    // Many tests start compilers in processes of their own: seconds alone, minutes on a machine with much else to do.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // Else a test would see what an earlier one has generated.
    env: { LANEWISE_CACHE: "off" },
  },
});
