// The programs under run/, but for packages.ts, which is run-packages.test.ts (run-files.ts). run-scalar.test.ts runs all of them without vectors.

import { fileNames, testFiles } from "./run-files.js";

await testFiles(fileNames.filter((name) => name !== "packages.ts"));
