// What bundlers for browsers take instead of node-store.ts (package.json, "browser"): there are no files.

import type { CodeStore } from "../../images/code-cache/index.js";

export const fileStore = (): CodeStore | undefined => undefined;
