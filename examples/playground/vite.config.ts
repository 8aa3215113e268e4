// `npm run demo` serves the playground with this; `npx vite build examples/playground` writes it to examples/playground/dist.

import { fileURLToPath } from "node:url";
import lanewise from "@lanewise/transformer/vite";
import { defineConfig } from "vite";

const kernels = lanewise();

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // So that a build may lie in any folder of a site.
  base: "./",
  plugins: [kernels],
  // Kernels are in the worker's bundle, which has plugins of its own. The same one: it reads the project once for both.
  worker: { format: "es", plugins: () => [kernels], rolldownOptions: { checks: { pluginTimings: false } } },
  build: {
    target: "es2023",
    // Pictures in the text would need a policy that allows them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
