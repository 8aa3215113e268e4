// The platform of the program, which is Node or a browser, and the features of its engine: the exports for other rooms.

export { compileModule } from "./compile-module.js";
export { wasmFeatures } from "./features.js";
export type { SourceOrigin } from "./host.js";
export { host, type ShownSource, type WorkerHandle, type WorkerSource } from "./host.js";
export { sourceUrl } from "./source-files.js";
