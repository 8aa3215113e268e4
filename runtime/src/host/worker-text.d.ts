// The text of lanewise-worker.js; scripts/bundle-worker.mjs makes both.

export declare const workerText: string;
