// The programs under run/ (run.test.ts, run-packages.test.ts) without vectors: what an engine without SIMD runs.

process.env.LANEWISE_FEATURES = "scalar";
// Their tests are this file's. The runtime asks for the variable when it is loaded, which each test file does anew.
await import("./run.test.js");
await import("./run-packages.test.js");
