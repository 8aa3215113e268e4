// Emits the script of Lanewise's threads as a file beside the bundle, for bundlers that do not know `new Worker(new URL(…))`. Pages whose policy
// forbids blobs need it (docs/decisions/0035-worker-script.md). Looks for that form in the runtime's text; without it, nothing changes.

import { readFile } from "node:fs/promises";
import path from "node:path";
import type { PluginBuild } from "esbuild";

/** The runtime's published module for browsers. */
const MODULE = /[\\/]host[\\/]browser\.js$/;
const FORM = 'new URL("./lanewise-worker.js", import.meta.url)';
const scriptBeside = (file: string) => path.join(path.dirname(file), "lanewise-worker.js");

export interface EmittingContext {
  emitFile(file: { type: "asset"; name: string; source: string }): string;
}

/** The plugin for Rollup and rolldown, which name emitted files. */
export const workerAsset = {
  name: "lanewise-worker",
  transform: {
    filter: { id: MODULE },
    async handler(this: EmittingContext, code: string, id: string) {
      if (!code.includes(FORM)) return null;
      const source = await readFile(scriptBeside(id), "utf8");
      const reference = this.emitFile({ type: "asset", name: "lanewise-worker.js", source });
      return { code: code.replace(FORM, `import.meta.ROLLUP_FILE_URL_${reference}`), map: null };
    },
  },
};

const SCRIPT = "lanewise-worker-file";

/** The same for esbuild, where the loader "file" emits a file. */
export function addWorkerAsset(build: PluginBuild): void {
  const { platform = "browser", format, outdir, outfile } = build.initialOptions;
  if (platform === "node" || (outdir === undefined && outfile === undefined)) return;
  build.onLoad({ filter: MODULE, namespace: "file" }, async ({ path: file }) => {
    const text = await readFile(file, "utf8");
    if (!text.includes(FORM)) return undefined;
    // A script that is not a module has no `import.meta.url`: it must find its URL while loading.
    const isModule = format === "esm";
    const named = text.replace(FORM, FORM.replace('"./lanewise-worker.js"', "lanewiseWorker"));
    const script = JSON.stringify(`${SCRIPT}:${scriptBeside(file)}`);
    const lines = [isModule ? named : named.replaceAll("import.meta.url", "lanewiseBase")];
    if (!isModule) lines.push("const lanewiseBase = globalThis.document?.currentScript?.src;");
    lines.push(`import lanewiseWorker from ${script};\n`);
    return { contents: lines.join("\n"), loader: "js", resolveDir: path.dirname(file) };
  });
  build.onResolve({ filter: new RegExp(`^${SCRIPT}:`) }, ({ path: name }) => ({
    path: name.slice(SCRIPT.length + 1),
    namespace: SCRIPT,
  }));
  build.onLoad({ filter: /./, namespace: SCRIPT }, async ({ path: file }) => ({
    contents: await readFile(file),
    loader: "file",
  }));
}
