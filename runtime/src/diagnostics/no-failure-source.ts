// Replaces failure-source.ts in bundles that only pages load (docs/decisions/0113-bundles-for-pages.md): pages show no source.

import type { ShownSource } from "../host/index.js";

export const showSource = (): ShownSource | undefined => undefined;
