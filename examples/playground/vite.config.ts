// `npm run demo` serves the playground with this; `npx vite build examples/playground` writes it to examples/playground/dist.

import { fileURLToPath } from "node:url";
import lanewise from "@lanewise/transformer/vite";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // So that a build may lie in any folder of a site.
  base: "./",
  plugins: [lanewise()],
  worker: { format: "es", rolldownOptions: { checks: { pluginTimings: false } } },
  build: {
    target: "es2023",
    // Pictures in the text would need a policy that allows them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
