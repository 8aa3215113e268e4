// Compiled programs into pages by bundlers other than Vite, without settings that are about workers.

import { createRequire } from "node:module";
import path from "node:path";
import { rspack } from "@rspack/core";
import * as esbuild from "esbuild";
import * as rolldown from "rolldown";
import * as rollup from "rollup";
import webpack from "webpack";

/** Bundles the module `input` into `output`/main.js. */
type BundlePage = (input: string, output: string) => Promise<unknown>;

const { resolve } = createRequire(import.meta.url);
/** Rollup finds no packages by itself. */
const packages: rollup.Plugin = {
  name: "packages",
  resolveId: (name, importer) => (importer === undefined || /^[./]/.test(name) ? null : resolve(name)),
};

interface Stats {
  hasErrors(): boolean;
  toString(): string;
}
interface Compiler<S> {
  run(done: (error: Error | null, stats?: S) => void): void;
  close(done: () => void): void;
}

function compile<S extends Stats>(compiler: Compiler<S>): Promise<void> {
  return new Promise((done, fail) => {
    compiler.run((error, stats) =>
      compiler.close(() => {
        if (error !== null || stats?.hasErrors() === true) fail(error ?? new Error(String(stats)));
        else done();
      }),
    );
  });
}

/** What kinds of script each makes: modules, and those that pages load with `<script>` alone. */
export const pageBundlers: Readonly<Record<string, { readonly isModule: boolean; readonly bundle: BundlePage }>> = {
  esbuild: {
    isModule: true,
    bundle: (input, output) =>
      esbuild.build({ entryPoints: [input], outfile: path.join(output, "main.js"), bundle: true, format: "esm" }),
  },
  "esbuild, iife": {
    isModule: false,
    bundle: (input, output) =>
      esbuild.build({
        entryPoints: [input],
        outfile: path.join(output, "main.js"),
        bundle: true,
        format: "iife",
        logOverride: { "empty-import-meta": "silent" },
      }),
  },
  rollup: {
    isModule: true,
    bundle: async (input, output) => {
      const bundle = await rollup.rollup({ input, plugins: [packages], logLevel: "silent" });
      await bundle.write({ file: path.join(output, "main.js"), format: "es" });
    },
  },
  "rollup, iife": {
    isModule: false,
    bundle: async (input, output) => {
      const bundle = await rollup.rollup({ input, plugins: [packages], logLevel: "silent" });
      await bundle.write({ file: path.join(output, "main.js"), format: "iife" });
    },
  },
  rolldown: {
    isModule: true,
    bundle: (input, output) =>
      rolldown.build({ input, logLevel: "silent", output: { file: path.join(output, "main.js"), format: "esm" } }),
  },
  webpack: {
    isModule: false,
    bundle: async (input, output) => {
      const compiler = webpack({
        mode: "development",
        devtool: false,
        entry: input,
        output: { path: output, filename: "main.js" },
      });
      if (compiler) await compile(compiler);
    },
  },
  rspack: {
    isModule: false,
    bundle: (input, output) =>
      compile(
        rspack({ mode: "development", devtool: false, entry: input, output: { path: output, filename: "main.js" } }),
      ),
  },
};
