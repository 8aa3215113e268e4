// Replaces node-store.ts in bundles for browsers (package.json, "browser"): there are no files.

import type { CodeStore } from "../../images/code-cache/index.js";

export const fileStore = (): CodeStore | undefined => undefined;
