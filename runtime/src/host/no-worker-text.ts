// Replaces worker-text.ts in bundles that only pages load (docs/decisions/0113-bundles-for-pages.md): lanewise-worker.js is beside them.

export const workerText: string = "";
