// The platform that the program runs on: Node, a browser, what its engine can do. Exports what other rooms may import.

export { compileModule } from "./compile-module.js";
export { wasmFeatures } from "./features.js";
export type { SourceOrigin } from "./host.js";
export { host, type ShownSource, type WorkerHandle, type WorkerSource } from "./host.js";
export { sourceUrl } from "./source-files.js";
