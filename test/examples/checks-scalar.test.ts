// The programs in checks/ (checks.test.ts) without vectors: what an engine without SIMD runs.

process.env.LANEWISE_FEATURES = "scalar";
// Its tests are this file's. The runtime asks for the variable when it is loaded, which each test file does anew.
await import("./checks.test.js");
