// The text of lanewise-worker.js; scripts/bundle-worker.mjs makes both. Empty in bundles that only pages load (no-worker-text.ts).

export declare const workerText: string;
