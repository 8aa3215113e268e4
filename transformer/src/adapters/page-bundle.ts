// What bundles that only pages load do without: the text of the threads' script, which is a file beside the bundle, what runs in Node, profiles and
// shorter stacks (docs/decisions/0113-bundles-for-pages.md). A bundler must say that the bundle is for pages: many bundle for Node without saying so.

import path from "node:path";
import type { BuildOptions } from "esbuild";
import type { Plugin as RolldownPlugin } from "rolldown";
import type { Plugin as VitePlugin } from "vite";
import { findPackage } from "../recognise/package-of.js";
import type { BundlerOptions } from "./project-options.js";

/** The modules of the runtime that such bundles have others for. */
const MODULE =
  /[\\/](?:host[\\/](?:worker-text|node|limited-features)|diagnostics[\\/](?:profile|failure-source)|errors[\\/]user-stack|every-device)\.js$/;

/**
 * What such a bundle has in the place of a module; undefined if it is not the runtime's. Modules that name a device import its code
 * (named-methods.ts), unless the bundle is to have all `methods`; it has profiles, too, then.
 */
export function pageModule(file: string, methods: BundlerOptions["methods"]): string | undefined {
  if (!MODULE.test(file) || findPackage(path.dirname(file)).name !== "lanewise") return undefined;
  const name = path.basename(file);
  if (methods === "all" && /^(?:every-device|profile)\.js$/.test(name)) return undefined;
  return name === "every-device.js" ? "export {};\n" : `export * from "./no-${name}";\n`;
}

const isModules = (format: string | undefined): boolean => /^(?:es|esm|module)$/.test(format ?? "es");

/** For esbuild: files of modules whose `platform` is set to "browser", which is also what it assumes. */
export const isForPages = ({ platform, format, outdir, outfile }: BuildOptions): boolean =>
  platform === "browser" && format === "esm" && (outdir ?? outfile) !== undefined;

/** For rolldown: bundles of modules whose `platform` is set to "browser", which is also what it assumes. */
export function rolldownPages({ methods }: BundlerOptions = {}): RolldownPlugin {
  const asked = { platform: false, format: false };
  return {
    name: "lanewise-pages",
    options({ platform }) {
      asked.platform = platform === "browser";
    },
    outputOptions({ format }) {
      asked.format = isModules(format);
      return null;
    },
    load: {
      filter: { id: MODULE },
      handler: (id) => (asked.platform && asked.format ? pageModule(id, methods) : undefined),
    },
  };
}

/** Vite inlines files below this size, 4 KB by default: who asks for more may want a page of one file. */
const MOST_INLINED = 8000;

/** For Vite: what it builds for clients, unless as a library, as scripts that are not modules, or as one file. */
export function vitePages({ methods }: BundlerOptions = {}): VitePlugin {
  let isPage = false;
  return {
    ...{ name: "lanewise-pages", apply: "build", enforce: "pre" },
    configResolved({ build }) {
      const { assetsInlineLimit, lib, rollupOptions, ssr, write } = build;
      const outputs = [rollupOptions.output ?? []].flat();
      const isOneFile = typeof assetsInlineLimit === "function" || assetsInlineLimit >= MOST_INLINED;
      isPage = write && !ssr && !lib && !isOneFile && outputs.every(({ format }) => isModules(format));
    },
    load: {
      filter: { id: MODULE },
      handler(id) {
        return isPage && this.environment.config.consumer === "client" ? pageModule(id, methods) : undefined;
      },
    },
  };
}
