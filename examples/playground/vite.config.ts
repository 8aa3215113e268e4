// `npm run demo` serves the playground with this; `npx vite build examples/playground` writes it to examples/playground/dist.

import { fileURLToPath } from "node:url";
import lanewise from "@lanewise/transformer/vite";
import { defineConfig } from "vite";
import { compilerFilesPlugin } from "./compiler-files.js";

const inFolder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const standIn = (name: string): string => inFolder(`src/edit/stand-ins/${name}.ts`);

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // So that a build may lie in any folder of a site.
  base: "./",
  plugins: [lanewise(), compilerFilesPlugin()],
  // What the compiler asks of Node, for edit.html, where it runs in the page.
  resolve: {
    alias: {
      "node:fs": standIn("files"),
      "node:path": standIn("path"),
      "node:crypto": standIn("crypto"),
      "node:module": standIn("module"),
    },
  },
  worker: {
    format: "es",
    // Programs of visitors call any method, and their kernels are measured.
    plugins: () => [lanewise({ methods: "all" }), compilerFilesPlugin()],
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  build: {
    target: "es2023",
    // Pictures in the text would need a policy that allows them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: ["index.html", "edit.html"].map(inFolder), checks: { pluginTimings: false } },
  },
});
