// Compiled programs into pages by bundlers other than Vite, without settings that are about workers.

import { createRequire } from "node:module";
import path from "node:path";
import esbuildPlugin from "@lanewise/transformer/esbuild";
import rolldownPlugin from "@lanewise/transformer/rolldown";
import rollupPlugin from "@lanewise/transformer/rollup";
import rspackPlugin from "@lanewise/transformer/rspack";
import webpackPlugin from "@lanewise/transformer/webpack";
import { rspack } from "@rspack/core";
import * as esbuild from "esbuild";
import * as rolldown from "rolldown";
import * as rollup from "rollup";
import webpack from "webpack";

/** Bundles the module `input` into `output`/main.js, with our plugin or without one. */
type BundlePage = (input: string, output: string, hasPlugin: boolean) => Promise<unknown>;

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

const rollupWith = (format: "es" | "iife"): BundlePage => {
  return async (input, output, hasPlugin) => {
    const plugins = [hasPlugin ? rollupPlugin() : [], packages];
    const bundle = await rollup.rollup({ input, plugins, logLevel: "silent" });
    await bundle.write({ file: path.join(output, "main.js"), format });
  };
};
const esbuildWith = (format: "esm" | "iife", platform: { platform?: "browser" } = {}): BundlePage => {
  return (input, output, hasPlugin) =>
    esbuild.build({
      entryPoints: [input],
      outfile: path.join(output, "main.js"),
      bundle: true,
      format,
      ...platform,
      plugins: hasPlugin ? [esbuildPlugin()] : [],
      logOverride: { "empty-import-meta": "silent" },
    });
};

const rolldownWith = (platform: { platform?: "browser" }): BundlePage => {
  return (input, output, hasPlugin) =>
    rolldown.build({
      input,
      ...platform,
      logLevel: "silent",
      plugins: hasPlugin ? [rolldownPlugin()] : [],
      output: { file: path.join(output, "main.js"), format: "esm" },
    });
};

/** What kinds of script each makes: modules, and those that pages load with `<script>` alone. */
export const pageBundlers: Readonly<Record<string, { readonly isModule: boolean; readonly bundle: BundlePage }>> = {
  esbuild: { isModule: true, bundle: esbuildWith("esm") },
  "esbuild, iife": { isModule: false, bundle: esbuildWith("iife") },
  rollup: { isModule: true, bundle: rollupWith("es") },
  "rollup, iife": { isModule: false, bundle: rollupWith("iife") },
  "esbuild, for pages": { isModule: true, bundle: esbuildWith("esm", { platform: "browser" }) },
  rolldown: { isModule: true, bundle: rolldownWith({}) },
  "rolldown, for pages": { isModule: true, bundle: rolldownWith({ platform: "browser" }) },
  webpack: {
    isModule: false,
    bundle: async (input, output, hasPlugin) => {
      const plugins = hasPlugin ? [webpackPlugin()] : [];
      const compiler = webpack({
        mode: "development",
        devtool: false,
        entry: input,
        plugins,
        output: { path: output, filename: "main.js" },
      });
      if (compiler) await compile(compiler);
    },
  },
  rspack: {
    isModule: false,
    bundle: (input, output, hasPlugin) =>
      compile(
        rspack({
          mode: "development",
          devtool: false,
          entry: input,
          plugins: hasPlugin ? [rspackPlugin()] : [],
          output: { path: output, filename: "main.js" },
        }),
      ),
  },
};
