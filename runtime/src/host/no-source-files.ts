// Replaces source-files.ts in bundles for browsers (package.json, "browser"): there are no files.

import type { Host } from "./host.js";

export const showSource: Host["showSource"] = () => undefined;

export const sourceUrl = (): undefined => undefined;
