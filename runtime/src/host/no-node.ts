// Replaces node.ts in bundles that only pages load (docs/decisions/0113-bundles-for-pages.md).

import { LanewiseError } from "../errors/index.js";
import { isProcess } from "./builtins/index.js";
import type { Host } from "./host.js";

/** Never a host. Throws in Node, unless it imitates a page. */
export function createNodeHost(): Host | undefined {
  const process: unknown = Reflect.get(globalThis, "process");
  const isPage = typeof document !== "undefined" || typeof Worker !== "undefined";
  if (!isPage && isProcess(process) && process.versions.node !== undefined) {
    throw new LanewiseError("feature_not_supported", "This bundle was built for pages: it does not run in Node.", {
      help: 'Set the bundler\'s platform to "node", or build it for a server.',
    });
  }
  return undefined;
}
