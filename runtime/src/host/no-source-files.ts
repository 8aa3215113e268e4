// What bundlers for browsers take instead of source-files.ts (package.json, "browser"): there are no files.

import type { Host } from "./host.js";

export const showSource: Host["showSource"] = () => undefined;

export const sourceUrl = (): undefined => undefined;
