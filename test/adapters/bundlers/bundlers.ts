// The bundlers that have a plugin of ours, each as a project would set it up: `src/main.ts` into `out/main.mjs` or `out/main.cjs`.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import esbuildPlugin, { type BundlerOptions } from "@lanewise/transformer/esbuild";
import rolldownPlugin from "@lanewise/transformer/rolldown";
import rollupPlugin from "@lanewise/transformer/rollup";
import rspackPlugin from "@lanewise/transformer/rspack";
import vitePlugin from "@lanewise/transformer/vite";
import webpackPlugin from "@lanewise/transformer/webpack";
import { rspack } from "@rspack/core";
import * as esbuild from "esbuild";
import * as rolldown from "rolldown";
import * as rollup from "rollup";
import * as vite from "vite";
import webpack from "webpack";

export type Format = "esm" | "cjs";
export type Packages = "external" | "whole";

export interface Bundler {
  /** Rejects with what the tool says of a program that is no good. What is "whole" has `lanewise` in it; else that is installed beside the output. */
  build(folder: string, format?: Format, packages?: Packages, plugin?: BundlerOptions): Promise<void>;
  /** Builds, and again when files change. */
  watch(folder: string): Promise<Watcher>;
}

export interface Watcher {
  /** Waits for the next build, and gives the messages of one that failed; undefined for one that was good. */
  next(): Promise<string | undefined>;
  close(): Promise<void>;
}

export const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: {
    async build(folder, format = "esm", packages = "external", plugin = {}) {
      const { errors } = await esbuild
        .build(esbuildOptions(folder, format, packages, plugin))
        .catch((error: esbuild.BuildFailure) => error);
      if (errors.length > 0) throw new Error(await printed(errors));
    },
    async watch(folder) {
      const results = queue<string | undefined>();
      const tell: esbuild.Plugin = {
        name: "tell",
        setup: (build) =>
          build.onEnd(async ({ errors }) => results.push(errors.length > 0 ? await printed(errors) : undefined)),
      };
      const options = esbuildOptions(folder, "esm", "external");
      const context = await esbuild.context({ ...options, plugins: [...options.plugins, tell] });
      await context.watch();
      return { next: results.next, close: () => context.dispose() };
    },
  },
  rollup: {
    async build(folder, format = "esm", packages = "external", plugin = {}) {
      const bundle = await rollup.rollup(rollupOptions(folder, packages, plugin));
      await bundle.write(outputOf(folder, format));
      await bundle.close();
    },
    async watch(folder) {
      const results = queue<string | undefined>();
      const watcher = rollup.watch({ ...rollupOptions(folder, "external"), output: outputOf(folder, "esm") });
      watcher.on("event", teller(results.push));
      return { next: results.next, close: () => watcher.close() };
    },
  },
  rolldown: {
    async build(folder, format = "esm", packages = "external", plugin = {}) {
      const bundle = await rolldown.rolldown(rolldownOptions(folder, packages, plugin));
      await bundle.write(outputOf(folder, format));
      await bundle.close();
    },
    async watch(folder) {
      const results = queue<string | undefined>();
      const watcher = rolldown.watch({ ...rolldownOptions(folder, "external"), output: outputOf(folder, "esm") });
      watcher.on("event", teller(results.push));
      return { next: results.next, close: () => watcher.close() };
    },
  },
  vite: {
    async build(folder, format = "esm", packages = "external", plugin = {}) {
      await vite.build(viteOptions(folder, format, packages, plugin));
    },
    async watch(folder) {
      const results = queue<string | undefined>();
      const options = viteOptions(folder, "esm", "external");
      const watcher = await vite.build({ ...options, build: { ...options.build, watch: {} } });
      if (!("on" in watcher)) throw new Error("a watching build gives a watcher");
      watcher.on("event", teller(results.push));
      return { next: results.next, close: () => watcher.close() };
    },
  },
  webpack: {
    build: (folder, format = "esm", packages = "external", plugin = {}) =>
      new Promise((resolve, reject) => {
        const compiler = webpack(webpackOptions(folder, format, packages, plugin));
        compiler?.run((error, stats) => compiler.close(() => settle(resolve, reject, error, stats)));
      }),
    async watch(folder) {
      const results = queue<string | undefined>();
      const watching = webpack(webpackOptions(folder, "esm", "external"))?.watch(
        { aggregateTimeout: 5 },
        (error, stats) =>
          settle(
            () => results.push(undefined),
            ({ message }) => results.push(message),
            error,
            stats,
          ),
      );
      return { next: results.next, close: () => new Promise((done) => watching?.close(() => done())) };
    },
  },
  rspack: {
    build: (folder, format = "esm", packages = "external", plugin = {}) =>
      new Promise((resolve, reject) => {
        const compiler = rspack(rspackOptions(folder, format, packages, plugin));
        compiler.run((error, stats) => compiler.close(() => settle(resolve, reject, error, stats)));
      }),
    async watch(folder) {
      const results = queue<string | undefined>();
      const watching = rspack(rspackOptions(folder, "esm", "external")).watch({ aggregateTimeout: 5 }, (error, stats) =>
        settle(
          () => results.push(undefined),
          ({ message }) => results.push(message),
          error,
          stats,
        ),
      );
      return { next: results.next, close: () => new Promise((done) => watching?.close(() => done())) };
    },
  },
};

const entry = (folder: string) => path.join(folder, "src/main.ts");
const outFile = (format: Format) => (format === "esm" ? "main.mjs" : "main.cjs");
const externals = {
  external: (name: string) => /^lanewise(\/|$)/.test(name),
  whole: (name: string) => name.startsWith("node:"),
};

function esbuildOptions(folder: string, format: Format, packages: Packages, plugin: BundlerOptions = {}) {
  return {
    absWorkingDir: folder,
    entryPoints: [entry(folder)],
    outfile: path.join(folder, "out", outFile(format)),
    bundle: true,
    format,
    platform: "node",
    sourcemap: true,
    external: packages === "whole" ? [] : ["lanewise"],
    logLevel: "silent",
    plugins: [esbuildPlugin(plugin)],
  } satisfies esbuild.BuildOptions;
}

/** As esbuild's command prints them. */
async function printed(errors: esbuild.Message[]): Promise<string> {
  return (await esbuild.formatMessages(errors, { kind: "error" })).join("");
}

function rollupOptions(folder: string, packages: Packages, plugin: BundlerOptions = {}): rollup.RollupOptions {
  return {
    input: entry(folder),
    external: externals[packages],
    logLevel: "silent",
    plugins: [rollupPlugin(plugin), sources],
  };
}

/** What Rollup itself does not do: finds the source of a .js name, and packages, and takes the types away. */
const sources: rollup.Plugin = {
  name: "sources",
  resolveId(name, importer) {
    if (!name.startsWith(".")) return importer ? createRequire(importer).resolve(name) : null;
    if (!importer?.endsWith(".ts")) return null;
    const file = path.resolve(path.dirname(importer), name);
    return existsSync(file) ? file : file.replace(/js$/, "ts");
  },
  transform: async (code, id) =>
    id.endsWith(".ts") ? esbuild.transform(code, { loader: "ts", sourcefile: id, sourcemap: "external" }) : null,
};

function outputOf(folder: string, format: Format) {
  return { file: path.join(folder, "out", outFile(format)), format, sourcemap: true } as const;
}

function rolldownOptions(folder: string, packages: Packages, plugin: BundlerOptions = {}): rolldown.RolldownOptions {
  return {
    input: entry(folder),
    cwd: folder,
    external: externals[packages],
    logLevel: "silent",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    plugins: [rolldownPlugin(plugin)],
  };
}

function viteOptions(
  folder: string,
  format: Format,
  packages: Packages,
  plugin: BundlerOptions = {},
): vite.InlineConfig {
  return {
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [vitePlugin(plugin)],
    build: {
      lib: { entry: entry(folder), formats: [format === "esm" ? "es" : "cjs"], fileName: () => outFile(format) },
      outDir: "out",
      emptyOutDir: false,
      sourcemap: true,
      minify: false,
      rolldownOptions: { external: externals[packages] },
    },
  };
}

const lanewiseExternals = (format: Format): Record<string, string> =>
  Object.fromEntries(
    ["lanewise", "lanewise/internal"].map((name) => [name, `${format === "esm" ? "module" : "commonjs"} ${name}`]),
  );

function webpackOptions(
  folder: string,
  format: Format,
  packages: Packages,
  plugin: BundlerOptions = {},
): webpack.Configuration {
  const type = format === "esm" ? "module" : "commonjs2";
  return {
    mode: "development",
    devtool: "source-map",
    context: folder,
    entry: entry(folder),
    target: "node20",
    experiments: { outputModule: format === "esm" },
    output: { path: path.join(folder, "out"), filename: outFile(format), library: { type } },
    externals: packages === "whole" ? {} : lanewiseExternals(format),
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    module: { rules: [{ test: /\.ts$/, loader: path.join(import.meta.dirname, "strip-types.cjs") }] },
    infrastructureLogging: { level: "none" },
    plugins: [webpackPlugin(plugin)],
  };
}

function rspackOptions(
  folder: string,
  format: Format,
  packages: Packages,
  plugin: BundlerOptions = {},
): Parameters<typeof rspack>[0] {
  const type = format === "esm" ? "module" : "commonjs2";
  const loader = { loader: "builtin:swc-loader", options: { jsc: { parser: { syntax: "typescript" } } } };
  return {
    mode: "development",
    devtool: "source-map",
    context: folder,
    entry: entry(folder),
    target: "node20",
    output: { path: path.join(folder, "out"), filename: outFile(format), module: format === "esm", library: { type } },
    externals: packages === "whole" ? {} : lanewiseExternals(format),
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    module: { rules: [{ test: /\.ts$/, ...loader, type: "javascript/auto" }] },
    plugins: [rspackPlugin(plugin)],
  };
}

interface Stats {
  hasErrors(): boolean;
  toString(options: { all: false; errors: true; colors: false }): string;
}

function settle(
  resolve: () => void,
  reject: (error: Error) => void,
  error: Error | null,
  stats: Stats | undefined,
): void {
  if (error) reject(error);
  else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true, colors: false })));
  else resolve();
}

interface WatchEvent {
  readonly code: string;
  readonly error?: { readonly message: string };
  readonly result?: { close(): Promise<void> } | null;
}

/** Of Rollup's watcher and those like it, which tell the end of a failed build, too. */
function teller(push: (message: string | undefined) => void): (event: WatchEvent) => Promise<void> {
  let hasFailed = false;
  return async ({ code, error, result }) => {
    if (code === "START") hasFailed = false;
    if (code === "ERROR") hasFailed = true;
    if (code === "ERROR") push(error?.message);
    if (code === "END" && !hasFailed) push(undefined);
    if (code === "BUNDLE_END" || code === "ERROR") await result?.close();
  };
}

/** What arrives and who waits for it, in order. */
function queue<T>(): { push(value: T): void; next(): Promise<T> } {
  const values: T[] = [];
  const waiting: ((value: T) => void)[] = [];
  return {
    push(value) {
      const first = waiting.shift();
      if (first) first(value);
      else values.push(value);
    },
    next: () => {
      if (values.length > 0) return Promise.resolve(values.shift() as T); // just seen
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
