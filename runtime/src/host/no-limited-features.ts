// Replaces limited-features.ts in bundles that only pages load (docs/decisions/0113-bundles-for-pages.md): pages have no variables.

import type { WasmFeatures } from "@lanewise/codegen";

export const limitFeatures = (engine: WasmFeatures): WasmFeatures => engine;
