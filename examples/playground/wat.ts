// `import wat from "./kernels.ts?wat"`: what `lanewise inspect --wat` prints of a file, the WebAssembly of its kernels. It is made when the page is
// built; in the page the runtime makes the same from the image, when a kernel is first launched.

import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import type { Plugin } from "vite";

const run = promisify(execFile);
const manifest = createRequire(import.meta.url).resolve("@lanewise/transformer/package.json");
const command = path.join(path.dirname(manifest), "bin/lanewise.js");
const ending = ".wat";

export function wat(): Plugin {
  return {
    name: "playground-wat",
    enforce: "pre",
    resolveId(name, importer) {
      if (!name.endsWith("?wat") || importer === undefined) return undefined;
      // No longer a TypeScript file: the compiler is to leave it alone.
      return `\0${path.resolve(path.dirname(importer), name.slice(0, -"?wat".length))}${ending}`;
    },
    async load(id) {
      if (!id.startsWith("\0") || !id.endsWith(ending)) return undefined;
      const file = id.slice(1, -ending.length);
      this.addWatchFile(file);
      const inspect = [command, "inspect", "--wat", "--features", "simd128+relaxed", file];
      const { stdout } = await run(process.execPath, inspect, { maxBuffer: 1 << 26 });
      return `export default ${JSON.stringify(stdout)};`;
    },
  };
}
