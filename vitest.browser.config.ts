// The tests in a browser (npm run test:browser). They have a configuration of their own, because they need Chromium.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    // Each starts a browser with many threads.
    fileParallelism: false,
  },
});
