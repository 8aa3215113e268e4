// The tests run against the built packages (dist), as users get them; scripts/setup.mjs builds them first.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Those have vitest.browser.config.ts.
    exclude: ["test/browser/**"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Else a test would see what an earlier one has generated.
    env: { LANEWISE_CACHE: "off" },
  },
});
