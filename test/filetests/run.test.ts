// The programs under run/, but for packages.ts and three.ts, which run-packages.test.ts runs (run-files.ts). run-scalar.test.ts runs all of them without vectors.

import { fileNames, testFiles } from "./run-files.js";

await testFiles(fileNames.filter((name) => name !== "packages.ts" && name !== "three.ts"));
